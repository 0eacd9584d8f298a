import { sql } from 'kysely';
import { DAY_MS } from '../../../../shared/time.ts';
import { type AfterCommit, inTransaction, type Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { protectionRefusal } from '../../protection/responsible-gaming/index.ts';
import type { Claimed } from '../centre/index.ts';
import type { RaffleDeps } from './contracts.ts';
import type { RaffleRow, WinRow } from './rules.ts';

const WINS_PER_BATCH = 50;
const WIN = /^\d{1,18}$/;

/** Claims the prizes of a member in a raffle. Refuses with a code if there is nothing to claim. */
export async function claimRaffle(deps: RaffleDeps, memberId: string, raffleId: string): Promise<Claimed> {
  return inTransaction(deps.db, async (tx, afterCommit) => {
    await deps.wallet.lockWallets(tx, [memberId]);
    const resting = await deps.protection.resting(tx, memberId);
    if (resting) throw protectionRefusal(resting);
    const raffle = await tx.selectFrom('raffle').select('id').where('id', '=', raffleId).where('state', '<>', 'draft').executeTakeFirst();
    if (!raffle) throw new Refusal('raffle_not_found');
    const own = tx.selectFrom('raffle_win').selectAll().where('member_id', '=', memberId).where('raffle_id', '=', raffleId);
    const wins = await own.orderBy('id').forUpdate().execute();
    const now = deps.clock.now();
    const open = wins.filter((win) => isOpen(win, now));
    if (open.length === 0) throw refusalOf(wins, now);
    const claimed = await payAll(deps, tx, afterCommit, open);
    await deps.centre.publish(tx, afterCommit, memberId);
    return claimed;
  });
}

/** Claims one prize, or all of the member. The caller has locked the wallet, and the member is not on a break. */
export async function claimWins(deps: RaffleDeps, tx: Tx, afterCommit: AfterCommit, memberId: string, id: string): Promise<Claimed> {
  const own = tx.selectFrom('raffle_win').selectAll().where('member_id', '=', memberId);
  const now = deps.clock.now();
  if (id === 'all') {
    const open = own.where('state', '=', 'claimable').where('claim_until', '>', now);
    return payAll(deps, tx, afterCommit, await open.orderBy('id').forUpdate().execute());
  }
  const win = WIN.test(id) ? await own.where('id', '=', id).forUpdate().executeTakeFirst() : undefined;
  if (!win) throw new Refusal('raffle_not_found');
  if (!isOpen(win, now)) throw refusalOf([win], now);
  return payAll(deps, tx, afterCommit, [win]);
}

function isOpen({ state, claim_until }: WinRow, now: Date): boolean {
  return state === 'claimable' && claim_until > now;
}

function refusalOf(wins: readonly WinRow[], now: Date): Refusal {
  if (wins.some(({ state }) => state === 'due' || state === 'paid')) return new Refusal('raffle_claimed');
  return new Refusal(wins.some((win) => win.state === 'ended' || win.claim_until <= now) ? 'raffle_expired' : 'raffle_nothing');
}

async function payAll(deps: RaffleDeps, tx: Tx, afterCommit: AfterCommit, wins: readonly WinRow[]): Promise<Claimed> {
  let [paid, waiting] = [0n, 0n];
  for (const win of wins) {
    await tx.updateTable('raffle_win').set({ state: 'due', claimed_at: deps.clock.now() }).where('id', '=', win.id).execute();
    if (await pay(deps, tx, afterCommit, win)) paid += BigInt(win.amount);
    else waiting += BigInt(win.amount);
  }
  return { paid, waiting, count: wins.length };
}

/** False if the account of rewards does not cover it. The caller has locked the wallet and the prize, which is due. */
async function pay(deps: RaffleDeps, tx: Tx, afterCommit: AfterCommit, win: WinRow): Promise<boolean> {
  const result = await deps.fund.pay(tx, afterCommit, {
    reference: `raffle:${win.id}`,
    kind: 'raffle',
    currency: win.currency,
    memberId: win.member_id,
    units: BigInt(win.amount),
    meta: { raffleId: win.raffle_id, winId: win.id },
  });
  if (result.outcome === 'missing')
    deps.log.error({ memberId: win.member_id, win: win.id }, 'a prize cannot be paid: the member has no wallet');
  if (result.outcome !== 'paid') return false;
  const change = { state: 'paid', paid_at: deps.clock.now(), transfer_id: result.transferId } as const;
  await tx.updateTable('raffle_win').set(change).where('id', '=', win.id).execute();
  return true;
}

/** Pays what was claimed and could not be paid at once. */
export async function payDueWins(deps: RaffleDeps): Promise<void> {
  for (let after = '0'; ; ) {
    deps.requireTime();
    const from: string = after;
    const next = await inTransaction(deps.db, (tx, afterCommit) => payNext(deps, tx, afterCommit, from));
    if (next === undefined) return;
    after = next;
  }
}

/** The wallet before the prize. */
async function payNext(deps: RaffleDeps, tx: Tx, afterCommit: AfterCommit, after: string): Promise<string | undefined> {
  const due = tx.selectFrom('raffle_win').where('state', '=', 'due');
  const next = await due.select(['id', 'member_id']).where('id', '>', after).orderBy('id').limit(1).executeTakeFirst();
  if (!next) return undefined;
  await deps.wallet.lockWallets(tx, [next.member_id]);
  const row = await due.selectAll().where('id', '=', next.id).forUpdate().executeTakeFirst();
  if (row && (await mayReceive(deps, tx, row.member_id)) && (await pay(deps, tx, afterCommit, row)))
    await deps.centre.publish(tx, afterCommit, row.member_id);
  return next.id;
}

/** Ends prizes that were not claimed in time; the time is extended during a break. */
export async function endWins(deps: RaffleDeps): Promise<void> {
  deps.requireTime();
  while ((await inTransaction(deps.db, (tx, afterCommit) => endBatch(deps, tx, afterCommit))) === WINS_PER_BATCH);
}

async function endBatch(deps: RaffleDeps, tx: Tx, afterCommit: AfterCommit): Promise<number> {
  const now = deps.clock.now();
  const { rows } = await sql<WinRow & Pick<RaffleRow, 'claim_days'>>`
    select w.*, r.claim_days from raffle_win w join raffle r on r.id = w.raffle_id
     where w.state = 'claimable' and w.claim_until <= ${now}::timestamptz
     order by w.id limit ${WINS_PER_BATCH}::int for update of w skip locked`.execute(tx);
  for (const { id, raffle_id, member_id, amount, claim_days } of rows) {
    const change = tx.updateTable('raffle_win').where('id', '=', id);
    if (!(await mayReceive(deps, tx, member_id))) {
      await change.set({ claim_until: new Date(now.getTime() + claim_days * DAY_MS) }).execute();
      continue;
    }
    await change.set({ state: 'ended' }).execute();
    await sql`update raffle set reserved = reserved - ${amount}::bigint where id = ${raffle_id}`.execute(tx);
    await deps.centre.publish(tx, afterCommit, member_id);
  }
  return rows.length;
}

/** Neither on a break nor excluded or blocked. */
async function mayReceive({ protection }: RaffleDeps, tx: Tx, memberId: string): Promise<boolean> {
  const member = await tx.selectFrom('member').select('status').where('id', '=', memberId).executeTakeFirst();
  return member?.status !== 'blocked' && (await protection.mayBeAdvertised(tx, memberId));
}
