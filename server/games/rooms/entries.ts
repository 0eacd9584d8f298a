import { LEASE_MS } from '../rounds.ts';
import { createEntryWallet, type EntryDeps } from './entry-wallet.ts';
import { claimEntry, findEntry, listDueEntries, sessionsOf } from './room-store.ts';
import type { Entry } from './rows.ts';

/** Wallet calls of a hand: each player's stake and prize are a separate round in the wallet. */
export interface Entries {
  /** Sends the stake once. */
  stake(entry: Entry): Promise<void>;
  /** Processes entries in the background; failures are left to `resumeDue`. */
  resumeSoon(entries: readonly Entry[]): void;
  resumeDue(): Promise<void>;
  idle(): Promise<void>;
}

const BATCH = 64;

export function createEntries(deps: EntryDeps): Entries {
  const { db, clock, log } = deps;
  const wallet = createEntryWallet(deps);
  const working = new Map<string, Promise<void>>();

  async function stake(entry: Entry): Promise<void> {
    const session = (await sessionsOf(db, [entry.session_id ?? ''])).get(entry.session_id ?? '');
    return session ? work(entry, () => wallet.stake(entry, session.wallet_token)) : wallet.refuse(entry, 'session_expired');
  }

  async function resume(id: string): Promise<void> {
    if (working.has(id)) return working.get(id);
    const entry = await findEntry(db, id);
    const now = clock.now();
    if (!entry || !isUnsettled(entry) || !(await claimEntry(db, entry, now, new Date(now.getTime() + LEASE_MS)))) return;
    return work(entry, () => wallet.advance(entry));
  }

  function work(entry: Entry, task: () => Promise<void>): Promise<void> {
    const finished = task().finally(() => working.delete(entry.id));
    working.set(entry.id, finished);
    return finished;
  }

  return {
    stake,
    resumeSoon(all) {
      for (const { id, player } of all) {
        if (player !== null) resume(id).catch((error: unknown) => log.error({ err: error, entryId: id }, 'processing an entry failed'));
      }
    },
    async resumeDue() {
      await Promise.all((await listDueEntries(db, clock.now(), BATCH)).map(({ id }) => resume(id)));
    },
    async idle() {
      while (working.size > 0) await Promise.allSettled([...working.values()]);
    },
  };
}

function isUnsettled({ state }: Entry): boolean {
  return state === 'placing' || state === 'owed' || state === 'voided';
}
