/** The service cannot start or continue; the text is for the operator. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure';
}
