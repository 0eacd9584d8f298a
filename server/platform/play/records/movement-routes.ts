import type { QueryOf } from '../../../../shared/api/client-call.ts';
import { memberMovements, movementExport } from '../../../../shared/api/records/contract.ts';
import type { Movement } from '../../../../shared/api/records/schemas.ts';
import { toWire } from '../../../../shared/money/money.ts';
import { defined } from '../../../kit/defined.ts';
import type { Executor } from '../../base/db/index.ts';
import { type BoundCall, bind } from '../../base/http/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { transitVendor } from '../../ledger/index.ts';
import { type BalanceSheet, balanceSheetOf } from './balance-sheet.ts';
import type { RecordDeps } from './contracts.ts';
import type { VersionRange } from './movement-blocks.ts';
import { type AccountRow, findAccounts, findMovement, findMovements, type MovementRow, pageOfKinds, versionsOf } from './movements.ts';
import { periodOf } from './period.ts';
import { subjectsOf } from './subjects.ts';

const EXPORT_ROWS = 1_000;

export function movementRoutes(deps: RecordDeps): readonly BoundCall[] {
  const { db, currencySymbol, timeZone } = deps;
  return [
    bind(memberMovements, async ({ actor, language }, { query }) => {
      const accounts = await findAccounts(db, actor.memberId);
      const range = await rangeOf(deps, accounts, query);
      const sheet = await balanceSheetOf(db, deps, range);
      const { count, movements } =
        query.transferId === undefined ? await pageOf(db, range, sheet, query) : await named(db, accounts, query.transferId);
      return {
        movements: await presentMovements(deps, movements, language),
        ...presentSheet(sheet),
        count,
        pageNum: query.transferId === undefined ? query.pageNo : 1,
        totalPages: Math.max(1, Math.ceil(count / query.pageSize)),
        // Money on its way is on the page of the wallets.
        accounts: accounts.flatMap(({ kind }) => (transitVendor(kind) === undefined ? [kind] : [])),
        ...defined({ since: await registrationOf(db, actor.memberId) }),
        currency: actor.currency,
        currencySymbol: currencySymbol(actor.currency),
        timeZone: await timeZone(),
      };
    }),
    bind(movementExport, async ({ actor, language }, { query }) => {
      const accounts = await findAccounts(db, actor.memberId);
      const { accountId, from, end } = await rangeOf(deps, accounts, query);
      const last = query.cursor === undefined ? end - 1 : Math.min(end, Number(query.cursor)) - 1;
      const movements = await findMovements(db, {
        accountId,
        first: from,
        last,
        ...defined({ kinds: query.kinds?.split(',') }),
        limit: EXPORT_ROWS,
      });
      return {
        movements: await presentMovements(deps, movements, language),
        next: movements.length === EXPORT_ROWS ? String(movements.at(-1)?.version) : null,
        currency: actor.currency,
        timeZone: await timeZone(),
      };
    }),
  ];
}

async function registrationOf(executor: Executor, memberId: string): Promise<string | undefined> {
  const row = await executor.selectFrom('member').select('created_at').where('id', '=', memberId).executeTakeFirst();
  return row?.created_at.toISOString();
}

/** Versions of the period in the requested account. */
async function rangeOf(
  { db, clock }: RecordDeps,
  accounts: readonly AccountRow[],
  query: QueryOf<typeof movementExport>,
): Promise<VersionRange> {
  const account = accounts.find(({ kind }) => kind === query.account);
  const { from, to } = periodOf(query, clock);
  if (!account) throw new Refusal('sub_wallet_not_found');
  return versionsOf(db, account.id, from, to);
}

async function pageOf(
  executor: Executor,
  { accountId, from, end }: VersionRange,
  sheet: BalanceSheet,
  query: QueryOf<typeof memberMovements>,
): Promise<{ count: number; movements: readonly MovementRow[] }> {
  const [offset, limit] = [(query.pageNo - 1) * query.pageSize, query.pageSize];
  if (query.kinds === undefined) {
    const last = end - 1 - offset;
    return {
      count: end - from,
      movements: await findMovements(executor, { accountId, first: Math.max(from, last - limit + 1), last, limit }),
    };
  }
  const kinds = query.kinds.split(',');
  const count = sheet.sums.reduce((sum, { kind, count: kindCount }) => (kinds.includes(kind) ? sum + kindCount : sum), 0);
  return { count, movements: await pageOfKinds(executor, accountId, sheet.segments, kinds, { offset, limit }) };
}

async function named(executor: Executor, accounts: readonly AccountRow[], transferId: string) {
  const movement = await findMovement(executor, accounts, transferId);
  if (!movement) throw new Refusal('movement_not_found');
  return { count: 1, movements: [movement] };
}

export function presentSheet({ opening, closing, sums, balanced }: BalanceSheet) {
  return {
    opening: toWire(opening),
    closing: toWire(closing),
    sums: sums.map(({ kind, count, units }) => ({ kind, count, amount: toWire(units) })),
    balanced,
  };
}

/** Movements with their subjects. */
export async function presentMovements(
  { db, games }: RecordDeps,
  movements: readonly MovementRow[],
  language: string,
): Promise<Movement[]> {
  const subjects = await subjectsOf(db, movements);
  const gameIds = new Set([...subjects.values()].flatMap(({ gameId }) => (gameId === undefined ? [] : [gameId])));
  const facts = await games.findMany(db, [...gameIds], language);
  return movements.map((movement) => {
    const { gameId, ...subject } = subjects.get(movement.transferId) ?? { gameId: undefined };
    return {
      transferId: movement.transferId,
      reference: movement.reference,
      kind: movement.kind,
      at: movement.at.toISOString(),
      amount: toWire(movement.units),
      balanceBefore: toWire(movement.balanceAfter - movement.units),
      balanceAfter: toWire(movement.balanceAfter),
      subject: 'type' in subject ? { type: subject.type, id: subject.id } : null,
      gameName: gameId === undefined ? null : (facts.get(gameId)?.gameName ?? gameId),
    };
  });
}
