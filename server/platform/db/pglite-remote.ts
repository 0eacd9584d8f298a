import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { DirectoryInUse } from './directory-lock.ts';
import type { Engine, EngineResult } from './pglite-engine.ts';

export interface WorkerStart {
  readonly dir: string | undefined;
}
export type WorkerRequest =
  | { readonly id: number; readonly kind: 'query'; readonly text: string; readonly values: readonly unknown[]; readonly begins: boolean }
  | { readonly id: number; readonly kind: 'close' };
/**
 * How long a function of the database runs before it is compiled a second time, for speed: as in newer versions of Node. With the 1,800,000
 * of Node 20 that was a quarter of the processor time of a start, spent on what hardly runs again.
 */
const TIERING_BUDGET = 13_000_000;

/** Request 0 is the start itself. */
export type WorkerAnswer = { readonly id: number; readonly result: unknown } | { readonly id: number; readonly error: PlainError };

/** What is kept of an error across threads: a structured clone drops the fields of a database error. */
export type PlainError = Readonly<Record<string, string>>;
const ERROR_FIELDS = ['name', 'message', 'code', 'severity', 'detail', 'hint', 'constraint', 'table', 'column', 'schema', 'where', 'dir'];

export function toPlainError(error: unknown): PlainError {
  const source = Object(error) as Record<string, unknown>;
  const fields = ERROR_FIELDS.filter((field) => typeof source[field] === 'string').map((field) => [field, source[field]]);
  return Object.fromEntries(fields) as PlainError;
}

function fromPlainError(plain: PlainError): Error {
  if (plain.name === 'DirectoryInUse' && plain.dir !== undefined) return new DirectoryInUse(plain.dir);
  return Object.assign(new Error(plain.message), plain);
}

/** The embedded database in a thread of its own: a third of the throughput for an event loop that stays free. */
export async function openPgliteInWorker(start: WorkerStart, file: URL): Promise<{ engine: Engine; flushes: boolean }> {
  setFlagsFromString(`--wasm-tiering-budget=${TIERING_BUDGET}`);
  const worker = new Worker(file, { workerData: start, stdout: false, stderr: false });
  const waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  let lastId = 0;
  let lost: Error | undefined;

  const fail = (error: Error) => {
    lost ??= error;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  const started = new Promise<unknown>((resolve, reject) => waiting.set(0, { resolve, reject }));
  worker.on('message', (answer: WorkerAnswer) => {
    const request = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('error' in answer) request?.reject(fromPlainError(answer.error));
    else request?.resolve(answer.result);
  });
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('The thread of the database has ended.')));

  const ask = (request: { kind: 'query'; text: string; values: readonly unknown[]; begins: boolean } | { kind: 'close' }) =>
    new Promise<unknown>((resolve, reject) => {
      if (lost) return reject(lost);
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      worker.postMessage({ id: lastId, ...request } satisfies WorkerRequest);
    });

  const { flushes } = (await started) as { flushes: boolean };
  const engine: Engine = {
    query: async (text, values, begins = false) => (await ask({ kind: 'query', text, values, begins })) as EngineResult,
    async close() {
      await ask({ kind: 'close' });
      await worker.terminate();
    },
  };
  return { engine, flushes };
}
