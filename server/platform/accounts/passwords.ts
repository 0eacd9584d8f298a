import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { Refusal } from '../refusal.ts';

/** OWASP's figures for argon2id (the package's default kind): 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };
/** Hashing shares Node's four pool threads with file reads: two at a time leave room. */
const RUNNING = 2;
const WAITING = 20;

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Without a stored hash the same work is done for nothing, so that a missing member costs what a wrong password costs. */
  verify(storedHash: string | undefined, password: string): Promise<boolean>;
}

/** Refuses with `server_busy` when too many are waiting already. */
export function createPasswords(limits: { running: number; waiting: number } = { running: RUNNING, waiting: WAITING }): Passwords {
  const inTurn = createQueue(limits);
  let decoy: Promise<string> | undefined;
  return {
    hash: (password) => inTurn(() => hash(password, COST)),
    async verify(storedHash, password) {
      decoy ??= hash(randomBytes(16).toString('hex'), COST);
      const against = storedHash ?? (await decoy);
      return (await inTurn(() => verify(against, password))) && storedHash !== undefined;
    },
  };
}

/** The hash of a password that nobody knows, for members who come in another way. */
export function unusablePassword(passwords: Pick<Passwords, 'hash'>): Promise<string> {
  return passwords.hash(randomBytes(32).toString('base64url'));
}

function createQueue({ running, waiting }: { running: number; waiting: number }): <T>(work: () => Promise<T>) => Promise<T> {
  const queue: (() => void)[] = [];
  let active = 0;
  return async (work) => {
    if (active < running) active += 1;
    else if (queue.length >= waiting) throw new Refusal('server_busy');
    // The place of whoever has finished passes on, so `active` stays as it is.
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else active -= 1;
    }
  };
}
