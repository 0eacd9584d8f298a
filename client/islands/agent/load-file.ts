export interface LoadedFile {
  readonly content: Blob;
  readonly name: string;
  /** Without the heads of the columns. */
  readonly lines: number;
}

const LINE_END = 10;

/** Loads a file of lines. `show` gets the number of lines that have arrived. Throws if it is refused, breaks off or is aborted. */
export async function loadFile(url: string, signal: AbortSignal, show: (lines: number) => void): Promise<LoadedFile> {
  const answer = await fetch(url, { signal });
  const type = answer.headers.get('content-type') ?? '';
  // A session that has ended answers with a page.
  if (!answer.ok || !answer.body || !type.startsWith('text/csv')) throw new Error(`the file was answered with ${answer.status} ${type}`);
  const parts: BlobPart[] = [];
  let ends = 0;
  const reader = answer.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    for (const byte of part.value) if (byte === LINE_END) ends += 1;
    show(Math.max(0, ends - 1));
  }
  return {
    content: new Blob(parts, { type }),
    name: nameIn(answer.headers.get('content-disposition')) ?? 'file.csv',
    lines: Math.max(0, ends - 1),
  };
}

function nameIn(disposition: string | null): string | undefined {
  return /filename="?([^";]+)"?/.exec(disposition ?? '')?.[1];
}
