import { type RawBuilder, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../base/db/index.ts';

/** Results of the ledger check; all counts are zero if the ledger is consistent. */
export interface LedgerHealth {
  /** Currencies and realms whose accounts do not sum to zero. */
  unbalancedBooks: number;
  /** Wallets below zero without and with a reversal as the cause. */
  negativeWallets: number;
  overdrawnWallets: number;
  /** Maximum of the current and the previous pass, by kind of slice. */
  differences: Readonly<Record<Slice, number>>;
  /** Milliseconds since the epoch, of the last slice and of the last complete pass. */
  checkedAt: number;
  passedAt: number;
}

export interface LedgerCheck {
  readonly health: LedgerHealth;
  /** Checks the totals and the next slices of each kind. */
  run(): Promise<void>;
}

type Slice = 'transfers' | 'postings' | 'accounts';
const SLICES: readonly Slice[] = ['transfers', 'postings', 'accounts'];

interface Position {
  /** Key of the last checked row. */
  id: string;
  version: string;
}
/** A checked row: its key, and whether it is inconsistent. */
interface CheckedRow extends Position {
  readonly wrong: boolean;
}

/** Rows per statement: the embedded database runs one statement at a time, and other calls must not wait for it. */
const SLICE_ROWS = 500;
/** Slices of each kind in a run. */
const SLICES_A_RUN = 2;
const START: Position = { id: '0', version: '0' };

/**
 * Verifies the ledger continuously in slices: each posting follows its predecessor, each account has the balance of its last posting, each
 * transfer sums to zero. Metrics show the results of the last runs. `npm run audit` verifies everything in one snapshot.
 */
export function createLedgerCheck({ db, log, rows = SLICE_ROWS }: { db: Database; log: Logger; rows?: number }): LedgerCheck {
  const now = Date.now();
  const counts = { before: none(), current: none() };
  const health: LedgerHealth = {
    unbalancedBooks: 0,
    negativeWallets: 0,
    overdrawnWallets: 0,
    checkedAt: now,
    passedAt: now,
    get differences() {
      const max = (slice: Slice) => Math.max(counts.before[slice], counts.current[slice]);
      return { transfers: max('transfers'), postings: max('postings'), accounts: max('accounts') };
    },
  };
  const positions: Record<Slice, Position> = { transfers: START, postings: START, accounts: START };
  const finishedSlices = new Set<Slice>();

  async function checkSlice(slice: Slice): Promise<void> {
    if (finishedSlices.has(slice)) return;
    const { rows: batch } = await LEDGER_SLICES[slice](positions[slice], rows).execute(db);
    const invalidRows = batch.filter((row) => row.wrong);
    counts.current[slice] += invalidRows.length;
    if (invalidRows.length > 0)
      log.error(
        { slice, found: invalidRows.length, id: invalidRows[0]?.id, version: invalidRows[0]?.version },
        'ledger check found differences',
      );
    positions[slice] = batch.at(-1) ?? START;
    if (batch.length < rows) finishedSlices.add(slice);
  }

  return {
    health,
    async run() {
      Object.assign(health, await totals(db));
      if (health.unbalancedBooks > 0) log.error({ books: health.unbalancedBooks }, 'ledger does not sum to zero');
      for (let n = 0; n < SLICES_A_RUN; n += 1) for (const slice of SLICES) await checkSlice(slice);
      health.checkedAt = Date.now();
      if (finishedSlices.size < SLICES.length) return;
      health.passedAt = health.checkedAt;
      counts.before = counts.current;
      counts.current = none();
      for (const slice of SLICES) positions[slice] = START;
      finishedSlices.clear();
    },
  };
}

function none(): Record<Slice, number> {
  return { transfers: 0, postings: 0, accounts: 0 };
}

async function totals(db: Database): Promise<Pick<LedgerHealth, 'unbalancedBooks' | 'negativeWallets' | 'overdrawnWallets'>> {
  const { rows } = await sql<{ unbalanced: string; negative: string; overdrawn: string }>`
    select count(*) filter (where total <> 0) as unbalanced, coalesce(sum(negative), 0) as negative, coalesce(sum(overdrawn), 0) as overdrawn
      from (select sum(balance) as total,
                   count(*) filter (where owner <> 'house' and balance < 0 and overdrawn_by is null) as negative,
                   count(*) filter (where owner <> 'house' and balance < 0 and overdrawn_by is not null) as overdrawn
              from ledger_account group by currency, realm) books`.execute(db);
  const [row] = rows;
  return {
    unbalancedBooks: Number(row?.unbalanced ?? 0),
    negativeWallets: Number(row?.negative ?? 0),
    overdrawnWallets: Number(row?.overdrawn ?? 0),
  };
}

/**
 * One statement each, so that concurrent postings cause no false differences. Related rows are looked up per row: offset and limit keep the
 * planner from joining whole tables.
 */
export const LEDGER_SLICES: Readonly<Record<Slice, (after: Position, rows: number) => RawBuilder<CheckedRow>>> = {
  transfers: ({ id }, rows) => sql`
    select t.id, '0' as version,
           (select count(*) < 2 or coalesce(sum(p.amount), 0) <> 0 from ledger_posting p where p.transfer_id = t.id) as wrong
      from (select id from ledger_transfer where id > ${id}::bigint order by id limit ${rows}) t order by t.id`,
  postings: ({ id, version }, rows) => sql`
    select p.account_id as id, p.version,
           (t.id is null or not exists (select 1 from ledger_account where id = p.account_id offset 0)
            or (p.version > 1 and b.version is null)
            or p.balance_after <> coalesce(b.balance_after, 0) + p.amount
            or p.chain is distinct from
               ledger_chain(b.chain, t.id, t.reference, t.body_hash, p.amount, p.balance_after, p.version)) as wrong
      from (select * from ledger_posting where (account_id, version) > (${id}::bigint, ${version}::bigint)
             order by account_id, version limit ${rows}) p
      left join lateral (select * from ledger_posting where account_id = p.account_id and version = p.version - 1 offset 0) b on true
      left join lateral (select * from ledger_transfer where id = p.transfer_id offset 0) t on true
     order by p.account_id, p.version`,
  accounts: ({ id }, rows) => sql`
    select a.id, '0' as version,
           (a.version <> coalesce(p.version, 0) or a.balance <> coalesce(p.balance_after, 0) or a.chain is distinct from p.chain) as wrong
      from (select * from ledger_account where id > ${id}::bigint order by id limit ${rows}) a
      left join lateral (select * from ledger_posting where account_id = a.id order by version desc limit 1) p on true
     order by a.id`,
};
