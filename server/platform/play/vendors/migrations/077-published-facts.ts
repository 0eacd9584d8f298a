import { type Kysely, sql } from 'kysely';

/** What vendors publish beside money: how wildly a game pays, the largest win in stakes, and what a round was bet on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table game
    add column volatility text check (volatility in ('low', 'medium', 'high', 'very_high')),
    add column most_win text`.execute(db);
  await sql`create table vendor_slip (
    provider text not null,
    round_id text not null,
    legs jsonb not null,
    told_at timestamptz not null,
    primary key (provider, round_id),
    foreign key (provider, round_id) references vendor_round (provider, round_id) on delete cascade
  )`.execute(db);
}
