/**
 * Ends a program of the command line with its exit code. A program that has opened the embedded database must not wait for its own end: an
 * engine that fails while it opens leaves a timer running, and the process with it.
 */
export function endProgram(code: number): never {
  process.exit(code);
}
