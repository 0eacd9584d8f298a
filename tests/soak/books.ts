import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type pg from 'pg';
import type { SoakDeployment } from './deployment.ts';
import type { Entry, MoneyAction } from './journal.ts';

const run = promisify(execFile);

/**
 * The contents of the ledger, one line for each posted action. A round counts once per posted stake; its amounts come from the
 * ledger, not from the game.
 */
const BOOKED = `
  select 'deposit' as action, substr(t.reference, 9) as id, array[w.amount] as units
    from ledger_transfer t join lateral (
      select sum(p.amount) as amount from ledger_posting p join ledger_account a on a.id = p.account_id
       where p.transfer_id = t.id and a.owner = t.member_id and a.kind = 'wallet') w on true
   where t.kind = 'deposit' and t.reference like 'deposit:%'
  union all
  select 'transfer', m.id, array[m.amount] from member_transfer m join ledger_transfer t on t.id = m.transfer_id
  union all
  select 'withdrawal', w.id, array[w.amount] from withdrawal w join ledger_transfer t on t.id = w.hold_transfer_id
  union all
  select 'round', b.round_id, array[b.amount, coalesce((
      select sum(v.amount) from vendor_transaction v
       where v.round_id = b.round_id and v.kind = 'win' and v.transfer_id is not null), 0)]
    from vendor_transaction b where b.kind = 'bet' and b.transfer_id is not null`;

export async function readBooked(database: pg.Pool): Promise<Entry[]> {
  const { rows } = await database.query<{ action: MoneyAction; id: string; units: string[] }>(BOOKED);
  return rows.map(({ action, id, units }) => ({ action, id, units: units.map(BigInt) }));
}

/** Rounds that are neither completed nor refunded, in the game and in the ledger. */
export async function openRounds(database: pg.Pool): Promise<number> {
  const { rows } = await database.query<{ open: string }>(
    "select (select count(*) from studio_round where state = 'open') + (select count(*) from vendor_round where state = 'open') as open",
  );
  return Number(rows[0]?.open ?? 0);
}

/** `npm run audit`; empty when the ledger balances. */
export async function audit({ databaseUrl, platformEnv }: SoakDeployment): Promise<string> {
  const env = { PATH: process.env.PATH, ...platformEnv, LD_PRELOAD: '', DATABASE_URL: databaseUrl };
  return run(process.execPath, ['dist/server/audit.js'], { env }).then(
    () => '',
    (error: { stdout?: string; stderr?: string }) => `${error.stdout ?? ''}${error.stderr ?? ''}` || String(error),
  );
}
