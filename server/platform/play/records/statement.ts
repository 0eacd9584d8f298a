import { sql } from 'kysely';
import type { ValueOf } from '../../../../shared/api/client-call.ts';
import type { memberStatement } from '../../../../shared/api/records/calls.ts';
import type { Actor } from '../../base/actor.ts';
import type { Executor } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { type BalanceSheet, balanceSheetOf } from './balance-sheet.ts';
import type { RecordDeps } from './contracts.ts';
import { presentMovements, presentSheet } from './movement-routes.ts';
import { findAccounts, pageOfKinds, versionsOf } from './movements.ts';
import { sumPlayByGame } from './play-sums.ts';
import { presentPlay } from './profit.ts';

/** Kinds that a statement shows as sums and by game, because there may be thousands. */
const PLAY_KINDS = ['bet', 'win', 'rollback', 'win-reversal'];
/** Lines per page. */
const LISTED = 200;

/** The wallet in a month of the merchant's time zone. */
export async function statementOf(
  deps: RecordDeps,
  actor: Actor,
  language: string,
  { month, pageNo }: { month: string; pageNo: number },
): Promise<ValueOf<typeof memberStatement>> {
  const { db, clock, games, currencySymbol, timeZone } = deps;
  const zone = await timeZone();
  const { from, end } = await monthOf(db, month, zone);
  const wallet = (await findAccounts(db, actor.memberId)).find(({ kind }) => kind === 'wallet');
  if (!wallet) throw new Refusal('sub_wallet_not_found');
  const range = await versionsOf(db, wallet.id, from, new Date(end.getTime() - 1));
  const sheet = await balanceSheetOf(db, deps, range);
  const { movements, ...lines } = await linesOf(db, wallet.id, sheet, pageNo);
  const days = { fromDay: `${month}-01`, toDay: lastDayOf(month), timeZone: zone };
  const played = await sumPlayByGame(db, actor.memberId, days);
  const facts = await games.findMany(
    db,
    played.map(({ gameId }) => gameId),
    language,
  );
  return {
    month,
    account: actor.account,
    from: from.toISOString(),
    to: (end < clock.now() ? end : clock.now()).toISOString(),
    ...presentSheet(sheet),
    movements: await presentMovements(deps, movements, language),
    ...lines,
    games: played.map(({ gameId, ...sum }) => ({
      gameName: facts.get(gameId)?.gameName ?? gameId,
      vendorName: facts.get(gameId)?.vendorName ?? '',
      ...presentPlay(sum),
    })),
    currency: actor.currency,
    currencySymbol: currencySymbol(actor.currency),
    timeZone: zone,
  };
}

/** A page of movements other than play, oldest first, so that new movements do not change complete pages. */
async function linesOf(executor: Executor, accountId: string, { sums, segments }: BalanceSheet, pageNo: number) {
  const listed = sums.filter(({ kind }) => !PLAY_KINDS.includes(kind));
  const lines = listed.reduce((count, sum) => count + sum.count, 0);
  const totalPages = Math.max(1, Math.ceil(lines / LISTED));
  const pageNum = Math.min(pageNo, totalPages);
  const before = (pageNum - 1) * LISTED;
  const limit = Math.min(LISTED, lines - before);
  const kinds = listed.map(({ kind }) => kind);
  const movements = await pageOfKinds(executor, accountId, segments, kinds, { offset: lines - before - limit, limit });
  return { movements: movements.toReversed(), lines, firstLine: Math.min(lines, before + 1), pageNum, totalPages };
}

async function monthOf(executor: Executor, month: string, timeZone: string): Promise<{ from: Date; end: Date }> {
  const first = `${month}-01`;
  const { rows } = await sql<{ from: Date; end: Date }>`
    select ${first}::date::timestamp at time zone ${timeZone}::text as from,
           (${first}::date + interval '1 month')::timestamp at time zone ${timeZone}::text as end`.execute(executor);
  if (!rows[0]) throw new Error('month query returned no row');
  return rows[0];
}

function lastDayOf(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}
