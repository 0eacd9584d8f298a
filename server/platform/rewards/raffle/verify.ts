import { type Selectable, sql } from 'kysely';
import { drawRaffle, raffleSeedHash, readTakenBack, readTicketList, textHash } from '../../../../shared/rules/raffle-draw.ts';
import type { Executor } from '../../base/db/index.ts';
import { DEPOSITS_OF_ENTRY, STAKE_OF_ENTRY, TICKETS_OF_ENTRY } from './count.ts';
import { listedEntries } from './draw.ts';
import { listOf, prizeAmounts, type RaffleRow } from './rules.ts';
import type { RaffleTables } from './tables.ts';

const MAX_SHOWN = 100;

/**
 * Differences of raffles: tickets against facts and deposits, lists and winners against the commitments, what is set aside against the prizes, and paid
 * prizes against the ledger. Each is a sentence.
 */
export async function verifyRaffles(executor: Executor): Promise<readonly string[]> {
  const { rows } = await sql<{ difference: string }>`
    select difference from (${COUNTED} union all ${TICKETS} union all ${GRANTS} union all ${BUDGET} union all ${MONEY}) as d limit ${MAX_SHOWN}::int`.execute(
    executor,
  );
  const closed = await executor.selectFrom('raffle').selectAll().where('state', 'in', ['closed', 'drawn']).orderBy('id').execute();
  const draws: string[] = [];
  for (const raffle of closed) draws.push(...(await verifyDraw(executor, raffle)));
  return [...rows.map(({ difference }) => difference), ...draws].slice(0, MAX_SHOWN);
}

/** After the draw nothing is counted any more. */
const COUNTED = sql`
  select 'entry ' || id || ' of raffle ' || raffle_id || ' counts ' || staked || ' and ' || deposits || ' deposits but its facts give ' || slow_stake || ' and '
         || slow_deposits as difference
    from (select e.id, e.raffle_id, e.staked, e.deposits, r.stake_step, ${STAKE_OF_ENTRY} as slow_stake, ${DEPOSITS_OF_ENTRY} as slow_deposits
            from raffle_entry e join raffle r on r.id = e.raffle_id where r.state in ('live', 'closed')) as c
   where deposits <> slow_deposits or (stake_step > 0 and staked <> slow_stake)`;

const TICKETS = sql`
  select 'entry ' || e.id || ' of raffle ' || r.id || ' has ' || e.tickets || ' tickets, not ' || ${TICKETS_OF_ENTRY} as difference
    from raffle_entry e join raffle r on r.id = e.raffle_id where r.state <> 'cancelled' and e.tickets <> ${TICKETS_OF_ENTRY}`;

const GRANTS = sql`
  select 'entry ' || e.id || ' of raffle ' || e.raffle_id || ' has ' || e.extra || ' tickets of rewards, not ' || coalesce(g.tickets, 0) as difference
    from raffle_entry e left join (select entry_id, sum(tickets) as tickets from raffle_grant group by 1) g on g.entry_id = e.id
   where e.extra <> coalesce(g.tickets, 0)`;

const BUDGET = sql`
  select 'raffle ' || r.id || ' has set aside ' || r.reserved || ', not ' || held as difference
    from (select r.*, case r.state when 'draft' then 0 when 'cancelled' then 0 when 'drawn' then coalesce(w.held, 0) else r.budget end as held
            from raffle r
            left join (select raffle_id, sum(amount) as held from raffle_win where state <> 'ended' group by 1) w on w.raffle_id = r.id) as r
   where r.reserved <> held`;

const MONEY = sql`
  select 'prize ' || w.id || ' of raffle ' || w.raffle_id || ': transfer ' || t.id || ' moves ' || coalesce(l.amount, 0) || ', not ' || w.amount as difference
    from raffle_win w join ledger_transfer t on t.id = w.transfer_id
    left join ledger_account a on a.owner = w.member_id and a.kind = 'wallet'
    left join ledger_posting l on l.transfer_id = t.id and l.account_id = a.id
   where l.amount is distinct from w.amount or t.kind <> 'raffle' or t.reference <> 'raffle:' || w.id
  union all
  select 'transfer ' || t.id || ' pays a raffle without a prize' from ledger_transfer t
   where t.kind = 'raffle' and not exists (select from raffle_win w where w.transfer_id = t.id)`;

/** The published list, and for a raffle that is drawn all that follows from it. */
async function verifyDraw(executor: Executor, raffle: RaffleRow): Promise<readonly string[]> {
  const { id, list_hash: listHash, seed, tickets, state } = raffle;
  const entries = await listedEntries(executor, id);
  const list = listOf(id, entries);
  const ranges = readTicketList(list);
  if (listHash === null || (await textHash(list)) !== listHash || (ranges?.at(-1)?.last ?? 0) !== tickets)
    return [`raffle ${id} has another list than the published one`];
  if (state === 'closed') return [];
  const takenBack = readTakenBack(raffle.taken_back ?? '');
  if (seed === null || takenBack === undefined || (await raffleSeedHash(seed)) !== raffle.seed_hash)
    return [`raffle ${id} has another seed than the one of its hash`];
  const amounts = prizeAmounts(raffle.prizes);
  const winners = await drawRaffle({ seed, listHash, tickets: tickets ?? 0, takenBack, prizes: amounts.length });
  const wins = await executor.selectFrom('raffle_win').selectAll().where('raffle_id', '=', id).orderBy('place').execute();
  const codes = new Map(entries.map((entry) => [entry.id, entry]));
  const isRight = (win: Selectable<RaffleTables['raffle_win']>, index: number) => {
    const entry = codes.get(win.entry_id);
    const first = entry?.first_ticket ?? 0;
    const owns = win.ticket >= first && win.ticket < first + (entry?.listed ?? 0) && entry?.member_id === win.member_id;
    return owns && win.place === index + 1 && win.ticket === winners[index] && BigInt(win.amount) === amounts[index];
  };
  return wins.length === winners.length && wins.every(isRight) ? [] : [`raffle ${id} has other winners than its seed and list give`];
}
