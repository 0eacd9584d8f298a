/** The service cannot start, or goes no further; the text is for the operator. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure';
}
