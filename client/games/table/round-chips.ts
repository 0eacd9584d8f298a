import { spotMost, tableSpot } from '../../../shared/games/live/table.ts';
import type { TableGame } from '../../../shared/games/live/table-games.ts';
import type { SessionLimitsWire } from '../../../shared/games/protocol.ts';
import type { Units } from '../../../shared/money/money.ts';
import type { GameContext } from '../lib/game-view.ts';
import { fullText } from '../lib/site-limit.ts';
import { unitsOf } from '../lib/stakes.ts';
import { type ChipStack, createChipStack, type Least, type Placing, type Stakes } from '../roulette/chip-stack.ts';

/** The player's chips on a round: accepted ones, and pending ones within the limits of the table. */
export interface RoundChips {
  readonly pending: ChipStack;
  readonly placed: Stakes;
  /** Those of the round before. */
  readonly last: Stakes;
  readonly total: Units;
  open(limits: SessionLimitsWire): void;
  setPlaced(placed: Stakes): void;
  nextRound(): void;
  /** Removes the pending chips: they were taken back, or have been accepted. */
  removePending(): void;
  place(spot: string, chip: Units): void;
  remove(spot: string): void;
  undo(): void;
  clear(): void;
  repeat(): void;
  half(): void;
  /** Without pending chips, repeats the accepted ones. */
  double(): void;
  /** Raises the pending chips to the limits and the balance. */
  max(): void;
}

/** `changed` is called after every change. */
export function createRoundChips(game: GameContext, changed: () => void): RoundChips {
  const table = game.context.variant as TableGame;
  let most: Units = 0n;
  let ofBet: Units = 0n;
  let site: string | null = null;
  let least: Least = { min: 0n, step: 1n };
  let pending = createChipStack(0n);
  let placed: Stakes = new Map();
  let last: Stakes = new Map();

  function change(next: ChipStack): void {
    pending = next;
    changed();
  }

  /** The table checks the limits of the spots; the stack checks those of the round. */
  function put({ stack, full }: Placing): void {
    const over = [...stack.stakes].find(([spot, stake]) => stake + (placed.get(spot) ?? 0n) > maxOn(spot));
    if (full) game.showMessage(fullText(ofBet < most - totalOf(placed) ? site : null, most, game));
    else if (over) game.showMessage(game.t('studio.table_spot_full', { max: game.money(maxOn(over[0])) }));
    else change(stack);
  }

  function maxOn(id: string): Units {
    const spot = tableSpot(table, id);
    return spot ? spotMost(spot, most) : 0n;
  }

  /** One slip is one bet: it is not above the highest stake of a bet, and all slips of a round not above that of the table. */
  function roomLeft(): Units {
    const round = most - totalOf(placed);
    return ofBet < round ? ofBet : round;
  }

  function emptyStack(): ChipStack {
    return createChipStack(roomLeft());
  }

  return {
    get pending() {
      return pending;
    },
    get placed() {
      return placed;
    },
    get last() {
      return last;
    },
    get total() {
      return pending.total + totalOf(placed);
    },
    open(limits) {
      site = limits.siteMaxStake;
      [ofBet, most] = [unitsOf(limits.maxStake), unitsOf(limits.gameMaxStake)];
      least = { min: unitsOf(limits.minStake), step: unitsOf(limits.stakeStep) };
      change(emptyStack());
    },
    setPlaced(stakes) {
      placed = stakes;
      change(pending.stakes.size === 0 ? emptyStack() : pending);
    },
    nextRound() {
      if (placed.size > 0) last = placed;
      placed = new Map();
      change(emptyStack());
    },
    removePending: () => change(emptyStack()),
    place: (spot, chip) => put(pending.place(spot, chip)),
    remove: (spot) => change(pending.remove(spot)),
    undo: () => change(pending.undo()),
    clear: () => change(pending.clear()),
    repeat: () => put(pending.repeat(last)),
    half: () => change(pending.half(least)),
    double: () => put(pending.stakes.size > 0 ? pending.double() : pending.repeat(placed)),
    max() {
      const [room, balance] = [roomLeft(), game.balance()];
      change(pending.raise(balance < room ? balance : room, (spot) => maxOn(spot) - (placed.get(spot) ?? 0n), least));
    },
  };
}

function totalOf(stakes: Stakes): Units {
  return [...stakes.values()].reduce((sum, stake) => sum + stake, 0n);
}
