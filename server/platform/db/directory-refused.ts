/** The folder of the embedded database must not or cannot be opened. The text is for the person who starts the service. */
export class DirectoryRefused extends Error {
  override readonly name = 'DirectoryRefused';
}
