/** The amount of data of a dimension. */
export interface AddressSize {
  rows: number;
  /** Of its values. */
  bytes: number;
}
