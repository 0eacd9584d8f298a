import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { createWorkQueue } from '../work-queue.ts';

/** Of argon2id, the package's default kind: KiB, passes and lanes. */
export interface PasswordCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** OWASP's figures: 19 MiB, two passes, one lane. */
const COST: PasswordCost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };
/** Hashing shares Node's four pool threads with file reads: two at a time leave room. */
const RUNNING = 2;
const WAITING = 20;

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Without a stored hash the same work is done for nothing, so that a missing member costs what a wrong password costs. */
  verify(storedHash: string | undefined, password: string): Promise<boolean>;
}

/** Refuses with `server_busy` when too many are waiting already. */
export function createPasswords(
  limits: { running: number; waiting: number } = { running: RUNNING, waiting: WAITING },
  cost = COST,
): Passwords & { waiting(): number } {
  const inTurn = createWorkQueue(limits);
  let decoy: Promise<string> | undefined;
  return {
    waiting: inTurn.waiting,
    hash: (password) => inTurn(() => hash(password, cost)),
    async verify(storedHash, password) {
      decoy ??= hash(randomBytes(16).toString('hex'), cost);
      const against = storedHash ?? (await decoy);
      return (await inTurn(() => verify(against, password))) && storedHash !== undefined;
    },
  };
}

/** The hash of a password that nobody knows, for members who come in another way. */
export function unusablePassword(passwords: Pick<Passwords, 'hash'>): Promise<string> {
  return passwords.hash(randomBytes(32).toString('base64url'));
}
