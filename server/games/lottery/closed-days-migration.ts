import { type Kysely, sql } from 'kysely';

/** Days without draws by game. The database announces no draw on them, whichever process or release asks for it. */
export async function createClosedDays(db: Kysely<unknown>): Promise<void> {
  for (const text of [TABLE, REFUSE, TRIGGER]) await sql.raw(text).execute(db);
}

const TABLE = `
create table studio_closed_day (
  game_id text not null,
  day text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  reason text not null,
  stored_at timestamptz not null,
  primary key (game_id, day)
)`;

/** The shared lock makes a draw that is being announced, and a day that is being closed, wait for each other. */
const REFUSE = `
create function studio_refuse_closed_day() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('studio-closed-days', 0));
  if exists (select 1 from studio_closed_day where game_id = new.game_id and starts_at <= new.draws_at and new.draws_at < ends_at) then
    return null;
  end if;
  return new;
end $$`;

const TRIGGER = `
create trigger studio_event_closed_day before insert on studio_event
  for each row when (new.kind = 'draw') execute function studio_refuse_closed_day()`;
