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
  '003-payouts': {
    async up(db: Kysely<unknown>) {
      // Units paid; null before a payment, and in rows that are older than this column: the announced amount.
      await sql`alter table paysim_payment add column paid bigint`.execute(db);
      await sql`create table paysim_payout (
        payout_id text primary key,
        provider text not null,
        -- SHA-256 of the order's body: an id is used for one content.
        digest text not null,
        amount bigint not null check (amount > 0),
        currency char(3) not null,
        payee text not null,
        state text not null check (state in ('accepted', 'paid', 'failed')),
        paid bigint not null default 0,
        returned bigint not null default 0 check (returned <= paid),
        events int not null default 0,
        -- latest report that the merchant has not acknowledged
        pending text,
        updated_at timestamptz not null
      )`.execute(db);
      await sql`create index paysim_payout_pending on paysim_payout (updated_at) where pending is not null`.execute(db);
    },
  },
  '004-order-of-payouts': {
    async up(db: Kysely<unknown>) {
      await sql`alter table paysim_payout add column created_at timestamptz not null default now()`.execute(db);
    },
  },
  '005-pending-callbacks': {
    async up(db: Kysely<unknown>) {
      await sql`alter table paysim_payment rename column untold to pending`.execute(db);
      await sql`alter index paysim_untold rename to paysim_payment_pending`.execute(db);
    },
  },
};

export async function migratePaysim(db: Kysely<unknown>): Promise<void> {
  await migrate(db, MIGRATIONS, { tablePrefix: 'paysim' });
}
