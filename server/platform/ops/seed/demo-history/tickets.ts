import { sql } from 'kysely';
import { coinOf, inCoins } from '../../../../../shared/money/currency-steps.ts';
import { UNITS_PER_WHOLE, type Units } from '../../../../../shared/money/money.ts';
import { MINUTE_MS } from '../../../../../shared/time.ts';
import type { Tx } from '../../../base/db/index.ts';
import { memberLegs, postInOrder, type TimedTransfer, type TransferInstruction } from '../../../ledger/index.ts';
import { ensurePlayer, STUDIO_PROVIDER } from '../../../play/vendors/index.ts';
import type { DemoTicket, DemoTickets } from '../contracts.ts';
import type { DemoEvent, Player } from './plan.ts';
import { type Books, postDay } from './post-day.ts';

/** The days before the first start with tickets. */
const DAYS = 3;
/** In the currencies that count like the euro. The stakes are in coins, as in all built-in games. */
const NEEDED = 30n * UNITS_PER_WHOLE;
const DEPOSITED_BEFORE_MS = 58 * MINUTE_MS;

interface TicketDay {
  readonly daysLeft: number;
  readonly until: Date;
}

/** Money for the tickets of a day, after everything else of the day. */
function depositOf(player: Player, { daysLeft, until }: TicketDay, needed: Units): readonly DemoEvent[] {
  if (player.balance >= needed) return [];
  player.balance += needed;
  const at = new Date(until.getTime() - DEPOSITED_BEFORE_MS);
  return [{ kind: 'deposit', memberId: player.memberId, id: `${player.account}-tickets-${daysLeft}`, at, units: needed }];
}

/** Books the lottery tickets of the day; returns how many were settled. */
export async function playTickets(
  tx: Tx,
  { books, tickets: play }: { readonly books: Books; readonly tickets: DemoTickets | undefined },
  player: Player,
  { daysLeft, until }: TicketDay,
): Promise<number> {
  if (!play || daysLeft < 1 || daysLeft > DAYS) return 0;
  const { memberId } = player;
  const { currency } = books;
  const deposit = depositOf(player, { daysLeft, until }, inCoins(NEEDED, coinOf(currency)));
  if (deposit.length > 0) await postDay(tx, books, deposit);
  await ensurePlayer(tx, STUDIO_PROVIDER, memberId);
  const { player: own } = await tx
    .selectFrom('vendor_player')
    .select('player')
    .where('provider', '=', STUDIO_PROVIDER)
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow();
  const games = await tx.selectFrom('game').select('id').where('enabled', '=', true).execute();
  const tickets = await play(tx, { player: own, currency, daysLeft, until }, new Set(games.map(({ id }) => id)));
  if (tickets.length === 0) return 0;
  await book(tx, books, memberId, tickets);
  for (const { stake, payout, isRefunded, endedAt } of tickets) {
    player.balance += isRefunded ? 0n : payout - stake;
    player.lastPlayAt = endedAt;
  }
  return tickets.filter(({ isRefunded }) => !isRefunded).length;
}

async function book(tx: Tx, { currency }: Books, memberId: string, tickets: readonly DemoTicket[]): Promise<void> {
  const transfers = tickets
    .flatMap((ticket) => transfersOf(ticket, memberId, currency))
    .toSorted((one, other) => one.at.getTime() - other.at.getTime());
  const ids = await postInOrder(tx, transfers);
  const posted = new Map(transfers.map(({ instruction }, index) => [instruction.reference, ids[index] ?? null]));
  const rows = tickets.map(({ id, gameId, stake, payout, isRefunded, placedAt, endedAt }) => ({
    id,
    game: gameId,
    stake: stake.toString(),
    payout: payout.toString(),
    refunded: (isRefunded ? stake : 0n).toString(),
    state: isRefunded ? 'cancelled' : payout >= stake ? 'won' : 'lost',
    placed: placedAt.toISOString(),
    ended: endedAt.toISOString(),
    bet: posted.get(referenceOf(id, 'b')),
    // A lost ticket is settled without a transfer.
    end: posted.get(referenceOf(id, isRefunded ? 'r' : 'w')) ?? null,
  }));
  const list = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id text, game text, stake bigint, payout bigint, refunded bigint,
    state text, placed timestamptz, ended timestamptz, bet bigint, "end" bigint)`;
  await sql`
    insert into vendor_round (provider, round_id, member_id, game_id, vassalage, game_category, currency, realm, stake, refunded, payout,
                              live_bets, state, closed, opened_at, settled_at)
    select ${STUDIO_PROVIDER}, r.id, ${memberId}, game, g.vendor, g.category, ${currency}, 'real', stake, refunded, payout, 0, state, true,
           placed, ended
      from ${list} join game g on g.id = r.game order by placed`.execute(tx);
  await sql`
    insert into vendor_transaction (provider, transaction_id, kind, member_id, round_id, game_id, amount, bet_transaction_id, state, status,
                                    transfer_id, created_at)
    select ${STUDIO_PROVIDER}, r.id || t.suffix, t.kind, ${memberId}, r.id, game, t.amount, case when t.kind <> 'bet' then r.id || '-b' end,
           t.state, 'OK', t.transfer_id, t.at
      from ${list}
     cross join lateral (values
       ('-b', 'bet', stake, case when r.state = 'cancelled' then 'rolled-back' else 'settled' end, bet, placed),
       (case when r.state = 'cancelled' then '-r' else '-w' end, case when r.state = 'cancelled' then 'rollback' else 'win' end,
        case when r.state = 'cancelled' then stake else payout end, 'accepted', r."end", ended)
     ) as t(suffix, kind, amount, state, transfer_id, at)`.execute(tx);
}

const referenceOf = (id: string, suffix: string) => `seamless:${STUDIO_PROVIDER}:${id}-${suffix}`;

function transfersOf({ id, gameId, stake, payout, isRefunded, placedAt, endedAt }: DemoTicket, memberId: string, currency: string) {
  const transfer = (suffix: string, kind: TransferInstruction['kind'], units: bigint, at: Date): TimedTransfer => {
    const legs = memberLegs(memberId, `vendor:${STUDIO_PROVIDER}`, units);
    const reference = referenceOf(id, suffix);
    return { at, instruction: { reference, kind, legs, meta: { roundId: id, gameId }, currency, realm: 'real', memberId } };
  };
  const bet = transfer('b', 'bet', -stake, placedAt);
  if (isRefunded) return [bet, transfer('r', 'rollback', stake, endedAt)];
  return payout === 0n ? [bet] : [bet, transfer('w', 'win', payout, endedAt)];
}
