import { createHash } from 'node:crypto';

/** A file of recorded answers. */
export interface RecordingFile {
  readonly version: 1;
  readonly recordedAt: string;
  /** By method, path, query and body. */
  readonly entries: readonly RecordedEntry[];
}

export interface RecordedEntry {
  /** Id in the call table. */
  readonly call: string;
  readonly method: string;
  readonly path: string;
  /** Names and values in order, masked. */
  readonly query: string;
  /** Hash of the masked body; empty without a body, and for calls with sealed bodies. */
  readonly bodyHash: string;
  /** Answers to repeated requests, in order; the last one repeats. */
  readonly answers: readonly RecordedAnswer[];
}

export interface RecordedAnswer {
  readonly status: number;
  readonly type: string;
  /** An envelope; pictures are replaced by an empty one. */
  readonly body: unknown;
}

/** Equal for equal names and values in any order. */
export function sortedQuery(pairs: Iterable<readonly [string, string]>): string {
  return new URLSearchParams([...pairs].map(([name, value]) => [name, value]).sort(byText)).toString();
}

/** JSON with its fields in a fixed order. */
export function hashOfBody(body: unknown): string {
  return body === undefined
    ? ''
    : createHash('sha256')
        .update(JSON.stringify(sorted(body)))
        .digest('hex')
        .slice(0, 16);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([name, one]) => [name, sorted(one)]));
}

function byText(a: readonly string[], b: readonly string[]): number {
  return a.join('=') < b.join('=') ? -1 : 1;
}
