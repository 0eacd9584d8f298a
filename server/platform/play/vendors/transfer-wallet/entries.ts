import { sql } from 'kysely';
import * as v from 'valibot';
import { MINUTE_MS } from '../../../../../shared/time.ts';
import { type HistoryEntry, historyEntry } from '../../../../../shared/transfer-wallet/protocol.ts';
import { defined } from '../../../../kit/defined.ts';
import { type AfterCommit, inTransaction, type Tx } from '../../../base/db/index.ts';
import { type TransferResult, vendorWallet } from '../../../ledger/index.ts';
import { reportedBet } from '../bet.ts';
import { loadBetContext } from '../bet-context.ts';
import { instructionOf, postTransfer, requirePosted, type Step } from '../instructions.ts';
import { rollback, win } from '../settlement.ts';
import type { TransferWalletDeps } from './contracts.ts';
import { transferWalletOf } from './lines.ts';
import { postponeReturn, updateVendorWallet } from './vendor-wallet-store.ts';

const BATCH = 500;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 300_000;
const CHECK_AFTER_MS = MINUTE_MS;

interface WaitingRow {
  readonly seq: string;
  readonly provider: string;
  readonly player: string;
}

/**
 * Books stored entries, each player's in order: one that cannot be booked yet holds back the later ones of the same player only. `player`:
 * of this one alone, whether due or not.
 */
export async function bookEntries(deps: TransferWalletDeps, provider: string, player?: string): Promise<void> {
  const waiting = await dueEntries(deps, provider, player);
  const stopped = new Set<string>();
  for (const { seq, player: owner } of waiting) {
    if (stopped.has(owner)) continue;
    try {
      if (!(await bookEntry(deps, provider, seq))) stopped.add(owner);
    } catch (error) {
      stopped.add(owner);
      await postpone(deps, seq, 'ERROR');
      deps.log.error({ err: error, provider, seq }, 'entry of a history could not be booked');
    }
  }
}

/** Without those behind an earlier entry of the player that is not due. */
async function dueEntries({ db, clock }: TransferWalletDeps, provider: string, player: string | undefined): Promise<readonly WaitingRow[]> {
  const now = clock.now().toISOString();
  const { rows } = await sql<WaitingRow>`
    select e.seq, e.provider, e.player from vendor_history_entry e
     where e.state = 'waiting' and e.provider = ${provider}
       and ${player === undefined ? sql`e.next_try_at <= ${now}::timestamptz` : sql`e.player = ${player}`}
       and (${player !== undefined} or not exists (
         select 1 from vendor_history_entry b where b.state = 'waiting' and b.provider = e.provider and b.player = e.player
            and b.seq < e.seq and b.next_try_at > ${now}::timestamptz))
     order by e.seq limit ${BATCH}`.execute(db);
  return rows;
}

/** True if the entry is booked, now or before. */
async function bookEntry(deps: TransferWalletDeps, provider: string, seq: string): Promise<boolean> {
  const { reason, player } = await inTransaction(deps.db, async (tx, afterCommit) => {
    const stored = await tx.selectFrom('vendor_history_entry').select('body').where('seq', '=', seq).executeTakeFirstOrThrow();
    const entry = v.parse(historyEntry, stored.body);
    return { reason: await book(deps, tx, afterCommit, { provider, seq, entry }), player: entry.player };
  });
  if (reason === 'OK' || (reason === 'INSUFFICIENT_FUNDS' && (await bookTogether(deps, provider, player)))) return true;
  await postpone(deps, seq, reason);
  return false;
}

interface Booking {
  readonly provider: string;
  readonly seq: string;
  readonly entry: HistoryEntry;
  /** Credits that are posted already. */
  readonly posted?: ReadonlyMap<string, TransferResult>;
}

/** An entry of a group cannot be booked: nothing of the group is. */
class GroupRefused extends Error {}

/**
 * Books a bet that the account does not cover any more together with the wins after it, in one transaction. The provider has paid the bet
 * from money that was moved out before the bet was reported. The credits are posted first, so that the account is never below zero.
 * False: the entries so far do not cover the bet.
 */
async function bookTogether(deps: TransferWalletDeps, provider: string, player: string): Promise<boolean> {
  try {
    return await inTransaction(deps.db, async (tx, afterCommit) => {
      const rows = await tx
        .selectFrom('vendor_history_entry')
        .select(['seq', 'body'])
        .where('provider', '=', provider)
        .where('player', '=', player)
        .where('state', '=', 'waiting')
        .orderBy('seq')
        .limit(BATCH)
        .execute();
      const waiting = rows.map(({ seq, body }) => ({ provider, seq, entry: v.parse(historyEntry, body) }));
      const [first] = waiting;
      const step = first && (await stepOf(deps, tx, afterCommit, first));
      if (typeof step !== 'object') return false;
      const group = coveredGroup(waiting, step.holder.balance);
      const posted = new Map<string, TransferResult>();
      for (const { entry } of group) {
        if (entry.kind === 'bet' || entry.amount === '0') continue;
        const credit = instructionOf(entry.kind, { ...entry, transactionId: entry.id });
        posted.set(entry.id, requirePosted(await postTransfer(step, credit, credit.amount, undefined), credit));
      }
      for (const each of group)
        if ((await book(deps, tx, afterCommit, { ...each, posted })) !== 'OK') throw new GroupRefused(each.entry.id);
      return group.length > 0;
    });
  } catch (error) {
    if (error instanceof GroupRefused) return false;
    throw error;
  }
}

