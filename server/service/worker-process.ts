import cluster, { type Worker } from 'node:cluster';
import { type Answers, type Channel, createChannel } from './channel.ts';
import { StartFailure } from './start-failure.ts';

/** A worker process, as seen by the first process. */
export interface WorkerProcess {
  readonly worker: Worker;
  readonly channel: Channel;
  readonly exited: Promise<string>;
  readonly startedAt: number;
  /** The port that all workers share; 0 before the worker is ready. */
  port: number;
  isRetiring: boolean;
}

const LEAVE_DEADLINE_MS = 30_000;

/** Starts a worker; resolves when it is ready. `answers` handle its requests. */
export function startWorker(answers: Answers): Promise<WorkerProcess> {
  return new Promise((resolve, reject) => {
    const worker = cluster.fork();
    const channel = createChannel((message) => void worker.send(message, () => undefined), {
      ...answers,
      ready: (port: number) => {
        started.port = port;
        resolve(started);
      },
      failed: (reason: string) => reject(new StartFailure(reason)),
    });
    worker.on('message', (message) => channel.receive(message));
    // Without a listener the error of one worker would end the first process; its exit is handled below.
    worker.on('error', () => undefined);
    const exited = new Promise<string>((resolveExited) =>
      worker.once('exit', (code, signal) => resolveExited(signal ? `signal ${signal}` : `code ${code}`)),
    );
    const started: WorkerProcess = { worker, channel, exited, startedAt: Date.now(), port: 0, isRetiring: false };
    void exited.then((how) => {
      channel.close();
      reject(new StartFailure(`a worker ended with ${how} before it was ready`));
    });
  });
}

/** Ends a worker; killed after the deadline. `gently`: after the requests that it handles. */
export async function endWorker(member: WorkerProcess, gently: boolean): Promise<void> {
  member.isRetiring = true;
  const deadline = setTimeout(() => member.worker.process.kill('SIGKILL'), LEAVE_DEADLINE_MS);
  await member.channel.request('leave', { gently }).catch(() => undefined);
  await member.exited;
  clearTimeout(deadline);
}
