import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Answers, type Channel, createChannel } from './channel.ts';
import { StartFailure } from './start-failure.ts';

/** A worker process, as seen by the first process. */
interface Member {
  readonly worker: Worker;
  readonly channel: Channel;
  readonly gone: Promise<string>;
  readonly startedAt: number;
  isLeaving: boolean;
}

export interface Workers {
  /** Starts all workers; resolves with their shared port when they are ready. */
  start(): Promise<number>;
  /** Replaces the workers one by one without refusing visitors. */
  roll(): Promise<void>;
  announce(): void;
  stop(): Promise<void>;
  /** The answers of all ready workers; undefined for a missing answer. */
  askAll<T>(question: string): Promise<(T | undefined)[]>;
  readonly count: number;
}

export interface WorkersDeps {
  readonly count: number;
  /** Handlers for requests of workers. */
  readonly answers: Answers;
  /** Called when workers end repeatedly; the service must stop. */
  readonly onHopeless: (reason: string) => void;
  readonly log: Logger;
}

const MOST_EARLY_ENDS = 5;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 10_000;
/** A worker that ran this long was healthy. */
const STEADY_MS = 20_000;
const LEAVE_DEADLINE_MS = 30_000;

export function createWorkers({ count, answers, onHopeless, log }: WorkersDeps): Workers {
  const members: (Member | undefined)[] = Array.from({ length: count });
  let earlyEnds = 0;
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
      const gone = new Promise<string>((resolveGone) =>
        worker.once('exit', (code, signal) => resolveGone(signal ? `signal ${signal}` : `code ${code}`)),
      );
      const member: Member = { worker, channel, gone, startedAt: Date.now(), isLeaving: false };
      void gone.then((how) => {
        channel.close();
        reject(new StartFailure(`a worker ended with ${how} before it was ready`));
      });
    });
  }

  /** Replaces the worker of a slot until the service stops. */
  function keep(place: number, member: Member): void {
    members[place] = member;
    void member.gone.then((how) => {
      if (members[place] !== member) return;
      members[place] = undefined;
      if (isStopping || member.isLeaving) return;
      log.error({ pid: member.worker.process.pid, how }, 'worker ended unexpectedly');
      if (Date.now() - member.startedAt > STEADY_MS) earlyEnds = 0;
      return refill(place, how);
    });
  }
  async function refill(place: number, lastWords: string): Promise<void> {
    for (let reason = lastWords; !isStopping; ) {
      if (++earlyEnds >= MOST_EARLY_ENDS) return onHopeless(`workers end repeatedly, most recently with ${reason}`);
      await sleep(Math.min(FIRST_PAUSE_MS * 2 ** (earlyEnds - 1), LONGEST_PAUSE_MS));
      if (isStopping) return;
      const next = await fork().catch((error: Error) => {
        reason = error.message;
        log.error({ err: error }, 'worker start failed');
      });
      if (next) return keep(place, next);
    }
  }
  async function leave(member: Member, gently: boolean): Promise<void> {
    member.isLeaving = true;
    const deadline = setTimeout(() => member.worker.process.kill('SIGKILL'), LEAVE_DEADLINE_MS);
    await member.channel.ask('leave', { gently }).catch(() => undefined);
    await member.gone;
    clearTimeout(deadline);
  }
  async function rollAll(): Promise<void> {
    for (let place = 0; place < count && !isStopping; place++) {
      const next = await fork();
      const last = members[place];
      keep(place, next);
      if (last) await leave(last, true);
    }
  }
  const present = () => members.filter((member) => member !== undefined);

  return {
    async start() {
      const started = await Promise.all(members.map(fork));
      for (const [place, member] of started.entries()) keep(place, member);
      return port;
    },
    roll() {
      rolling = (rolling ?? Promise.resolve()).then(rollAll).then(
        () => log.info('rolling restart of workers completed'),
        (error: unknown) => log.error({ err: error }, 'rolling restart of workers failed'),
      );
      return rolling;
    },
    announce: () => void Promise.allSettled(present().map((member) => member.channel.ask('announce'))),
    async stop() {
      isStopping = true;
      await Promise.all(present().map((member) => leave(member, false)));
    },
    askAll: <T>(question: string) => Promise.all(present().map((member) => member.channel.ask<T>(question).catch(() => undefined))),
    get count() {
      return present().length;
    },
  };
}
