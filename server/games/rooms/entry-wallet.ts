import type { Updateable } from 'kysely';
import type { Logger } from 'pino';
import type { StudioClock, StudioPolicy } from '../contract.ts';
import { LONGEST_RETRY_MS, retryFor } from '../rounds.ts';
import type { Order, Settlement, StakeVerdict } from '../settlement.ts';
import type { StudioDatabase } from '../tables.ts';
import type { ChangeNotifier } from './change-notifier.ts';
import { separatePlayers } from './player-links.ts';
import { findEntry, touchTable, updateEntry } from './room-store.ts';
import type { Entry, EntryRow } from './rows.ts';

export interface EntryDeps {
  readonly db: StudioDatabase;
  readonly settlement: Settlement;
  readonly notifier: ChangeNotifier;
  readonly clock: StudioClock;
  readonly log: Logger;
  readonly policy: StudioPolicy;
}

/** The wallet calls of an entry. Each stores the verdict of the wallet and notifies the table. */
export interface EntryWallet {
  /** Sends the stake once. */
  stake(entry: Entry, walletToken: string): Promise<void>;
  /** Ends an entry whose stake is not sent. */
  refuse(entry: Entry, refusal: string): Promise<void>;
  /** Takes the next call of a claimed entry: pays it, or rolls its stake back. */
  advance(claimed: Entry): Promise<void>;
}

/** The platform limits what two players lose to each other in a day. */
const PAIR_LIMIT_DAYS = 1;
const LINKED_DAYS = 90;

export function createEntryWallet({ db, settlement, notifier, clock, log, policy }: EntryDeps): EntryWallet {
  async function stake(entry: Entry, walletToken: string): Promise<void> {
    return staked(entry, await settlement.stake(orderOf(entry), walletToken, retryFor(policy.retryWindowMs)));
  }

  async function staked(entry: Entry, verdict: StakeVerdict): Promise<void> {
    if (verdict.end === 'accepted') return move(entry, { state: 'open', balance_after: textOf(verdict.balance) });
    if (verdict.end === 'refused') return refused(entry, verdict);
    if (verdict.end === 'refunded') return end(entry, { state: 'refunded', payout: '0', balance_after: textOf(verdict.balance) });
    return postpone(entry);
  }

  async function refused(entry: Entry, { refusal, opponent }: Extract<StakeVerdict, { end: 'refused' }>): Promise<void> {
    const other = opponent === undefined ? undefined : await findEntry(db, opponent);
    if (other?.hand_id === entry.hand_id && entry.player !== null && other.player !== null)
      await separatePlayers(db, [entry.player, other.player], clock.now(), refusal === 'pair_limit' ? PAIR_LIMIT_DAYS : LINKED_DAYS);
    await end(entry, { state: 'refused', refusal });
  }

  async function advance(claimed: Entry): Promise<void> {
    const retryPolicy = retryFor(policy.retryWindowMs);
    if (claimed.state === 'owed') {
      const verdict = await settlement.pay({ ...orderOf(claimed), payout: claimed.payout ?? '0' }, retryPolicy);
      if (verdict.end === 'unknown') return postpone(claimed);
      if (verdict.end === 'settled') return end(claimed, { state: 'settled', balance_after: textOf(verdict.balance) });
      log.error({ entryId: claimed.id }, 'wallet had rolled back a stake that was to be paid');
      return end(claimed, { state: 'refunded' });
    }
    // An unconfirmed stake whose hand has continued without it is rolled back as well. The rollback is stored before it is sent, so that
    // a process that still requests the stake does not count it.
    const entry = claimed.state === 'placing' ? await updateEntry(db, claimed, { state: 'voided', payout: '0' }) : claimed;
    if (!entry) return;
    const verdict = await settlement.undo(orderOf(entry), retryPolicy);
    if (verdict.end === 'refunded') return end(entry, { state: 'refunded', payout: '0', balance_after: textOf(verdict.balance) });
    if (verdict.end === 'accepted') log.error({ entryId: entry.id }, 'wallet had settled a stake that was to be rolled back');
    return postpone(entry);
  }

  async function postpone(entry: Entry): Promise<void> {
    const wait = Math.min(policy.retryMs * 2 ** entry.attempts, LONGEST_RETRY_MS);
    log.warn({ entryId: entry.id, state: entry.state, attempts: entry.attempts + 1 }, 'entry postponed: wallet outcome unknown');
    await updateEntry(db, entry, { attempts: entry.attempts + 1, next_try_at: new Date(clock.now().getTime() + wait) });
  }

  function end(entry: Entry, change: Updateable<EntryRow>): Promise<void> {
    return move(entry, { ...change, ended_at: clock.now() });
  }

  async function move(entry: Entry, change: Updateable<EntryRow>): Promise<void> {
    if (!(await updateEntry(db, entry, change))) return;
    await touchTable(db, entry.table_id);
    notifier.notify(entry.table_id);
  }

  return {
    stake,
    refuse: (entry, refusal) => end(entry, { state: 'refused', refusal }),
    advance,
  };
}

/** Bots have no wallet, so their entries must not reach this function. */
function orderOf({ id, hand_id, game_id, player, currency, stake }: Entry): Order {
  if (player === null) throw new Error(`entry ${id} of a bot has no wallet`);
  return { id, game_id, player, currency, stake, contest: hand_id };
}

function textOf(balance: bigint | null): string | null {
  return balance === null ? null : String(balance);
}
