import { sql } from 'kysely';
import { amountText } from '../../../../shared/money/amount-text.ts';
import { drawRaffle, raffleSeedHash, textHash } from '../../../../shared/rules/raffle-draw.ts';
import { DAY_MS } from '../../../../shared/time.ts';
import { type AfterCommit, type Executor, inTransaction, type Tx } from '../../base/db/index.ts';
import { readMerchant } from '../../merchant/index.ts';
import type { RaffleDeps } from './contracts.ts';
import { lockTurn } from './count.ts';
import { listOf, prizeAmounts, type RaffleRow, type TicketRow, takenBackOf, takenBackTextOf, type WinRow } from './rules.ts';
import { titleOf } from './terms.ts';

/** Purpose of the sealed seed. */
export const SEED_SEAL = 'raffle.seed';

/**
 * Closes the lists and draws the raffles whose time has come. `counted`: everything that had happened before this time is counted. Each step is one
 * transaction under the turn: no ticket is given or taken back in it, and of several nodes one does it.
 */
export async function advanceRaffles(deps: RaffleDeps, counted: Date): Promise<void> {
  for (const id of await due(deps, 'live', counted)) {
    deps.requireTime();
    await inTransaction(deps.db, (tx) => closeList(deps, tx, id));
  }
  for (const id of await due(deps, 'closed', counted)) {
    deps.requireTime();
    await inTransaction(deps.db, (tx, afterCommit) => draw(deps, tx, afterCommit, id));
  }
}

async function due({ db }: RaffleDeps, state: 'live' | 'closed', counted: Date): Promise<readonly string[]> {
  const rows = db.selectFrom('raffle').select('id').where('state', '=', state);
  const at = state === 'live' ? 'ends_at' : 'draws_at';
  return (await rows.where(at, '<=', counted).orderBy(at).orderBy('id').execute()).map(({ id }) => id);
}

async function lockIn(tx: Tx, id: string, state: RaffleRow['state']): Promise<RaffleRow | undefined> {
  await lockTurn(tx);
  return tx.selectFrom('raffle').selectAll().where('id', '=', id).where('state', '=', state).forUpdate().executeTakeFirst();
}

/** Entries with tickets of the list, in its order. */
export function listedEntries(executor: Executor, raffleId: string): Promise<readonly TicketRow[]> {
  const rows = executor.selectFrom('raffle_entry').selectAll().where('raffle_id', '=', raffleId).where('first_ticket', 'is not', null);
  return rows.orderBy('first_ticket').execute();
}

/** Numbers the tickets in the order in which members joined, and publishes the hash of the list. */
async function closeList({ clock }: RaffleDeps, tx: Tx, id: string): Promise<void> {
  if (!(await lockIn(tx, id, 'live'))) return;
  await sql`
    update raffle_entry e set listed = e.tickets, first_ticket = case when e.tickets > 0 then n.upto - e.tickets + 1 end
      from (select id, sum(tickets) over (order by id)::int as upto from raffle_entry where raffle_id = ${id}) n
     where n.id = e.id`.execute(tx);
  const entries = await listedEntries(tx, id);
  const tickets = entries.reduce((sum, { listed }) => sum + (listed ?? 0), 0);
  const listHash = await textHash(listOf(id, entries));
  const change = { state: 'closed', closed_at: clock.now(), list_hash: listHash, tickets } as const;
  await tx.updateTable('raffle').set(change).where('id', '=', id).execute();
}

/** Reveals the seed and gives the prizes. Prizes without a ticket are given back to the budget. */
async function draw(deps: RaffleDeps, tx: Tx, afterCommit: AfterCommit, id: string): Promise<void> {
  const raffle = await lockIn(tx, id, 'closed');
  if (!raffle) return;
  const now = deps.clock.now();
  const seed = deps.secrets.open(SEED_SEAL, raffle.sealed_seed);
  const entries = await listedEntries(tx, id);
  const { list_hash: listHash, tickets } = raffle;
  if ((await raffleSeedHash(seed)) !== raffle.seed_hash) throw new Error(`The seed of the raffle ${id} is not the one of its hash.`);
  if (listHash === null || tickets === null || (await textHash(listOf(id, entries))) !== listHash)
    throw new Error(`The list of the raffle ${id} is not the one of its hash.`);
  const amounts = prizeAmounts(raffle.prizes);
  const winners = await drawRaffle({ seed, listHash, tickets, takenBack: takenBackOf(entries), prizes: amounts.length });
  const given = winners.reduce((sum, _ticket, index) => sum + (amounts[index] ?? 0n), 0n);
  const result = { state: 'drawn', seed, taken_back: takenBackTextOf(entries), drawn_at: now, reserved: given.toString() } as const;
  await tx.updateTable('raffle').set(result).where('id', '=', id).execute();
  const claimUntil = new Date(now.getTime() + raffle.claim_days * DAY_MS);
  for (const [index, ticket] of winners.entries()) {
    const entry = ownerOf(entries, ticket);
    const win = {
      raffle_id: id,
      entry_id: entry.id,
      member_id: entry.member_id,
      place: index + 1,
      ticket,
      currency: raffle.currency,
    } as const;
    const row = await tx
      .insertInto('raffle_win')
      .values({ ...win, amount: (amounts[index] ?? 0n).toString(), state: 'claimable', claim_until: claimUntil })
      .returningAll()
      .executeTakeFirstOrThrow();
    await notify(deps, tx, afterCommit, raffle, row);
  }
}

/** The entries are in the order of their first tickets. */
function ownerOf(entries: readonly TicketRow[], ticket: number): TicketRow {
  const entry = entries.findLast(({ first_ticket: first }) => first !== null && first <= ticket);
  if (!entry) throw new Error(`No member has the ticket ${ticket}.`);
  return entry;
}

async function notify(deps: RaffleDeps, tx: Tx, afterCommit: AfterCommit, { id, titles }: RaffleRow, win: WinRow): Promise<void> {
  const member = await tx.selectFrom('member').select('language').where('id', '=', win.member_id).executeTakeFirst();
  const language = member?.language ?? (await readMerchant(tx, deps.merchant)).settings.defaultLanguage;
  const params = { title: titleOf(titles, language), amount: amountText(BigInt(win.amount), win.currency), ticket: win.ticket };
  await deps.inbox.post(tx, { memberId: win.member_id, template: 'raffle_won', params, href: `/raffle?id=${id}` }, afterCommit);
  await deps.centre.publish(tx, afterCommit, win.member_id);
}
