import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Answers, type Channel, createChannel } from './channel.ts';
import { StartFailure } from './start-failure.ts';

/** A worker process, as seen by the first process. */
interface Member {
  readonly worker: Worker;
  readonly channel: Channel;
  readonly exited: Promise<string>;
  readonly startedAt: number;
  isRetiring: boolean;
}

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
const LEAVE_DEADLINE_MS = 30_000;

export function createWorkers({ count, answers, onRepeatedFailure, log }: WorkersDeps): Workers {
  const members: (Member | undefined)[] = Array.from({ length: count });
  let earlyExits = 0;
  let isStopping = false;
  let port = 0;
  let rolling: Promise<void> | undefined;

  function fork(): Promise<Member> {
    return new Promise((resolve, reject) => {
      const worker = cluster.fork();
      const channel = createChannel((message) => void worker.send(message, () => undefined), {
        ...answers,
        ready: (shared: number) => {
          port = shared;
          resolve(member);
        },
        failed: (reason: string) => reject(new StartFailure(reason)),
      });
      worker.on('message', (message) => channel.receive(message));
      // Without a listener the error of one worker would end the first process; its exit is handled below.
      worker.on('error', () => undefined);
      const exited = new Promise<string>((resolveExited) =>
        worker.once('exit', (code, signal) => resolveExited(signal ? `signal ${signal}` : `code ${code}`)),
      );
      const member: Member = { worker, channel, exited, startedAt: Date.now(), isRetiring: false };
      void exited.then((how) => {
        channel.close();
        reject(new StartFailure(`a worker ended with ${how} before it was ready`));
      });
    });
  }

  /** Replaces the worker of a slot until the service stops. */
  function supervise(place: number, member: Member): void {
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
      const next = await fork().catch((error: Error) => {
        reason = error.message;
        log.error({ err: error }, 'worker start failed');
      });
      if (next) return supervise(place, next);
    }
  }
  async function retire(member: Member, gently: boolean): Promise<void> {
    member.isRetiring = true;
    const deadline = setTimeout(() => member.worker.process.kill('SIGKILL'), LEAVE_DEADLINE_MS);
    await member.channel.request('leave', { gently }).catch(() => undefined);
    await member.exited;
    clearTimeout(deadline);
  }
  async function rollAll(): Promise<void> {
    for (let place = 0; place < count && !isStopping; place++) {
      const next = await fork();
      const last = members[place];
      supervise(place, next);
      if (last) await retire(last, true);
    }
  }
  const running = () => members.filter((member) => member !== undefined);

  return {
    async start() {
      const started = await Promise.all(members.map(fork));
      for (const [place, member] of started.entries()) supervise(place, member);
      return port;
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
      await Promise.all(running().map((member) => retire(member, false)));
    },
    requestAll: <T>(question: string) => Promise.all(running().map((member) => member.channel.request<T>(question).catch(() => undefined))),
    get count() {
      return running().length;
    },
  };
}
