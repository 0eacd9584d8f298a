import { randomInt } from 'node:crypto';
import { ROOM_LEVELS, ROOM_SEATS } from '../../../shared/games/rooms/levels.ts';
import type { MoveRequest } from '../../../shared/games/rooms/protocol.ts';
import { type Move, refusalOf } from '../../../shared/games/rooms/thirteen.ts';
import type { StudioClock } from '../contract.ts';
import { StudioRefusal } from '../refusal.ts';
import type { Session } from '../store.ts';
import type { StudioDatabase, StudioTx } from '../tables.ts';
import type { WalletClient } from '../wallet-client.ts';
import type { ChangeNotifier } from './change-notifier.ts';
import type { AfterCommit, Dealer } from './dealer.ts';
import { readDealt } from './dealt-hand.ts';
import {
  changeSeat,
  deleteSeat,
  extendReady,
  findFreeTable,
  findSeat,
  findTable,
  type Hall,
  insertSeat,
  insertTable,
  listEntries,
  listSeats,
  lockHall,
  lockTable,
} from './room-store.ts';
import type { Entry, Seat, Table } from './rows.ts';
import { after, TIMES } from './times.ts';

/** The calls of players at tables. */
export interface Desk {
  /** Takes a seat at a table of the level, or returns to the seat that the player already has. */
  sit(session: Session, level: string): Promise<void>;
  /** Agrees to the next hand, which the player's balance must cover, or withdraws. */
  ready(session: Session, ready: boolean): Promise<void>;
  move(session: Session, request: MoveRequest): Promise<void>;
  leave(session: Session): Promise<void>;
  /** Makes the newest session control the player's seat, and extends the seat. */
  takeOver(session: Session): Promise<void>;
  /** Called while the session's page is open. */
  extendSeat(session: Session): Promise<void>;
}

export const ALIASES = 12;
/** Minimum number of seats at a table in free play; bots fill up. */
const MIN_TRIAL_PLAYERS = 3;

