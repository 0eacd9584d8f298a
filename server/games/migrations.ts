import { type Kysely, type Migration, sql } from 'kysely';
import { migrate } from '../migrate.ts';
import { openEventsToFlights } from './crash/migration.ts';
import { createCourses } from './events/migration.ts';
import { addReportCounters, keepMarkets } from './events/slip-migration.ts';
import { createFreeRounds } from './free-rounds.ts';
import { createPlaceSlip } from './live/migration.ts';
import { addBeacons } from './lottery/beacon-migration.ts';
import { createClosedDays } from './lottery/closed-days-migration.ts';
import { createExposure } from './lottery/exposure-migration.ts';
import { createChases } from './lottery/migration.ts';
import { createReversals, listEndedDraws, orderTickets } from './lottery/reversal-migration.ts';
import { createPlayerLinks, createRooms } from './rooms/migration.ts';
import { addCycles, createSeas } from './sea/migration.ts';

/** The studio has its own migration list. A landed migration is never edited. */
const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '001-rounds': {
    async up(db: Kysely<unknown>) {
      await createSessions(db);
      await createRounds(db);
    },
  },
  '002-events': {
    async up(db: Kysely<unknown>) {
      await createEvents(db);
      await createTickets(db);
    },
  },
  '003-tables': {
    async up(db: Kysely<unknown>) {
      await createChains(db);
      await openEventsToRounds(db);
    },
  },
  '004-rooms': { up: createRooms },
  '005-flights': { up: openEventsToFlights },
  '006-seas': {
    async up(db: Kysely<unknown>) {
      await createSeas(db);
      await addCycles(db);
    },
  },
  '007-courses': { up: createCourses },
  '008-rules': { up: createRules },
  '009-place-slip': { up: createPlaceSlip },
  '012-slip-news': { up: addReportCounters },
  '090-player-links': { up: createPlayerLinks },
  '110-slip-markets': { up: keepMarkets },
  '175-maximum-stakes': { up: addMaximumStakes },
  '245-exposure': { up: createExposure },
  '246-reversals': { up: createReversals },
  '247-tickets-in-order': { up: orderTickets },
  '250-chases': { up: createChases },
  '275-free-rounds': { up: createFreeRounds },
  '330-names-of-reports': { up: renameReports },
  '360-sealed-seeds': { up: renameSeeds },
  '370-closed-days': { up: createClosedDays },
  '371-beacons': { up: addBeacons },
  '395-ended-draws': { up: listEndedDraws },
};

export async function migrateStudio(db: Kysely<unknown>): Promise<void> {
  await migrate(db, MIGRATIONS, { tablePrefix: 'studio', anyOrder: true });
}

/** Columns of what the page and the platform have received have the names of the code. */
async function renameReports(db: Kysely<unknown>): Promise<void> {
  await sql`alter table studio_round rename column told to delivered`.execute(db);
  await sql`alter index studio_round_untold rename to studio_round_undelivered`.execute(db);
  await sql`alter table studio_ticket rename column news to changes`.execute(db);
  await sql`alter table studio_ticket rename column told to reported_changes`.execute(db);
  await sql`alter index studio_ticket_news rename to studio_ticket_unreported`.execute(db);
}

/**
 * The column has sealed values from now on. Under the old name a node of an earlier release would read one as hexadecimal and announce
 * events with seeds of an empty text; now its query fails.
 */
async function renameSeeds(db: Kysely<unknown>): Promise<void> {
  await sql`alter table studio_chain rename column last_seed to sealed_seed`.execute(db);
}

/** Highest stake of one bet, as the wallet names it at the launch. */
async function addMaximumStakes(db: Kysely<unknown>): Promise<void> {
  await sql`alter table studio_session add column maximum_stake bigint check (maximum_stake >= 0)`.execute(db);
}

async function createSessions(db: Kysely<unknown>): Promise<void> {
  await sql`create table studio_session (
    id text primary key,
    token_hash text not null unique,
    wallet_token text not null,
    player text not null,
    game_id text not null,
    currency text not null,
    language text not null,
    trial boolean not null,
    client_seed text not null,
    server_seed text not null,
    nonce integer not null check (nonce >= 0),
    last_played_at timestamptz,
    created_at timestamptz not null,
    expires_at timestamptz not null
  )`.execute(db);
}

