import type { FishVariant, StudioGame } from '../../../shared/games/catalogue.ts';
import { fishMultiplier } from '../../../shared/games/fish.ts';
import type { EngineBet } from '../../../shared/games/protocol.ts';
import { SEA_SEATS } from '../../../shared/games/sea/protocol.ts';
import { passOf } from '../../../shared/games/sea/shoal.ts';
import { MINUTE_MS } from '../../../shared/time.ts';
import type { StudioClock } from '../contract.ts';
import { StudioRefusal } from '../refusal.ts';
import type { ChangeNotifier } from '../rooms/change-notifier.ts';
import type { Session } from '../store.ts';
import type { StudioDatabase, StudioTx } from '../tables.ts';
import type { Sea } from './rows.ts';
import {
  changeCannon,
  deleteIdle,
  findFreeSea,
  findPlace,
  insertCannon,
  insertSea,
  listCannons,
  lockSea,
  lockWaters,
  touchSea,
} from './sea-store.ts';

/** Milliseconds. */
export const SEA_TIMES = {
  /** The seat is freed this long after the last report of an open page, which comes every 25 seconds. */
  idle: MINUTE_MS,
  /** The same after the stream has ended; long enough to reconnect. */
  disconnected: 15_000,
  /** A player without a shot for this long loses the seat, even with an open page. */
  watching: 5 * MINUTE_MS,
  /** Tolerance between the clocks of pages and of the studio for an animal's entry and exit. */
  drift: 2_000,
} as const;

/** Columns of a shot: its sea, its cannon and its animal. */
export interface Aim {
  readonly sea_id: string;
  readonly seat: number;
  readonly fish: number;
}

/** Seats at the cannons. */
export interface Seats {
  /** Takes the player's seat, a free one in a sea of the game, or the first one of a new sea. */
  join(session: Session): Promise<void>;
  /** Called while the session's page is open. */
  extendSeat(session: Session): Promise<void>;
  /** Called when the session's last stream has ended. */
  shortenSeat(session: Session): Promise<void>;
  /** Frees idle seats, and deletes empty seas. */
  sweep(): Promise<void>;
  /**
   * Validates the target of a shot before anything is drawn or booked. Refuses with `not_seated`, or with `target_gone` for an
   * animal that is not in the sea; whether it is caught is decided by the round's unique index.
   */
  admit(tx: StudioTx, session: Session, game: StudioGame, bet: EngineBet, fish: number): Promise<Aim>;
}

/** The middle seats first, for a single player. */
const ORDER = [1, 2, 0, 3] as const;

export function createSeats({
  db,
  notifier,
  clock,
}: {
  readonly db: StudioDatabase;
  readonly notifier: ChangeNotifier;
  readonly clock: StudioClock;
}): Seats {
  const after = (milliseconds: number) => new Date(clock.now().getTime() + milliseconds);

  async function sit(tx: StudioTx, session: Session): Promise<readonly string[]> {
    const { player, game_id, trial, id } = session;
    await lockWaters(tx, { game_id, trial });
    const before = await findPlace(tx, session);
    const fresh = { session_id: id, idle_at: after(SEA_TIMES.idle), shot_at: clock.now() };
    if (before?.sea.trial === trial) {
      await tx.updateTable('studio_cannon').set(fresh).where('player', '=', player).where('game_id', '=', game_id).execute();
      return before.cannon.session_id === id ? [] : [before.sea.id];
    }
    if (before) await tx.deleteFrom('studio_cannon').where('player', '=', player).where('game_id', '=', game_id).execute();
    const sea = (await findFreeSea(tx, { game_id, trial }, SEA_SEATS)) ?? (await insertSea(tx, { game_id, trial }, clock.now()));
    const taken = (await listCannons(tx, sea.id)).map(({ seat }) => seat);
    const seat = ORDER.find((one) => !taken.includes(one));
    if (seat === undefined) throw new Error(`no seat left in ${sea.id}`);
    await insertCannon(tx, { ...fresh, sea_id: sea.id, seat, player, game_id });
    return before ? [sea.id, before.sea.id] : [sea.id];
  }

  async function notifyAll(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      await touchSea(db, id);
      notifier.notify(id);
    }
  }

  async function endIfEmpty(id: string): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const sea = await lockSea(tx, id);
      // Checked with the sea locked, so that no seat is taken meanwhile.
      if (sea && (await listCannons(tx, id)).length === 0) await tx.deleteFrom('studio_sea').where('id', '=', id).execute();
    });
  }

  return {
    async join(session) {
      await notifyAll(await db.transaction().execute((tx) => sit(tx, session)));
    },
    async extendSeat(session) {
      const place = await findPlace(db, session);
      const isWatching = place && clock.now().getTime() - place.cannon.shot_at.getTime() > SEA_TIMES.watching;
      if (place && !isWatching) await changeCannon(db, session, { idle_at: after(SEA_TIMES.idle) });
    },
    async shortenSeat(session) {
      await changeCannon(db, session, { idle_at: after(SEA_TIMES.disconnected) });
    },
    async sweep() {
      const ids = await deleteIdle(db, clock.now());
      await notifyAll(ids);
      for (const id of ids) await endIfEmpty(id);
    },
    async admit(tx, session, game, bet, fish) {
      const place = await findPlace(tx, session);
      if (place?.cannon.session_id !== session.id || place.sea.trial !== session.trial) throw new StudioRefusal('not_seated');
      if (bet.engine !== 'fish' || fishMultiplier(game.variant as FishVariant, bet.target) === undefined)
        throw new StudioRefusal('bet_invalid');
      const now = clock.now();
      checkTarget(place.sea, game.variant as FishVariant, bet.target, fish, now);
      await changeCannon(tx, session, { shot_at: now });
      return { sea_id: place.sea.id, seat: place.cannon.seat, fish };
    },
  };
}

function checkTarget({ seed, opened_at }: Sea, variant: FishVariant, target: string, fish: number, now: Date): void {
  const pass = passOf(variant, seed, fish);
  if (pass?.species !== target) throw new StudioRefusal('bet_invalid');
  const since = now.getTime() - opened_at.getTime();
  if (since < pass.entersAt - SEA_TIMES.drift || since > pass.leavesAt + SEA_TIMES.drift) throw new StudioRefusal('target_gone');
}
