import { type Kysely, type Migration, sql } from 'kysely';
import { migrate } from '../migrate.ts';

/** The simulator has its own migration list. A landed migration is never edited. */
const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '001-payments': {
    async up(db: Kysely<unknown>) {
      await sql`create table paysim_payment (
        order_id text primary key,
        provider text not null,
        reference text not null,
        amount text not null,
        currency char(3) not null,
        state text not null check (state in ('open', 'paid', 'failed', 'expired', 'reversed')),
        events int not null default 0,
        -- what the shop has not acknowledged yet
        untold text,
        updated_at timestamptz not null
      )`.execute(db);
      await sql`create index paysim_untold on paysim_payment (updated_at) where untold is not null`.execute(db);
    },
  },
  '002-parts': {
    async up(db: Kysely<unknown>) {
      // Units reversed so far.
      await sql`alter table paysim_payment add column reversed bigint not null default 0`.execute(db);
    },
  },
};

export async function migratePaysim(db: Kysely<unknown>): Promise<void> {
  await migrate(db, MIGRATIONS, { tablePrefix: 'paysim' });
}
