import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { TRIAL_TYPE } from '../../../../shared/constants.ts';
import { inTransaction, type Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { readMerchant } from '../../merchant/index.ts';
import { protectionRefusal } from '../../protection/responsible-gaming/index.ts';
import { mayBeOffered } from '../may-be-offered.ts';
import type { RaffleDeps, RaffleTickets } from './contracts.ts';
import { addConsumers, readAgain, setTickets } from './count.ts';
import { type RaffleRow, raffleStatus, type TicketRow } from './rules.ts';

const CODE_BYTES = 5;

/** Takes part in a raffle. Play and deposits of its period count from its start. */
export async function joinRaffle(deps: RaffleDeps, memberId: string, raffleId: string): Promise<TicketRow> {
  await addConsumers(deps);
  return inTransaction(deps.db, async (tx) => {
    // The wallet first: a break that begins at the same time waits for it, or is seen here.
    await deps.wallet.lockWallets(tx, [memberId]);
    const { settings } = await readMerchant(tx, deps.merchant);
    if (settings.features.raffle !== true) throw new Refusal('raffle_closed');
    const resting = await deps.protection.resting(tx, memberId);
    if (resting) throw protectionRefusal(resting);
    if (!(await mayBeOffered(deps.protection, tx, memberId))) throw new Refusal('raffle_paused');
    const raffle = await lockOpen(deps, tx, raffleId);
    if (await entryOf(tx, raffleId, memberId)) throw new Refusal('raffle_joined');
    if (!(await isFor(tx, raffle, memberId))) throw new Refusal('raffle_not_for_you');
    return enter(deps, tx, raffle, memberId);
  });
}

export function createRaffleTickets(deps: RaffleDeps): RaffleTickets {
  return {
    async grant(tx, _afterCommit, { memberId, raffleId, tickets, reference }) {
      const raffle = await lockOpen(deps, tx, raffleId);
      const entry = (await entryOf(tx, raffleId, memberId)) ?? (await enter(deps, tx, raffle, memberId));
      const grant = { reference, entry_id: entry.id, tickets, granted_at: deps.clock.now() };
      const isNew = await tx
        .insertInto('raffle_grant')
        .values(grant)
        .onConflict((on) => on.doNothing())
        .returning('entry_id')
        .execute();
      if (isNew.length === 0) return;
      await sql`update raffle_entry set extra = extra + ${tickets}::int where id = ${entry.id}::bigint`.execute(tx);
      await setTickets(tx, [entry.id]);
    },
    async isOpen(tx, raffleId) {
      try {
        await lockOpen(deps, tx, raffleId);
        return true;
      } catch (error) {
        if (error instanceof Refusal) return false;
        throw error;
      }
    },
  };
}

function entryOf(tx: Tx, raffleId: string, memberId: string): Promise<TicketRow | undefined> {
  const own = tx.selectFrom('raffle_entry').selectAll().where('raffle_id', '=', raffleId);
  return own.where('member_id', '=', memberId).executeTakeFirst();
}

/** The raffle, locked against closing, if tickets can be had now. Play is counted before the member joins, or sees the member. */
async function lockOpen({ clock }: RaffleDeps, tx: Tx, raffleId: string): Promise<RaffleRow> {
  await sql`select 1 from raffle_clock for share`.execute(tx);
  const { rows } = await sql<RaffleRow>`select * from raffle where id = ${raffleId} and state <> 'draft' for share`.execute(tx);
  const raffle = rows[0];
  if (!raffle) throw new Refusal('raffle_not_found');
  const status = raffleStatus(raffle, clock.now());
  if (status === 'coming_soon') throw new Refusal('raffle_not_begun');
  if (status !== 'open') throw new Refusal('raffle_closed');
  return raffle;
}

async function isFor(tx: Tx, { currency, min_level }: RaffleRow, memberId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from member m where m.id = ${memberId} and m.type <> ${TRIAL_TYPE}::int and m.status = 'active' and m.currency = ${currency}
      and (${min_level}::int <= 1 or coalesce((select level from vip_member where member_id = m.id), 1) >= ${min_level}::int)`.execute(tx);
  return rows.length > 0;
}

/** Two requests of one member at the same time: the wallet is locked. */
async function enter({ clock }: RaffleDeps, tx: Tx, { id }: RaffleRow, memberId: string): Promise<TicketRow> {
  const values = { raffle_id: id, member_id: memberId, code: randomBytes(CODE_BYTES).toString('hex'), joined_at: clock.now() };
  const entry = await tx.insertInto('raffle_entry').values(values).returning('id').executeTakeFirstOrThrow();
  await readAgain(tx, [entry.id], true);
  return tx.selectFrom('raffle_entry').selectAll().where('id', '=', entry.id).executeTakeFirstOrThrow();
}