/** The shortest beginning that a balance covers as a whole, although not in its order; empty: none. */
function coveredGroup(waiting: readonly Booking[], balance: bigint): readonly Booking[] {
  let left = balance;
  let wasShort = false;
  for (const [index, { entry }] of waiting.entries()) {
    left += entry.kind === 'bet' ? -BigInt(entry.amount) : BigInt(entry.amount);
    if (wasShort && left >= 0n) return waiting.slice(0, index + 1);
    wasShort ||= left < 0n;
  }
  return [];
}

/** Same rounds, instructions and postings as for a seamless vendor, from the member's account at this vendor. Text: why it waits. */
async function book(deps: TransferWalletDeps, tx: Tx, afterCommit: AfterCommit, booking: Booking): Promise<string> {
  const { provider, seq, entry } = booking;
  const step = await stepOf(deps, tx, afterCommit, booking);
  if (typeof step === 'string') return step;
  // The wallet is locked: what another node has booked meanwhile is visible.
  const row = await tx.selectFrom('vendor_history_entry').select('state').where('seq', '=', seq).forUpdate().executeTakeFirstOrThrow();
  if (row.state === 'booked') return 'OK';
  const status = await perform(step, entry);
  if (status !== 'OK') return status;
  const { now, holder } = step;
  await tx.updateTable('vendor_history_entry').set({ state: 'booked', reason: null, booked_at: now }).where('seq', '=', seq).execute();
  const returnMinutes = transferWalletOf(deps.providers, provider)?.returnMinutes ?? null;
  await afterPlay(deps, tx, afterCommit, { provider, memberId: holder.memberId, isBet: entry.kind === 'bet', returnMinutes });
  return 'OK';
}

/** Locks the wallet of the entry's player. Text: why the entry waits. */
async function stepOf(
  deps: TransferWalletDeps,
  tx: Tx,
  afterCommit: AfterCommit,
  { provider, entry, posted }: Booking,
): Promise<Step | string> {
  const { player, roundId, id: transactionId, betId } = entry;
  const known = await loadBetContext(
    tx,
    { provider, merchant: deps.merchant },
    { player, roundId, transactionId, ...defined({ betTransactionId: betId }) },
  );
  const settings = transferWalletOf(deps.providers, provider);
  if (!known || !settings) return 'PLAYER_NOT_FOUND';
  const { memberId, currency, realm } = known.holder;
  if (entry.currency !== currency || realm !== 'real') return 'WRONG_CURRENCY';
  const account = vendorWallet(settings.vassalage);
  await deps.wallet.openMember(tx, { memberId, currency, realm, kind: account });
  const balance = (await deps.wallet.balance(tx, memberId, account))?.units ?? 0n;
  const holder = { ...known.holder, account, balance };
  return { ...known, deps, tx, afterCommit, holder, now: deps.clock.now(), ...(posted && { posted }) };
}

async function perform(
  step: Step,
  { id, player, roundId, gameId, currency, amount, betId = '', kind, ...more }: HistoryEntry,
): Promise<string> {
  const ids = { transactionId: id, roundId, gameId, player };
  if (kind === 'bet') return reportedBet(step, { ...ids, currency, amount, market: more.market, atRisk: more.atRisk });
  // Without its bet it waits: a tombstone would refuse the bet when it arrives.
  if (!step.known.bet) return 'BET_NOT_FOUND';
  if (kind === 'win') return (await win(step, { ...ids, currency, amount, betTransactionId: betId, endRound: more.endRound })).status;
  if (step.known.bet.amount !== amount) return 'TRANSACTION_MISMATCH';
  return (await rollback(step, { ...ids, betTransactionId: betId })).status;
}

/** Sets the times of the next check and of the automatic return. A limit that is reached brings the rest of the money back at once. */
async function afterPlay(
  deps: TransferWalletDeps,
  tx: Tx,
  afterCommit: AfterCommit,
  { provider, memberId, isBet, returnMinutes }: { provider: string; memberId: string; isBet: boolean; returnMinutes: number | null },
): Promise<void> {
  const now = deps.clock.now().getTime();
  const refusal = isBet ? await deps.protection.refuseAtVendor(tx, memberId, 1n) : undefined;
  if (refusal) deps.protection.publishRefusal(memberId, refusal, afterCommit);
  const key = { provider, memberId };
  await updateVendorWallet(tx, key, { check_due_at: new Date(now + CHECK_AFTER_MS), ...(refusal && { return_due_at: new Date(now) }) });
  if (!refusal && returnMinutes !== null) await postponeReturn(tx, key, new Date(now + returnMinutes * MINUTE_MS));
}

async function postpone({ db, clock }: TransferWalletDeps, seq: string, reason: string): Promise<void> {
  await sql`
    update vendor_history_entry set tries = tries + 1, reason = ${reason}, next_try_at = ${clock.now().toISOString()}::timestamptz
           + make_interval(secs => least(${LONGEST_PAUSE_MS}::double precision, ${FIRST_PAUSE_MS}::double precision * power(2, least(tries, 16))) / 1000)
     where seq = ${seq}::bigint and state = 'waiting'`.execute(db);
}