async function createRounds(db: Kysely<unknown>): Promise<void> {
  await sql`create table studio_round (
    id text primary key,
    session_id text not null references studio_session (id),
    play_key text not null,
    player text not null,
    game_id text not null,
    currency text not null,
    trial boolean not null,
    bet text not null,
    outcome text not null,
    stake bigint not null check (stake > 0),
    payout bigint not null check (payout >= 0),
    rules_hash text not null,
    server_seed text not null,
    client_seed text not null,
    nonce integer not null,
    state text not null check (state in ('open', 'settled', 'refunded', 'refused')),
    refusal text,
    balance_after bigint,
    told boolean not null default false,
    attempts integer not null default 0,
    next_try_at timestamptz not null,
    created_at timestamptz not null,
    ended_at timestamptz,
    unique (player, play_key)
  )`.execute(db);
  // At most one open round per player and game, over all sessions and processes.
  await sql`create unique index studio_round_open on studio_round (player, game_id) where state = 'open'`.execute(db);
  // A seed decides one round; only a refused bet leaves it unused.
  await sql`create unique index studio_round_seed on studio_round (session_id, nonce) where state <> 'refused'`.execute(db);
  await sql`create index studio_round_due on studio_round (next_try_at) where state = 'open'`.execute(db);
  await sql`create index studio_round_untold on studio_round (player, game_id) where not told and state <> 'open'`.execute(db);
  await sql`create index studio_round_history on studio_round (player, game_id, created_at desc)`.execute(db);
}

async function createEvents(db: Kysely<unknown>): Promise<void> {
  await sql`create table studio_event (
    id text primary key,
    game_id text not null,
    kind text not null check (kind in ('match', 'draw')),
    place integer not null,
    issue text not null,
    opens_at timestamptz not null,
    closes_at timestamptz not null,
    draws_at timestamptz not null,
    terms text not null,
    server_seed text not null,
    seed_hash text not null,
    state text not null check (state in ('open', 'drawn', 'void')),
    outcome text,
    ended_at timestamptz,
    unsent boolean not null default true,
    check ((state = 'drawn') = (outcome is not null)),
    unique (game_id, place)
  )`.execute(db);
  await sql`create index studio_event_due on studio_event (draws_at) where state = 'open'`.execute(db);
  await sql`create index studio_event_unsent on studio_event (draws_at) where unsent`.execute(db);
  await sql`create index studio_event_list on studio_event (game_id, draws_at desc)`.execute(db);
}

async function createTickets(db: Kysely<unknown>): Promise<void> {
  await sql`create table studio_ticket (
    id text primary key,
    event_id text not null references studio_event (id),
    play_key text not null,
    player text not null,
    game_id text not null,
    currency text not null,
    trial boolean not null,
    selection text not null check (selection in ('home', 'draw', 'away')),
    odds integer not null check (odds > 100),
    stake bigint not null check (stake > 0),
    payout bigint check (payout >= 0),
    state text not null check (state in ('placing', 'open', 'owed', 'voided', 'settled', 'refunded', 'refused')),
    refusal text,
    balance_after bigint,
    attempts integer not null default 0,
    next_try_at timestamptz not null,
    placed_at timestamptz not null,
    ended_at timestamptz,
    unique (player, play_key)
  )`.execute(db);
  await sql`create index studio_ticket_due on studio_ticket (next_try_at) where state in ('placing', 'owed', 'voided')`.execute(db);
  await sql`create index studio_ticket_event on studio_ticket (event_id)`.execute(db);
  await sql`create index studio_ticket_list on studio_ticket (player, game_id, placed_at desc)`.execute(db);
}

/** The last seed of a table's seed chain for a day; all earlier seeds follow from it. */
async function createChains(db: Kysely<unknown>): Promise<void> {
  await sql`create table studio_chain (
    game_id text not null,
    first_place integer not null,
    last_seed text not null,
    primary key (game_id, first_place)
  )`.execute(db);
}

/** Pay tables of played rounds; the SHA-256 of `printed` is the `rules_hash` of these rounds. */
async function createRules(db: Kysely<unknown>): Promise<void> {
  await sql`create table studio_rules (hash text primary key, variant text not null, printed text not null)`.execute(db);
}

/** A table round is an event; a bet on it has chips instead of a selection with odds. */
async function openEventsToRounds(db: Kysely<unknown>): Promise<void> {
  await sql`alter table studio_event drop constraint studio_event_kind_check`.execute(db);
  await sql`alter table studio_event add constraint studio_event_kind_check check (kind in ('match', 'draw', 'round'))`.execute(db);
  await sql`alter table studio_ticket alter column selection drop not null, alter column odds drop not null, add column chips text`.execute(
    db,
  );
  await sql`alter table studio_ticket add constraint studio_ticket_bet_check
    check ((chips is null) = (selection is not null) and (selection is null) = (odds is null))`.execute(db);
}
