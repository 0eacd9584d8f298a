import { sql } from 'kysely';
import { EXPOSURE_LIMITS } from '../../../shared/games/lottery/exposure.ts';
import type { DeskDraw, DeskRefusal, DrawDeskAnswer, DrawDeskBody } from '../../../shared/seamless/draw-desk.ts';
import type { StudioClock } from '../contract.ts';
import { type StudioEvent, voidDraw } from '../events/event-store.ts';
import type { StudioDatabase, StudioExecutor, StudioTx } from '../tables.ts';
import type { DatabaseTime } from './lottery-bet-request.ts';
import { totalsIn } from './totals.ts';

/** Numbers that an operator sees of one draw. */
const TOP_NUMBERS = 50;

export interface DrawDeskDeps {
  readonly db: StudioDatabase;
  readonly clock: StudioClock;
  readonly databaseTime: DatabaseTime;
}

/** What operators may see and do. Rows are presented field by field: a seed or an outcome has no way out. */
export interface DrawDesk {
  draws(body: DrawDeskBody<'draws'>): Promise<DrawDeskAnswer<'draws'>>;
  exposure(body: DrawDeskBody<'exposure'>): Promise<DrawDeskAnswer<'exposure'>>;
  close(body: DrawDeskBody<'close'>): Promise<DrawDeskAnswer<'close'>>;
  void(body: DrawDeskBody<'void'>): Promise<DrawDeskAnswer<'void'>>;
  reverse(body: DrawDeskBody<'reverse'>): Promise<DrawDeskAnswer<'reverse'>>;
  limits(body: DrawDeskBody<'limits'>): Promise<DrawDeskAnswer<'limits'>>;
}

export function createDrawDesk({ db, clock, databaseTime }: DrawDeskDeps): DrawDesk {
  /** Runs a change of a draw while it is locked against bets and its end. */
  async function change(drawId: string, work: (tx: StudioTx, draw: StudioEvent) => Promise<DeskRefusal | undefined>) {
    return db.transaction().execute(async (tx) => {
      const draw = await lockDraw(tx, drawId);
      const refused = draw ? await work(tx, draw) : 'unknown_draw';
      if (refused) return { status: 'REFUSED', reason: refused } as const;
      const [after] = await presentDraws(tx, await findDraw(tx, drawId));
      if (!after) throw new Error(`the draw ${drawId} is gone`);
      return { status: 'OK', draw: after } as const;
    });
  }

  return {
    async draws(body) {
      const [games, draws] = await Promise.all([gamesOf(db), listDraws(db, body).then((events) => presentDraws(db, events))]);
      return { now: clock.now().toISOString(), games, draws };
    },
    async exposure({ drawId }) {
      const [draw] = await presentDraws(db, await findDraw(db, drawId));
      if (!draw) return { status: 'REFUSED', reason: 'unknown_draw' };
      const [limits, playTypes, numbers] = await Promise.all([limitsOf(db, draw.gameId), playTypesOf(db, drawId), numbersOf(db, drawId)]);
      return { status: 'OK', now: clock.now().toISOString(), draw, limits, playTypes, numbers };
    },
    close: ({ drawId }) =>
      change(drawId, async (tx, { state }) => {
        if (state !== 'open') return 'not_open';
        await sql`update studio_event set closes_at = greatest(opens_at, least(closes_at, ${databaseTime()})), unsent = true
          where id = ${drawId}`.execute(tx);
        return undefined;
      }),
    void: ({ drawId }) =>
      change(drawId, async (tx, { state }) => {
        if (state === 'drawn') return 'not_open';
        if (state === 'open') await voidDraw(tx, drawId, clock.now());
        return undefined;
      }),
    reverse: ({ drawId }) => change(drawId, (tx, draw) => reverseDraw(tx, draw, clock.now())),
    async limits({ gameId, number, playType, draw }) {
      await db.transaction().execute(async (tx) => {
        const open = await drawsBy(tx).where('game_id', '=', gameId).where('state', '=', 'open').orderBy('id').forUpdate().execute();
        const values = { number, play_type: playType, draw };
        await tx
          .insertInto('studio_exposure_limit')
          .values({ game_id: gameId, ...values })
          .onConflict((conflict) => conflict.column('game_id').doUpdateSet(values))
          .execute();
        for (const { id } of open) await sql`select studio_level_exposure(${id}, ${playType}::bigint, ${draw}::bigint)`.execute(tx);
      });
      return { status: 'OK' };
    },
  };
}

function drawsBy(executor: StudioExecutor) {
  return executor.selectFrom('studio_event').selectAll().where('kind', '=', 'draw');
}

