/** Reports clicks that could not be stored and were set aside: logged like an error, not retried. */
export class SetAside extends Error {
  override readonly name = "SetAside";
}
