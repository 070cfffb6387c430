/** Clicks that could not be stored are kept elsewhere: reported like an error, but not retried. */
export class SetAside extends Error {
  override readonly name = "SetAside";
}
