/** Clicks that could not be stored are kept elsewhere: told of like an error, though nothing is tried again. */
export class SetAside extends Error {
  override readonly name = "SetAside";
}
