import { ROOM_LEVELS } from '../../../shared/games/rooms/levels.ts';
import type { EndedHand, HandsAnswer, LobbyView, RoomView } from '../../../shared/games/rooms/protocol.ts';
import { coinOf, inCoins } from '../../../shared/money/currency-steps.ts';
import { toWire } from '../../../shared/money/money.ts';
import { MINUTE_MS } from '../../../shared/time.ts';
import type { StudioClock } from '../contract.ts';
import { maximumStakeOf, type Session } from '../store.ts';
import type { StudioDatabase } from '../tables.ts';
import { readDealt } from './dealt-hand.ts';
import { presentEnded, presentHands, presentTable } from './presenter.ts';
import { countHalls, findHand, findSeat, findTable, listEntries, listPlayerEntries, listSeats } from './room-store.ts';
import type { Hand } from './rows.ts';

export interface CurrentView {
  readonly view: RoomView;
  /** Undefined in the lobby. */
  readonly tableId: string | undefined;
}

export interface Views {
  of(session: Session): Promise<CurrentView>;
  hands(session: Session): Promise<HandsAnswer>;
}

const LISTED = 50;
/** Older ended hands are not shown any more. */
const ENDED_HAND_VISIBLE_MS = 10 * MINUTE_MS;

/** The current view of a session, read from the database only: any process can serve it, also after a restart. */
export function createViews(db: StudioDatabase, clock: StudioClock): Views {
  async function of(session: Session): Promise<CurrentView> {
    const now = clock.now();
    const seat = await findSeat(db, session.player);
    if (seat && seat.session_id !== session.id) return { view: { kind: 'elsewhere' }, tableId: undefined };
    const [newest] = await listPlayerEntries(db, session.player, session.game_id, 1);
    const last = newest ? await endedHand(newest.hand_id, session, now) : null;
    const table = seat && (await findTable(db, seat.table_id));
    if (!seat || !table) return { view: await lobby(session, last, now), tableId: undefined };
    const seats = await listSeats(db, table.id);
    const dealt = table.hand_id === null ? undefined : await readDealt(db, table.hand_id);
    const balance = newest?.balance_after ? toWire(BigInt(newest.balance_after)) : null;
    return { view: presentTable({ table, seats, seat, session, dealt, last, balance, now }), tableId: table.id };
  }

  async function endedHand(handId: string, session: Session, now: Date): Promise<EndedHand | null> {
    const hand = await findHand(db, handId);
    if (!hand?.ended_at || now.getTime() - hand.ended_at.getTime() > ENDED_HAND_VISIBLE_MS) return null;
    const all = await listEntries(db, handId);
    return presentEnded(
      hand,
      all,
      all.find((entry) => entry.player === session.player),
    );
  }

  async function lobby(session: Session, last: EndedHand | null, now: Date): Promise<LobbyView> {
    const counts = await countHalls(db, { game_id: session.game_id, currency: session.currency, trial: session.trial });
    const levels = Object.entries(ROOM_LEVELS).map(([level, cents]) => {
      const stake = inCoins(cents, coinOf(session.currency));
      const { players = 0, bots = 0, waiting = 0, tables = 0 } = counts.find((count) => count.level === level) ?? {};
      return { level, stake: toWire(stake), players, bots, waiting, tables };
    });
    const maximum = maximumStakeOf(session);
    return { kind: 'lobby', now: now.toISOString(), levels, siteMaxStake: maximum === null ? null : toWire(maximum), last };
  }

  return {
    of,
    async hands(session) {
      const entries = await listPlayerEntries(db, session.player, session.game_id, LISTED);
      const ids = [...new Set(entries.map((entry) => entry.hand_id))];
      const rows: Hand[] = ids.length === 0 ? [] : await db.selectFrom('studio_hand').selectAll().where('id', 'in', ids).execute();
      return { hands: presentHands(entries, new Map(rows.map((hand) => [hand.id, hand]))) };
    },
  };
}
