import { sql } from 'kysely';
import * as v from 'valibot';
import { type HistoryEntry, historyEntry } from '../../../../../shared/transfer-wallet/protocol.ts';
import { type AfterCommit, inTransaction, type Tx } from '../../../base/db/index.ts';
import { vendorWallet } from '../../../ledger/index.ts';
import { reportedBet } from '../bet.ts';
import { loadBetContext } from '../bet-context.ts';
import type { Step } from '../instructions.ts';
import { rollback, win } from '../settlement.ts';
import type { TransferWalletDeps } from './contracts.ts';
import { transferWalletOf } from './lines.ts';
import { updatePurse } from './purse-store.ts';

const BATCH = 500;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 300_000;
const MINUTE_MS = 60_000;
const CHECK_AFTER_MS = 60_000;

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
  const reason = await inTransaction(deps.db, async (tx, afterCommit) => {
    const stored = await tx.selectFrom('vendor_history_entry').select('body').where('seq', '=', seq).executeTakeFirstOrThrow();
    return book(deps, tx, afterCommit, { provider, seq, entry: v.parse(historyEntry, stored.body) });
  });
  if (reason === 'OK') return true;
  await postpone(deps, seq, reason);
  return false;
}

interface Booking {
  readonly provider: string;
  readonly seq: string;
  readonly entry: HistoryEntry;
}

/** Same rounds, instructions and postings as for a seamless vendor, from the member's account at this vendor. Text: why it waits. */
async function book(deps: TransferWalletDeps, tx: Tx, afterCommit: AfterCommit, { provider, seq, entry }: Booking): Promise<string> {
  const { player, roundId, id: transactionId, betId } = entry;
  const known = await loadBetContext(
    tx,
    { provider, merchant: deps.merchant },
    { player, roundId, transactionId, betTransactionId: betId },
  );
  const settings = transferWalletOf(deps.providers, provider);
  if (!known || !settings) return 'PLAYER_NOT_FOUND';
  // The wallet is locked: what another node has booked meanwhile is visible.
  const row = await tx.selectFrom('vendor_history_entry').select('state').where('seq', '=', seq).forUpdate().executeTakeFirstOrThrow();
  if (row.state === 'booked') return 'OK';
  const { memberId, currency, realm } = known.holder;
  if (entry.currency !== currency || realm !== 'real') return 'WRONG_CURRENCY';
  const account = vendorWallet(settings.vassalage);
  await deps.wallet.openMember(tx, { memberId, currency, realm, kind: account });
  const balance = (await deps.wallet.balance(tx, memberId, account))?.units ?? 0n;
  const now = deps.clock.now();
  const status = await perform({ ...known, deps, tx, afterCommit, holder: { ...known.holder, account, balance }, now }, entry);
  if (status !== 'OK') return status;
  await tx.updateTable('vendor_history_entry').set({ state: 'booked', reason: null, booked_at: now }).where('seq', '=', seq).execute();
  await afterPlay(deps, tx, afterCommit, { provider, memberId, isBet: entry.kind === 'bet', returnMinutes: settings.returnMinutes });
  return 'OK';
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
  const returnDue = refusal ? new Date(now) : returnMinutes === null ? undefined : new Date(now + returnMinutes * MINUTE_MS);
  await updatePurse(
    tx,
    { provider, memberId },
    {
      check_due_at: new Date(now + CHECK_AFTER_MS),
      ...(returnDue && { return_due_at: returnDue }),
    },
  );
}

async function postpone({ db, clock }: TransferWalletDeps, seq: string, reason: string): Promise<void> {
  await sql`
    update vendor_history_entry set tries = tries + 1, reason = ${reason}, next_try_at = ${clock.now().toISOString()}::timestamptz
           + make_interval(secs => least(${LONGEST_PAUSE_MS}::double precision, ${FIRST_PAUSE_MS}::double precision * power(2, least(tries, 16))) / 1000)
     where seq = ${seq}::bigint and state = 'waiting'`.execute(db);
}
