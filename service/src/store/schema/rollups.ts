/** How much there is to read of a dimension. */
export interface AddressSize {
  rows: number;
  /** Of its values. */
  bytes: number;
}
