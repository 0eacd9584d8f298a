import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { DirectoryInUse, DirectoryLost } from './directory-lock.ts';
import { DirectoryRefused } from './directory-refused.ts';
import type { Engine, EngineResult } from './pglite-engine.ts';
import { EngineStopped } from './sync-node-fs.ts';

export interface WorkerStart {
  readonly dir: string | undefined;
  /** As in `DatabaseOptions`. */
  readonly seeds: boolean;
}
export type WorkerRequest =
  | { readonly id: number; readonly kind: 'query'; readonly text: string; readonly values: readonly unknown[]; readonly begins: boolean }
  | { readonly id: number; readonly kind: 'close' };
type Question = { kind: 'query'; text: string; values: readonly unknown[]; begins: boolean } | { kind: 'close' };
/**
 * Time budget before a function is compiled again for speed, as in newer versions of Node. With the default of Node 20 (1,800,000) this
 * took a quarter of the processor time of a start, for code that hardly runs again.
 */
const TIERING_BUDGET = 13_000_000;
/** Pause between attempts to reopen a database after a disk failure. */
const REOPEN_MS = 1_000;

/** Id of a message without a request: another process has taken the folder. */
export const DIRECTORY_LOST = -1;
/** Request 0 is the start. */
export type WorkerAnswer = { readonly id: number; readonly result: unknown } | { readonly id: number; readonly error: PlainError };

/** Fields of an error passed between threads: a structured clone drops the fields of database errors. */
export type PlainError = Readonly<Record<string, string>>;
const ERROR_FIELDS = ['name', 'message', 'code', 'severity', 'detail', 'hint', 'constraint', 'table', 'column', 'schema', 'where', 'dir'];

export function toPlainError(error: unknown): PlainError {
  const source = Object(error) as Record<string, unknown>;
  const fields = ERROR_FIELDS.filter((field) => typeof source[field] === 'string').map((field) => [field, source[field]]);
  return Object.fromEntries(fields) as PlainError;
}

function fromPlainError(plain: PlainError): Error {
  if (plain.name === 'DirectoryInUse' && plain.dir !== undefined) return new DirectoryInUse(plain.dir, plain.message);
  if (plain.name === 'DirectoryLost') return new DirectoryLost(plain.message);
  if (plain.name === 'DirectoryRefused') return new DirectoryRefused(plain.message);
  if (plain.name === 'LogNotWritten' || plain.name === 'EngineStopped') return new EngineStopped(plain.message);
  return Object.assign(new Error(plain.message), plain);
}

/** What no other try to open the folder can change. */
function isFinal(error: unknown): error is Error {
  return [DirectoryInUse, DirectoryLost, DirectoryRefused].some((kind) => error instanceof kind);
}

export interface RemoteEngine {
  readonly engine: Engine;
  readonly flushes: boolean;
  readonly exposed: readonly string[];
}

export interface RemoteOptions {
  /** Another process has taken the folder, or it cannot be reopened; no further requests are made. */
  readonly onLost: (reason: Error) => void;
  /** The database has stopped and is being reopened; called with each new reason, and with undefined once it is open. */
  readonly onBroken?: (reason: Error | undefined) => void;
  /** Another value in tests only. */
  readonly reopenMs?: number;
}

/** Runs the embedded database in its own thread: a third of the throughput, but a free event loop. */
export async function openPgliteInWorker(start: WorkerStart, file: URL, options: RemoteOptions): Promise<RemoteEngine> {
  const { onLost, onBroken, reopenMs = REOPEN_MS } = options;
  setFlagsFromString(`--wasm-tiering-budget=${TIERING_BUDGET}`);
  const first = await startThread(start, file, onLost);
  let thread: Thread | undefined = first;
  let reason: Error = new Error('The database is closed.');
  let isClosing = false;
  let retry: NodeJS.Timeout | undefined;

  async function replace(error: Error, broken: Thread): Promise<void> {
    if (thread !== broken || isClosing) return;
    thread = undefined;
    report(error);
    await broken.end();
    retry = setTimeout(reopen, reopenMs);
  }
  function report(error: Error): void {
    reason = error;
    onBroken?.(error);
  }
  async function reopen(): Promise<void> {
    const opened = await startThread({ ...start, seeds: false }, file, onLost).catch((error: Error) => error);
    if (isClosing) return void (opened instanceof Error || opened.close());
    if (opened instanceof Error) return failAgain(opened);
    thread = opened;
    onBroken?.(undefined);
  }
  function failAgain(error: Error): void {
    if (error.message !== reason.message) report(error);
    if (isFinal(error)) onLost(error);
    else retry = setTimeout(reopen, reopenMs);
  }
  const engine: Engine = {
    async query(text, values, begins = false) {
      if (!thread) throw reason;
      const usedThread = thread;
      try {
        return (await usedThread.post({ kind: 'query', text, values, begins })) as EngineResult;
      } catch (error) {
        if (error instanceof EngineStopped) void replace(error, usedThread);
        throw error;
      }
    },
    async close() {
      isClosing = true;
      clearTimeout(retry);
      await thread?.close();
    },
  };
  return { engine, flushes: first.flushes, exposed: first.exposed };
}

interface Thread {
  readonly flushes: boolean;
  readonly exposed: readonly string[];
  post(question: Question): Promise<unknown>;
  /** Closes the database before ending the thread. */
  close(): Promise<void>;
  end(): Promise<unknown>;
}

async function startThread(start: WorkerStart, file: URL, onLost: (reason: Error) => void): Promise<Thread> {
  const worker = new Worker(file, { workerData: start, stdout: false, stderr: false });
  const waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  let lastId = 0;
  let ended: Error | undefined;

  const fail = (error: Error) => {
    ended ??= error;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  const started = new Promise<unknown>((resolve, reject) => waiting.set(0, { resolve, reject }));
  worker.on('message', (answer: WorkerAnswer) => {
    if (answer.id === DIRECTORY_LOST && 'error' in answer) return onLost(fromPlainError(answer.error));
    const request = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('error' in answer) request?.reject(fromPlainError(answer.error));
    else request?.resolve(answer.result);
  });
  worker.on('error', (error) => fail(new EngineStopped('The thread of the database has failed.', { cause: error })));
  worker.on('exit', () => fail(new EngineStopped('The thread of the database has ended.')));

  const post = (question: Question) =>
    new Promise<unknown>((resolve, reject) => {
      if (ended) return reject(ended);
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      worker.postMessage({ id: lastId, ...question } satisfies WorkerRequest);
    });
  const { flushes, exposed } = (await started) as { flushes: boolean; exposed: readonly string[] };
  return {
    flushes,
    exposed,
    post,
    async close() {
      await post({ kind: 'close' });
      await worker.terminate();
    },
    end: () => worker.terminate(),
  };
}
