/** The embedded database's folder must not or cannot be opened. The message is for the person who starts the service. */
export class DirectoryRefused extends Error {
  override readonly name = 'DirectoryRefused';
}
