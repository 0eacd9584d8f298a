import { type Kysely, sql } from 'kysely';

/**
 * What decides about a member, for `readSnapshot`. A function, because it runs with every bet: its plans are made once a
 * connection, which on the embedded database is most of the cost.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(READ).execute(db);
}

const READ = `
-- The sums before a moment; a minute that a window begins in counts whole: the stricter side. As text: JSON numbers are
-- not exact.
create function protection_before(p_member text, p_from timestamptz) returns jsonb language plpgsql stable as $$
declare
  s jsonb;
begin
  select jsonb_build_array(m.stakes::text, m.losses::text, m.deposits::text, m.seconds::text) into s
    from protection_minute m
   where m.member_id = p_member and m.minute < date_trunc('minute', p_from) order by m.minute desc limit 1;
  return s;
end $$;

create function protection_read(
  p_merchant text, p_member text, p_at timestamptz,
  out rules text, out time_zone text, out life jsonb, out day jsonb, out week jsonb, out month jsonb, out limits jsonb,
  out checked_at timestamptz, out check_minutes int, out break_kind text, out break_from timestamptz, out break_until timestamptz,
  out return_at timestamptz, out last_play_at timestamptz, out session_from timestamptz, out session_stakes bigint,
  out session_losses bigint
) language plpgsql stable as $$
#variable_conflict use_column
declare
  p protection_member%rowtype;
begin
  select s.settings ->> 'protection', s.settings ->> 'timeZone' into rules, time_zone from merchant s where s.code = p_merchant;
  time_zone := coalesce(time_zone, 'UTC');
  select jsonb_agg(jsonb_build_array(l.kind, l.period, l.set_by, l.value::text, l.pending_from, l.pending_value::text)) into limits
    from protection_limit l where l.member_id = p_member;
  select * into p from protection_member m where m.member_id = p_member;
  if not found then
    return;
  end if;
  life := jsonb_build_array(p.stakes::text, p.losses::text, p.deposits::text, p.seconds::text, p.payouts::text);
  day := protection_before(p_member, p_at - interval '24 hours');
  week := protection_before(p_member, p_at - interval '168 hours');
  month := protection_before(p_member, date_trunc('month', p_at at time zone time_zone) at time zone time_zone);
  checked_at := p.checked_at;
  check_minutes := p.check_minutes;
  break_kind := p.break_kind;
  break_from := p.break_from;
  break_until := p.break_until;
  return_at := p.return_at;
  last_play_at := p.last_play_at;
  session_from := p.session_from;
  session_stakes := p.session_stakes;
  session_losses := p.session_losses;
end $$;
`;
