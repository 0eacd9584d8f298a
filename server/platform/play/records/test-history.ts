import { sql } from 'kysely';
import type { Executor } from '../../base/db/database.ts';
import { postMany } from './test-movements.ts';

export interface HistoryOrder {
  readonly memberId: string;
  readonly currency: string;
  /** Half of them stakes, half payouts; each hundredth is a deposit instead. */
  readonly movements: number;
  readonly begin: Date;
  readonly apartMs: number;
  /** Games in turn, fifty rounds each. */
  readonly games: readonly { readonly id: string; readonly vassalage: string; readonly category: string }[];
}

const PROVIDER = 'history';
/** An even number, small enough for the statement timeout. */
const AT_ONCE = 1_000;

/** A member with a long history: movements by the ledger's function, with their rounds and transactions. */
export async function writeHistory(executor: Executor, order: HistoryOrder): Promise<void> {
  const { memberId, currency, movements, begin, apartMs } = order;
  await postMany(executor, {
    memberId,
    currency,
    count: movements,
    begin,
    apartMs,
    kind: "case when n % 100 = 99 then 'deposit' when n % 2 = 0 then 'bet' else 'win' end",
    units: 'case when n % 100 = 99 then 1000000 when n % 2 = 0 then -20000 - n % 7 * 10000 else 10000 + n % 11 * 9000 end',
    reference: `seamless:${PROVIDER}:${memberId}-`,
  });
  for (let first = 0; first < movements; first += AT_ONCE)
    await writePlay(executor, order, first, Math.min(movements, first + AT_ONCE) - 1);
}

/** The rounds and transactions of some of the movements. */
async function writePlay(executor: Executor, order: HistoryOrder, first: number, last: number): Promise<void> {
  const { memberId, currency, begin, apartMs, games } = order;
  const list = (pick: (game: HistoryOrder['games'][number]) => string) => sql`${games.map(pick)}::text[]`;
  const at = (n: string) => sql`${begin.toISOString()}::timestamptz + ${sql.raw(n)} * ${apartMs}::float8 * interval '1 millisecond'`;
  await sql`
    insert into vendor_round (provider, round_id, member_id, game_id, vassalage, game_category, currency, realm, stake, payout, live_bets, state,
                              closed, opened_at, settled_at)
    select ${PROVIDER}, ${memberId}::text || '-' || n, ${memberId}, (${list(({ id }) => id)})[g], (${list(({ vassalage }) => vassalage)})[g],
           (${list(({ category }) => category)})[g], ${currency}, 'real', stake, payout, 0,
           case when payout >= stake then 'won' else 'lost' end, true, ${at('n')}, ${at('(n + 1)')}
      from (select n, n / 100 % ${sql.lit(games.length)} + 1 as g, 20000 + n % 7 * 10000 as stake,
                   case when (n + 1) % 100 = 99 then 0 else 10000 + (n + 1) % 11 * 9000 end as payout
              from generate_series(${first}::int, ${last}::int, 2) n) r`.execute(executor);
  await sql`
    insert into vendor_transaction (provider, transaction_id, kind, member_id, round_id, game_id, amount, bet_transaction_id, state, status,
                                    transfer_id, created_at)
    select ${PROVIDER}, ${memberId}::text || '-' || n, case when n % 2 = 0 then 'bet' else 'win' end, ${memberId}, ${memberId}::text || '-' || n / 2 * 2,
           (${list(({ id }) => id)})[n / 100 % ${sql.lit(games.length)} + 1], 10000,
           case when n % 2 = 0 then null else ${memberId}::text || '-' || (n - 1) end,
           case when n % 2 = 0 then 'settled' else 'accepted' end, 'OK', t.id, t.created_at
      from generate_series(${first}::int, ${last}::int) n
      join ledger_transfer t on t.reference = ${`seamless:${PROVIDER}:${memberId}-`}::text || n
     where n % 100 <> 99`.execute(executor);
}
