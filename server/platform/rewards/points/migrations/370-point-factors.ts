import { type Kysely, sql } from 'kysely';

/** Factors of VIP levels on the points of play. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(COLUMNS).execute(db);
  await sql.raw(POST).execute(db);
}

const COLUMNS = `
-- Hundredths by level, from the first one on; empty: no level has a factor. Members have the level of the last change up to level_cut.
alter table point_rates add column factors jsonb not null default '[]';
alter table point_rates add column level_cut bigint not null default 0;
-- Of the level, in hundredths; the rate is that of the category with the factor, rounded down to hundredths.
alter table point_entry add column factor int not null default 100 check (factor >= 100);
`;

/** As in migration 185, with the factor. A node of before calls it without one. */
const POST = `
drop function point_post(text, text, bigint, text, date, timestamptz, text, text, text, int, bigint, boolean);
-- Posts one entry and returns its outcome: posted, repeated (the reference is known) or insufficient.
create function point_post(
  p_member text, p_kind text, p_points bigint, p_reference text, p_day date, p_at timestamptz, p_actor text, p_reason text,
  p_category text, p_rate int, p_valid bigint, p_overdraw boolean, p_factor int default 100
) returns table (outcome text, entry_id bigint, balance bigint) language plpgsql as $$
declare
  v_before bigint;
  v_entry bigint;
  v_lot bigint;
  v_left bigint;
  v_take bigint;
  v_source text := coalesce(p_category, p_kind);
  r record;
begin
  insert into point_account (member_id) values (p_member) on conflict do nothing;
  select a.balance into v_before from point_account a where a.member_id = p_member for update;
  if p_kind <> 'earned' then
    select e.id into v_entry from point_entry e where e.reference = p_reference and e.kind <> 'earned';
    if found then
      return query select 'repeated', v_entry, v_before;
      return;
    end if;
  end if;
  if p_points < 0 and v_before + p_points < 0 and not p_overdraw then
    return query select 'insufficient', null::bigint, v_before;
    return;
  end if;
  insert into point_entry (member_id, kind, day, category, rate, factor, valid, points, balance, reference, actor, reason, at)
    values (p_member, p_kind, p_day, p_category, p_rate, p_factor, p_valid, p_points, v_before + p_points, p_reference, p_actor, p_reason, p_at)
    returning id into v_entry;
  update point_account a set balance = v_before + p_points,
    credited = a.credited + greatest(p_points, 0), debited = a.debited - least(p_points, 0)
   where a.member_id = p_member;
  if p_points > 0 then
    v_take := least(p_points, greatest(-v_before, 0));
    insert into point_lot as l (member_id, day, source, points, unused) values (p_member, p_day, v_source, p_points, p_points - v_take)
      on conflict (member_id, day, source) do update set points = l.points + excluded.points, unused = l.unused + excluded.unused
      returning l.id into v_lot;
    if v_take > 0 then
      insert into point_use (entry_id, lot_id, points) values (v_entry, v_lot, v_take);
    end if;
  else
    -- What the lots do not have is the debt of the account.
    v_left := least(-p_points, greatest(v_before, 0));
    for r in
      -- Voided play takes from its own lot first.
      select l.id, l.unused from point_lot l where l.member_id = p_member and l.unused > 0
       order by (p_kind = 'earned' and l.day = p_day and l.source = v_source) desc, l.day, l.id
    loop
      exit when v_left = 0;
      v_take := least(v_left, r.unused);
      update point_lot l set unused = l.unused - v_take where l.id = r.id;
      insert into point_use (entry_id, lot_id, points) values (v_entry, r.id, v_take);
      v_left := v_left - v_take;
    end loop;
    if v_left <> 0 then
      raise exception 'the lots of % do not have its balance', p_member;
    end if;
  end if;
  return query select 'posted', v_entry, v_before + p_points;
end $$;
`;