/** The game is part of the query: draws of a frequent game would fill a page before those of another. */
function listDraws(executor: StudioExecutor, body: DrawDeskBody<'draws'>): Promise<StudioEvent[]> {
  const draws = body.gameId === undefined ? drawsBy(executor) : drawsBy(executor).where('game_id', '=', body.gameId);
  if (body.list === 'open') return draws.where('state', '=', 'open').orderBy('closes_at').orderBy('id').execute();
  const withTickets = sql<boolean>`exists (
    select 1 from studio_ticket where event_id = studio_event.id and not trial and state <> 'refused')`;
  const ended = draws.where('state', '<>', 'open').orderBy('draws_at', 'desc').orderBy('id').limit(body.limit).offset(body.offset);
  return (body.sold ? ended.where(withTickets) : ended).execute();
}

/** Games that have draws. All events of a game are of one kind: the index is read once for each game. */
async function gamesOf(executor: StudioExecutor): Promise<string[]> {
  const { rows } = await sql<{ game_id: string }>`with recursive game as (
    (select game_id, kind from studio_event order by game_id limit 1)
    union all
    select later.game_id, later.kind from game,
      lateral (select game_id, kind from studio_event where game_id > game.game_id order by game_id limit 1) as later
  ) select game_id from game where kind = 'draw' order by game_id`.execute(executor);
  return rows.map(({ game_id }) => game_id);
}

function findDraw(executor: StudioExecutor, id: string): Promise<StudioEvent[]> {
  return drawsBy(executor).where('id', '=', id).execute();
}

function lockDraw(tx: StudioTx, id: string): Promise<StudioEvent | undefined> {
  return drawsBy(tx).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Every ticket of the draw must have its end: a payment that is under way cannot be taken back. */
async function reverseDraw(tx: StudioTx, { id, state, reversed }: StudioEvent, now: Date): Promise<DeskRefusal | undefined> {
  if (state !== 'drawn') return 'not_drawn';
  if (reversed) return undefined;
  const { rows } = await sql<{ unsettled: boolean }>`select exists (
    select 1 from studio_ticket where event_id = ${id} and state in ('placing', 'open', 'owed', 'voided')) as unsettled`.execute(tx);
  if (rows[0]?.unsettled) return 'unsettled';
  await tx.updateTable('studio_event').set({ reversed: true, unsent: true }).where('id', '=', id).execute();
  await tx
    .updateTable('studio_ticket')
    .set({ state: 'reversing', attempts: 0, next_try_at: now })
    .where('event_id', '=', id)
    .where('state', '=', 'settled')
    .execute();
  return undefined;
}

async function presentDraws(executor: StudioExecutor, events: readonly StudioEvent[]): Promise<DeskDraw[]> {
  const ids = events.map(({ id }) => id);
  const { rows } = await sql<{ event_id: string; stake: string; payout: string }>`
    select event_id, sum(stake)::bigint as stake, sum(payout)::bigint as payout from studio_exposure
      where event_id = any(${ids}::text[]) and play_type = '' and number = '' group by event_id`.execute(executor);
  const sums = new Map(rows.map((row) => [row.event_id, row]));
  return events.map((event) => ({
    id: event.id,
    gameId: event.game_id,
    issue: event.issue,
    opensAt: event.opens_at.toISOString(),
    closesAt: event.closes_at.toISOString(),
    drawsAt: event.draws_at.toISOString(),
    state: event.state,
    reversed: event.reversed,
    stake: String(sums.get(event.id)?.stake ?? 0),
    payout: String(sums.get(event.id)?.payout ?? 0),
    totals: totalsIn(event),
  }));
}

async function limitsOf(executor: StudioExecutor, gameId: string) {
  const own = await executor.selectFrom('studio_exposure_limit').selectAll().where('game_id', '=', gameId).executeTakeFirst();
  if (own) return { number: String(own.number), playType: String(own.play_type), draw: String(own.draw) };
  const { number, playType, draw } = EXPOSURE_LIMITS;
  return { number: String(number), playType: String(playType), draw: String(draw) };
}

async function playTypesOf(executor: StudioExecutor, drawId: string) {
  const { rows } = await sql<{ playType: string; stake: string; payout: string }>`
    select play_type as "playType", sum(stake)::text as stake, sum(payout)::text as payout from studio_exposure
      where event_id = ${drawId} and play_type <> '' and number = '' group by play_type having sum(stake) > 0
      order by sum(payout) desc, play_type`.execute(executor);
  return rows;
}

async function numbersOf(executor: StudioExecutor, drawId: string) {
  const { rows } = await sql<{ playType: string; number: string; stake: string; payout: string }>`
    select play_type as "playType", number, stake::text as stake, payout::text as payout from studio_exposure
      where event_id = ${drawId} and number <> '' and stake > 0 order by studio_exposure.payout desc, play_type, studio_exposure.number limit ${TOP_NUMBERS}`.execute(
    executor,
  );
  return rows;
}
