import { type Kysely, sql } from 'kysely';

/** The tree of uplines as a closure, with the history of uplines. Both follow `member.agent_id` by triggers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [TABLES, HISTORY, INSERT, MOVE, REMOVE, EXISTING]) await sql.raw(part).execute(db);
}

const TABLES = `
create table agent_closure (
  ancestor_id text not null,
  member_id text not null,
  -- More levels than a merchant can allow (agents.depth); also ends a recursion that a defect has made
  depth smallint not null check (depth between 0 and 64),
  primary key (member_id, ancestor_id)
);
create index agent_closure_below on agent_closure (ancestor_id, depth, member_id);

create table agent_parent (
  id bigint generated always as identity primary key,
  member_id text not null,
  parent_id text not null,
  valid_from timestamptz not null,
  valid_until timestamptz check (valid_until > valid_from)
);
create unique index agent_parent_now on agent_parent (member_id) where valid_until is null;
create index agent_parent_member on agent_parent (member_id, valid_from);
create index agent_parent_below on agent_parent (parent_id, valid_from);
create index member_upline on member (agent_id) where agent_id is not null;
`;

const HISTORY = `
-- Ends the present upline of a member at p_at and starts the new one. An upline that was valid for no time leaves no row.
create function note_agent_parent(p_member text, p_parent text, p_at timestamptz) returns void language plpgsql as $$
declare
  started timestamptz;
begin
  select valid_from into started from agent_parent where member_id = p_member and valid_until is null;
  if started is not null then
    p_at := greatest(p_at, started);
    if started = p_at then
      delete from agent_parent where member_id = p_member and valid_until is null;
    else
      update agent_parent set valid_until = p_at where member_id = p_member and valid_until is null;
    end if;
  end if;
  if p_parent is not null then
    insert into agent_parent (member_id, parent_id, valid_from) values (p_member, p_parent, p_at);
  end if;
end $$;
`;

/**
 * Lock 5180241 is the tree: new members below an upline share it, a change of an upline holds it alone. Without it, a member registered below
 * an agent who is moved at the same time would get the old ancestors. Each statement of a function sees what was committed before
 * it, so the reads after the lock are current.
 */
const INSERT = `
create function agent_tree_insert() returns trigger language plpgsql as $$
begin
  insert into agent_closure (ancestor_id, member_id, depth) values (new.id, new.id, 0);
  if new.agent_id is null then
    return null;
  end if;
  perform pg_advisory_xact_lock_shared(5180241);
  insert into agent_closure (ancestor_id, member_id, depth)
    select ancestor_id, new.id, depth + 1 from agent_closure where member_id = new.agent_id and new.agent_id <> new.id;
  if not found then
    raise exception 'agent tree: % has no place for %', new.agent_id, new.id using errcode = 'check_violation';
  end if;
  perform note_agent_parent(new.id, new.agent_id, new.created_at);
  return null;
end $$;
create trigger agent_tree_insert after insert on member for each row execute function agent_tree_insert();
`;

const MOVE = `
-- The time of the change is the setting agents.at of the transaction, where the application has set it.
create function agent_tree_move() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(5180241);
  if exists (select from agent_closure where ancestor_id = new.id and member_id = new.agent_id) then
    raise exception 'agent tree: % is below %', new.agent_id, new.id using errcode = 'check_violation', constraint = 'agent_tree_cycle';
  end if;
  delete from agent_closure c
    using agent_closure below, agent_closure above
    where below.ancestor_id = new.id and above.member_id = new.id and above.depth > 0
      and c.member_id = below.member_id and c.ancestor_id = above.ancestor_id;
  insert into agent_closure (ancestor_id, member_id, depth)
    select above.ancestor_id, below.member_id, above.depth + below.depth + 1
      from agent_closure above, agent_closure below
     where above.member_id = new.agent_id and below.ancestor_id = new.id;
  perform note_agent_parent(new.id, new.agent_id,
    coalesce(nullif(current_setting('agents.at', true), '')::timestamptz, clock_timestamp()));
  return null;
end $$;
create trigger agent_tree_move after update of agent_id on member for each row
  when (old.agent_id is distinct from new.agent_id) execute function agent_tree_move();
`;

const REMOVE = `
create function agent_tree_remove() returns trigger language plpgsql as $$
begin
  delete from agent_closure where member_id = old.id or ancestor_id = old.id;
  delete from agent_parent where member_id = old.id;
  return null;
end $$;
create trigger agent_tree_remove after delete on member for each row execute function agent_tree_remove();
`;

const EXISTING = `
insert into agent_closure (ancestor_id, member_id, depth)
  with recursive up as (
    select id as member_id, id as ancestor_id, 0 as depth, agent_id from member
    union all
    select up.member_id, m.id, up.depth + 1, m.agent_id from up join member m on m.id = up.agent_id
  )
  select ancestor_id, member_id, depth from up;
insert into agent_parent (member_id, parent_id, valid_from) select id, agent_id, created_at from member where agent_id is not null;
`;