export function createDesk(deps: {
  readonly db: StudioDatabase;
  readonly wallet: Pick<WalletClient, 'call'>;
  readonly dealer: Dealer;
  readonly notifier: ChangeNotifier;
  readonly clock: StudioClock;
}): Desk {
  const { db, wallet, dealer, notifier, clock } = deps;

  async function sit(session: Session, level: string): Promise<void> {
    if (!Object.hasOwn(ROOM_LEVELS, level)) throw new StudioRefusal('bet_invalid');
    const seated = await findSeat(db, session.player);
    if (seated) {
      await takeOver(session);
      return atSeat(session, async (tx, _table, seat) => {
        await changeSeat(tx, seat, { leaving: false, missed: 0 });
        return undefined;
      });
    }
    await requireBalance(session, level);
    const hall: Hall = { game_id: session.game_id, level, currency: session.currency, trial: session.trial };
    const tableId = await db.transaction().execute(async (tx) => {
      await lockHall(tx, hall);
      const table =
        (await findFreeTable(tx, hall, ROOM_SEATS, { player: session.player }, clock.now())) ?? (await insertTable(tx, hall, clock.now()));
      const seats = await listSeats(tx, table.id);
      if (!(await insertSeat(tx, newSeat(table, seats, session, clock.now())))) return undefined;
      if (session.trial) await seatBots(tx, table);
      await dealer.updateTimes(tx, table);
      return table.id;
    });
    if (tableId) notifier.notify(tableId);
  }

  /** Bots sit only at free-play tables. */
  async function seatBots(tx: StudioTx, table: Table): Promise<void> {
    if (!table.trial) throw new Error(`a bot must not sit at ${table.id}: it plays for real money`);
    for (let seats = await listSeats(tx, table.id); seats.length < MIN_TRIAL_PLAYERS; seats = await listSeats(tx, table.id))
      await insertSeat(tx, newSeat(table, seats, null, clock.now()));
  }

  /** Runs a task on the player's seat with its table locked. */
  async function atSeat(
    session: Session,
    task: (tx: StudioTx, table: Table, seat: Seat) => Promise<AfterCommit | undefined>,
  ): Promise<void> {
    const found = await findSeat(db, session.player);
    if (!found) throw new StudioRefusal('not_seated');
    const afterwards = await db.transaction().execute(async (tx) => {
      const table = await lockTable(tx, found.table_id);
      const seat = (await listSeats(tx, found.table_id)).find((one) => one.player === session.player);
      if (!table || !seat) throw new StudioRefusal('not_seated');
      if (seat.session_id !== session.id) throw new StudioRefusal('seat_elsewhere');
      const next = await task(tx, table, seat);
      if (!next) await dealer.updateTimes(tx, table);
      return next;
    });
    afterwards?.();
    notifier.notify(found.table_id);
  }

  /**
   * An agreement that cannot be paid would cancel the hand of the others. The wallet still decides about the stake when the hand starts,
   * so without its answer the player can agree.
   */
  async function requireStake(session: Session): Promise<void> {
    const seat = await findSeat(db, session.player);
    const table = seat && (await findTable(db, seat.table_id));
    if (table && seat.session_id === session.id) await requireBalance(session, table.level);
  }

  async function requireBalance(session: Session, level: string): Promise<void> {
    const reply = await wallet.call('balance', { token: session.wallet_token });
    if (reply?.balance !== undefined && BigInt(reply.balance) < (ROOM_LEVELS[level] ?? 0n)) throw new StudioRefusal('insufficient_funds');
  }

  async function takeOver(session: Session): Promise<void> {
    const taken = await db
      .updateTable('studio_seat')
      .set({ session_id: session.id, missed: 0 })
      .where('player', '=', session.player)
      .returning('table_id')
      .executeTakeFirst();
    if (taken) notifier.notify(taken.table_id);
    await extendSeat(session);
  }

  function extendSeat(session: Session): Promise<void> {
    return extendReady(db, session, after(clock.now(), TIMES.idle));
  }

  async function makeMove(tx: StudioTx, table: Table, seat: Seat, { handId, step, cards }: MoveRequest): Promise<AfterCommit> {
    const dealt = table.hand_id === handId ? await readDealt(tx, handId) : undefined;
    const player = dealt?.entries.findIndex((entry) => entry.seat === seat.seat && entry.player === seat.player) ?? -1;
    if (!dealt || player < 0) throw new StudioRefusal('not_your_turn');
    if (isRepeat(dealt.moves[step], player, cards)) return () => undefined;
    const refusal = step === dealt.moves.length ? refusalOf(dealt.state, { player, cards }) : 'turn';
    if (refusal) throw new StudioRefusal(refusal === 'turn' || refusal === 'over' ? 'not_your_turn' : 'move_invalid');
    return dealer.move(tx, table, dealt, { player, cards });
  }

  return {
    sit,
    takeOver,
    extendSeat,
    async ready(session, ready) {
      if (ready) await requireStake(session);
      await atSeat(session, async (tx, table, seat) => {
        // A player must not confirm a hand before the result of the last one is known.
        if (ready && (await isInHand(tx, table, seat))) throw new StudioRefusal('round_pending');
        await changeSeat(tx, seat, { ready, notice: null, leaving: false, idle_at: after(clock.now(), TIMES.idle) });
        return undefined;
      });
    },
    leave: (session) =>
      atSeat(session, async (tx, table, seat) => {
        if (!(await isInHand(tx, table, seat))) {
          await deleteSeat(tx, seat);
          return undefined;
        }
        await changeSeat(tx, seat, { leaving: true, ready: false });
        const dealt = await readDealt(tx, table.hand_id ?? '');
        // A leaving player must not delay the others: the time-out rule plays for the seat from now on.
        if (dealt?.entries[dealt.state.turn]?.seat === seat.seat)
          await tx
            .updateTable('studio_table')
            .set({ due_at: after(clock.now(), TIMES.away) })
            .where('id', '=', table.id)
            .execute();
        return undefined;
      }),
    move: (session, request) => atSeat(session, (tx, table, seat) => makeMove(tx, table, seat, request)),
  };
}

async function isInHand(tx: StudioTx, table: Table, seat: Seat): Promise<boolean> {
  if (table.hand_id === null) return false;
  return (await listEntries(tx, table.hand_id)).some((entry) => entry.seat === seat.seat && entry.player === seat.player && isHeld(entry));
}

function isHeld({ state }: Entry): boolean {
  return state === 'placing' || state === 'open';
}

/** The same move sent again because its response was lost. */
function isRepeat(before: Move | undefined, player: number, cards: readonly number[]): boolean {
  if (before?.player !== player || before.auto) return false;
  return before.cards.length === cards.length && before.cards.every((card) => cards.includes(card));
}

/** A free seat with an alias that is unused at the table; without a session it is a bot's. */
export function newSeat(table: Table, seats: readonly Seat[], session: Session | null, now: Date): Seat {
  const places = Array.from({ length: ROOM_SEATS }, (_, seat) => seat).filter((seat) => seats.every((one) => one.seat !== seat));
  const aliases = Array.from({ length: ALIASES }, (_, alias) => alias).filter((alias) => seats.every((one) => one.alias !== alias));
  return {
    table_id: table.id,
    seat: places[0] ?? 0,
    player: session?.player ?? null,
    session_id: session?.id ?? null,
    alias: aliases[randomInt(aliases.length)] ?? 0,
    ready: session === null,
    missed: 0,
    leaving: false,
    notice: null,
    idle_at: after(now, TIMES.idle),
  };
}
