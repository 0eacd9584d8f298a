import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Answers } from './channel.ts';
import { endWorker, startWorker, type WorkerProcess } from './worker-process.ts';

export interface Workers {
  /** Starts all workers; resolves with their shared port when they are ready. */
  start(): Promise<number>;
  /** Replaces the workers one by one without refusing visitors. */
  roll(): Promise<void>;
  announce(): void;
  stop(): Promise<void>;
  /** The answers of all ready workers; undefined for a missing answer. */
  requestAll<T>(question: string): Promise<(T | undefined)[]>;
  readonly count: number;
}

export interface WorkersDeps {
  readonly count: number;
  /** Handlers for requests of workers. */
  readonly answers: Answers;
  /** Called when workers end repeatedly; the service must stop. */
  readonly onRepeatedFailure: (reason: string) => void;
  readonly log: Logger;
}

const MAX_EARLY_EXITS = 5;
const INITIAL_BACKOFF_MS = 200;
const MAX_BACKOFF_MS = 10_000;
/** A worker that ran this long was healthy. */
const STABLE_MS = 20_000;

export function createWorkers({ count, answers, onRepeatedFailure, log }: WorkersDeps): Workers {
  const members: (WorkerProcess | undefined)[] = Array.from({ length: count });
  let earlyExits = 0;
  let isStopping = false;
  let rolling: Promise<void> | undefined;

  /** Replaces the worker of a slot until the service stops. */
  function supervise(place: number, member: WorkerProcess): void {
    members[place] = member;
    void member.exited.then((how) => {
      if (members[place] !== member) return;
      members[place] = undefined;
      if (isStopping || member.isRetiring) return;
      log.error({ pid: member.worker.process.pid, how }, 'worker ended unexpectedly');
      if (Date.now() - member.startedAt > STABLE_MS) earlyExits = 0;
      return refill(place, how);
    });
  }
  async function refill(place: number, firstReason: string): Promise<void> {
    for (let reason = firstReason; !isStopping; ) {
      if (++earlyExits >= MAX_EARLY_EXITS) return onRepeatedFailure(`workers end repeatedly, most recently with ${reason}`);
      await sleep(Math.min(INITIAL_BACKOFF_MS * 2 ** (earlyExits - 1), MAX_BACKOFF_MS));
      if (isStopping) return;
      const next = await startWorker(answers).catch((error: Error) => {
        reason = error.message;
        log.error({ err: error }, 'worker start failed');
      });
      if (next) return supervise(place, next);
    }
  }
  async function rollAll(): Promise<void> {
    for (let place = 0; place < count && !isStopping; place++) {
      const next = await startWorker(answers);
      const last = members[place];
      supervise(place, next);
      if (last) await endWorker(last, true);
    }
  }
  const running = () => members.filter((member) => member !== undefined);

  return {
    async start() {
      const started = await Promise.all(members.map(() => startWorker(answers)));
      for (const [place, member] of started.entries()) supervise(place, member);
      return started.at(-1)?.port ?? 0;
    },
    roll() {
      rolling = (rolling ?? Promise.resolve()).then(rollAll).then(
        () => log.info('rolling restart of workers completed'),
        (error: unknown) => log.error({ err: error }, 'rolling restart of workers failed'),
      );
      return rolling;
    },
    announce: () => void Promise.allSettled(running().map((member) => member.channel.request('announce'))),
    async stop() {
      isStopping = true;
      await Promise.all(running().map((member) => endWorker(member, false)));
    },
    requestAll: <T>(question: string) => Promise.all(running().map((member) => member.channel.request<T>(question).catch(() => undefined))),
    get count() {
      return running().length;
    },
  };
}
