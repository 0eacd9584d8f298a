import { Worker } from 'node:worker_threads';
import type { EmbeddedAccount, EmbeddedMessage, EmbeddedRequest, EmbeddedSettings } from './embedded-protocol.ts';

/** The running thread of the embedded platform. */
export interface EmbeddedThread {
  readonly platformUrl: string;
  readonly studioUrl: string;
  readonly paysimUrl: string | undefined;
  readonly accounts: readonly EmbeddedAccount[];
  readonly hasOperators: boolean;
  /** Announces the shutdown, so that balancers stop using the platform. */
  drain(): void;
  /** Closes the platform; terminates the thread after the deadline. */
  close(): Promise<void>;
}

/** The embedded platform could not start; the text is for the operator. */
export class EmbeddedFailure extends Error {
  override readonly name = 'EmbeddedFailure';
}

/** Joined at run time, so that the bundler does not resolve it. */
const WORKER_FILE = 'embedded.js';
const CLOSE_DEADLINE_MS = 10_000;

/** `onLost` is called if the thread ends unexpectedly. */
export function startEmbedded(settings: EmbeddedSettings, onLost: (reason: unknown) => void): Promise<EmbeddedThread> {
  const worker = new Worker(new URL(WORKER_FILE, import.meta.url), { workerData: settings });
  let isClosing = false;
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const drain = () => worker.postMessage({ type: 'drain' } satisfies EmbeddedRequest);
  const close = async () => {
    isClosing = true;
    worker.postMessage({ type: 'close' } satisfies EmbeddedRequest);
    const deadline = setTimeout(() => worker.terminate(), CLOSE_DEADLINE_MS);
    await ended;
    clearTimeout(deadline);
  };
  return new Promise((resolve, reject) => {
    const lost = (reason: unknown) => {
      reject(reason);
      if (!isClosing) onLost(reason);
    };
    worker.once('error', lost);
    worker.once('exit', (code) => lost(new Error(`the embedded platform ended with code ${code}`)));
    worker.on('message', (message: EmbeddedMessage) => {
      if (message.type === 'ready') return resolve({ ...message, drain, close });
      if (message.type === 'lost') return lost(new EmbeddedFailure(message.reason));
      isClosing = true;
      reject(new EmbeddedFailure(message.reason));
    });
  });
}
