const EVERY_MS = 1_000;
const MEGABYTE = 1_048_576;

/** Prints the progress of a long task, at most once a second. */
export function createProgress(print: (line: string) => void, text: (completed: number) => string): (completed: number) => void {
  let printedAt = performance.now();
  return (completed) => {
    if (performance.now() - printedAt < EVERY_MS) return;
    printedAt = performance.now();
    print(text(completed));
  };
}

export function megabytes(bytes: number): string {
  return `${(bytes / MEGABYTE).toFixed(1)} MB`;
}
