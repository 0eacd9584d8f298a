import { ROOM_LEVELS, roomStake } from '../../../shared/games/rooms/levels.ts';
import type { MoveRequest } from '../../../shared/games/rooms/protocol.ts';
import { type Move, refusalOf } from '../../../shared/games/rooms/thirteen.ts';
import { coinOf } from '../../../shared/money/currency-steps.ts';
import type { StudioClock } from '../contract.ts';
import { StudioRefusal } from '../refusal.ts';
import { isAboveMaximum, type Session } from '../store.ts';
import type { StudioDatabase, StudioTx } from '../tables.ts';
import type { WalletClient } from '../wallet-client.ts';
import type { ChangeNotifier } from './change-notifier.ts';
import type { Dealer } from './dealer.ts';
import { readDealt } from './dealt-hand.ts';
import type { AfterCommit } from './hand-end.ts';
import {
  bindSeat,
  changeSeat,
  deleteSeat,
  extendReady,
  findSeat,
  findTable,
  type Hall,
  listEntries,
  listSeats,
  lockTable,
} from './room-store.ts';
import type { Entry, Seat, Table } from './rows.ts';
import { sitDown } from './seating.ts';
import { updateTimes } from './table-seats.ts';
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
    await requireFunds(wallet, session, level);
    const hall: Hall = { game_id: session.game_id, level, currency: session.currency, trial: session.trial };
    const tableId = await db.transaction().execute((tx) => sitDown(tx, hall, session, clock.now()));
    if (tableId) notifier.notify(tableId);
  }

  /** Runs a task on the player's seat with its table locked. */
  async function atSeat(
    session: Session,
    task: (tx: StudioTx, table: Table, seat: Seat) => Promise<AfterCommit | undefined>,
  ): Promise<void> {
    const found = await findSeat(db, session.player);
    if (!found) throw new StudioRefusal('not_seated');
    const afterwards = await db.transaction().execute(async (tx) => {
      const { table, seat } = await lockOwnSeat(tx, session, found.table_id);
      const next = await task(tx, table, seat);
      if (!next) await updateTimes(tx, table, clock.now());
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
    if (table && seat.session_id === session.id) await requireFunds(wallet, session, table.level);
  }

  async function takeOver(session: Session): Promise<void> {
    const tableId = await bindSeat(db, session);
    if (tableId !== undefined) notifier.notify(tableId);
    await extendSeat(session);
  }

  function extendSeat(session: Session): Promise<void> {
    return extendReady(db, session, after(clock.now(), TIMES.idle));
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
    leave: (session) => atSeat(session, (tx, table, seat) => leaveSeat(tx, table, seat, clock.now())),
    move: (session, request) => atSeat(session, (tx, table, seat) => makeMove(dealer, tx, table, seat, request)),
  };
}

/** The seat that the session controls, with its table locked. */
async function lockOwnSeat(tx: StudioTx, session: Session, tableId: string): Promise<{ readonly table: Table; readonly seat: Seat }> {
  const table = await lockTable(tx, tableId);
  const seat = (await listSeats(tx, tableId)).find((one) => one.player === session.player);
  if (!table || !seat) throw new StudioRefusal('not_seated');
  if (seat.session_id !== session.id) throw new StudioRefusal('seat_elsewhere');
  return { table, seat };
}

/** The stake of the level is not above the highest stake of the site, nor above the balance. */
async function requireFunds(wallet: Pick<WalletClient, 'call'>, session: Session, level: string): Promise<void> {
  const stake = roomStake(level, coinOf(session.currency)) ?? 0n;
  if (isAboveMaximum(session, stake)) throw new StudioRefusal('stake_above_maximum');
  const reply = await wallet.call('balance', { token: session.wallet_token });
  if (reply?.balance !== undefined && BigInt(reply.balance) < stake) throw new StudioRefusal('insufficient_funds');
}

async function makeMove(
  dealer: Dealer,
  tx: StudioTx,
  table: Table,
  seat: Seat,
  { handId, step, cards }: MoveRequest,
): Promise<AfterCommit> {
  const dealt = table.hand_id === handId ? await readDealt(tx, handId) : undefined;
  const player = dealt?.entries.findIndex((entry) => entry.seat === seat.seat && entry.player === seat.player) ?? -1;
  if (!dealt || player < 0) throw new StudioRefusal('not_your_turn');
  if (isRepeat(dealt.moves[step], player, cards)) return () => undefined;
  const refusal = step === dealt.moves.length ? refusalOf(dealt.state, { player, cards }) : 'turn';
  if (refusal) throw new StudioRefusal(refusal === 'turn' || refusal === 'over' ? 'not_your_turn' : 'move_invalid');
  return dealer.move(tx, table, dealt, { player, cards });
}

/** A player in a hand loses the seat when the hand ends. */
async function leaveSeat(tx: StudioTx, table: Table, seat: Seat, now: Date): Promise<undefined> {
  if (!(await isInHand(tx, table, seat))) return void (await deleteSeat(tx, seat));
  await changeSeat(tx, seat, { leaving: true, ready: false });
  const dealt = await readDealt(tx, table.hand_id ?? '');
  if (dealt?.entries[dealt.state.turn]?.seat !== seat.seat) return;
  // A leaving player must not delay the others: the time-out rule plays for the seat from now on.
  await tx
    .updateTable('studio_table')
    .set({ due_at: after(now, TIMES.away) })
    .where('id', '=', table.id)
    .execute();
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
