import { type Kysely, sql } from 'kysely';

/**
 * Draws that also use a public random number. What number that is cannot change after the announcement, its value cannot change once it is
 * stored, and no release draws without it: the database refuses.
 */
export async function addBeacons(db: Kysely<unknown>): Promise<void> {
  for (const text of [COLUMNS, FIXED, TRIGGER, WAITING]) await sql.raw(text).execute(db);
}

const COLUMNS = `
alter table studio_event add column beacon text, add column beacon_value text,
  add constraint studio_event_beacon_check check (
    (beacon is null or kind = 'draw') and (beacon_value is null or beacon is not null)
    and (beacon is null or state <> 'drawn' or beacon_value is not null))`;

const FIXED = `
create function studio_keep_beacon() returns trigger language plpgsql as $$
begin
  if new.beacon is distinct from old.beacon or (old.beacon_value is not null and new.beacon_value is distinct from old.beacon_value) then
    raise exception 'the public number of % is fixed', old.id;
  end if;
  return new;
end $$`;

const TRIGGER = `
create trigger studio_event_keep_beacon before update of beacon, beacon_value on studio_event
  for each row execute function studio_keep_beacon()`;

const WAITING = `create index studio_event_waiting on studio_event (next_at) where state = 'open' and beacon is not null and beacon_value is null`;
