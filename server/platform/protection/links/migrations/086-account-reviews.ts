import { type Kysely, sql } from 'kysely';

/** Accounts that operators look at: those that may belong to an excluded member, and payout accounts of several members. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table account_review (
    id bigint generated always as identity primary key,
    merchant text not null,
    member_id text not null references member (id),
    -- the account that it resembles
    other_id text not null references member (id),
    -- exclusion: the member is held until somebody decides; payout: both pay out to one number, nobody is held
    subject text not null check (subject in ('exclusion', 'payout')),
    -- kinds of shared traits, with commas between them
    grounds text not null,
    state text not null check (state in ('open', 'released', 'confirmed')),
    created_at timestamptz not null,
    decided_at timestamptz,
    decided_by text,
    reason text,
    unique (member_id, other_id, subject),
    check ((state = 'open') = (decided_at is null))
  )`.execute(db);
  await sql`create index account_review_state on account_review (merchant, state, id desc)`.execute(db);
  await sql`alter table protection_member add column held_at timestamptz`.execute(db);
  await sql`drop function protection_read(text, text, timestamptz)`.execute(db);
  await sql.raw(READ).execute(db);
  // One number may be registered by several members: the answer to a member tells nothing of another.
  await sql`drop index payout_account_number`.execute(db);
  await sql`create unique index payout_account_number on payout_account (member_id, number_key) where removed_at is null`.execute(db);
  await sql`create index payout_account_shared on payout_account (number_key)`.execute(db);
  await sql`create table payout_account_try (
    member_id text primary key,
    tries int not null,
    first_at timestamptz not null
  )`.execute(db);
}

const READ = `
create function protection_read(
  p_merchant text, p_member text, p_at timestamptz,
  out rules text, out time_zone text, out life jsonb, out day jsonb, out week jsonb, out month jsonb, out limits jsonb,
  out checked_at timestamptz, out check_minutes int, out break_kind text, out break_from timestamptz, out break_until timestamptz,
  out return_at timestamptz, out held_at timestamptz, out last_play_at timestamptz, out session_from timestamptz,
  out session_stakes bigint, out session_losses bigint
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
  held_at := p.held_at;
  last_play_at := p.last_play_at;
  session_from := p.session_from;
  session_stakes := p.session_stakes;
  session_losses := p.session_losses;
end $$;
`;
