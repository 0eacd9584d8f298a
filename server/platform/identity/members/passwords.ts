import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { createWorkQueue } from '../../base/work-queue.ts';

/** Parameters of argon2id, the package's default: KiB, passes, lanes. */
export interface PasswordCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** OWASP recommendation: 19 MiB, two passes, one lane. */
const COST: PasswordCost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };
/** Hashing and file reads share Node's four pool threads: two hashes at a time leave two threads free. */
const RUNNING = 2;
const WAITING = 20;

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Without a stored hash the same work is done, so that an unknown member takes as long as a wrong password. */
  verify(storedHash: string | undefined, password: string): Promise<boolean>;
}

/** Refuses with `server_busy` if the queue is full. */
export function createPasswords(
  limits: { running: number; waiting: number } = { running: RUNNING, waiting: WAITING },
  cost = COST,
): Passwords & { waiting(): number } {
  const runQueued = createWorkQueue(limits);
  let decoyHash: Promise<string> | undefined;
  return {
    waiting: runQueued.waiting,
    hash: (password) => runQueued(() => hash(password, cost)),
    async verify(storedHash, password) {
      decoyHash ??= hash(randomBytes(16).toString('hex'), cost);
      const against = storedHash ?? (await decoyHash);
      return (await runQueued(() => verify(against, password))) && storedHash !== undefined;
    },
  };
}

/** Hash of a random password, for members who sign in by other means. */
export function unusablePassword(passwords: Pick<Passwords, 'hash'>): Promise<string> {
  return passwords.hash(randomBytes(32).toString('base64url'));
}
