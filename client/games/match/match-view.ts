import type { EventsAnswer, LegRequest, MatchEvent, Ticket, TicketRequest } from '../../../shared/games/events/protocol.ts';
import { MAX_PAYOUT } from '../../../shared/games/events/slip.ts';
import type { StudioSession } from '../../../shared/games/protocol.ts';
import { inCoins } from '../../../shared/money/currency-steps.ts';
import { toWire, type Units } from '../../../shared/money/money.ts';
import { h } from '../lib/dom.ts';
import type { GameContext, PageView } from '../lib/game-view.ts';
import { createStakeControl, type StakeControl } from '../lib/stake-control.ts';
import {
  acceptOffers,
  type BetSlip,
  betsOf,
  EMPTY_SLIP,
  holds,
  possiblePayout,
  refresh,
  remove,
  toggle,
  totalStake,
  troubleOf,
} from './bet-slip.ts';
import { createBoard } from './board.ts';
import type { ServerClock } from './match-clock.ts';
import { createSlipView } from './slip-view.ts';

export interface MatchView extends PageView {
  /** The bets on the slip, without keys; empty while it can't be placed as it is. */
  betRequests(): readonly Omit<TicketRequest, 'key'>[];
  /** Why no bet can be placed. */
  missing(): string;
  /** True when the odds on the slip have changed; the next press of the button agrees to them. */
  needsAgreement(): boolean;
  accept(): void;
  /** The payout of the slip if all bets win. */
  possible(): Units;
  /** Removes placed bets from the slip. */
  placed(legs: readonly LegRequest[]): void;
  showEvents(answer: EventsAnswer): void;
  showMatch(match: MatchEvent): void;
  showTickets(tickets: readonly Ticket[]): void;
  tick(): void;
}

/** Matches, the open match, the bet slip and the player's bets. `wanted` is the match to open first. */
export function createMatchView(
  game: GameContext,
  clock: ServerClock,
  { wanted, opened }: { readonly wanted: string; opened(session: StudioSession): void },
): MatchView {
  let slip: BetSlip = EMPTY_SLIP;
  let locked = true;
  let matches = new Map<string, MatchEvent>();
  const stake = createStakeControl({ ...game, changed: show });
  const slipView = createSlipView(game, stake.element, {
    remove: ({ match, selection }) => change(remove(slip, match.eventId, selection)),
    clear: () => change({ ...slip, legs: [] }),
    choose: (mode) => change({ ...slip, mode }),
    acceptBetter: (acceptBetter) => change(refresh({ ...slip, acceptBetter }, matches)),
  });
  const board = createBoard(game, clock, wanted, {
    choose: (match, offer) => change(toggle(slip, match, offer.selection, offer.odds ?? '')),
    holds: (eventId, selection) => holds(slip, eventId, selection),
    isLocked: () => locked,
  });
  const stage = h('div', { class: 'match' }, ...board.elements);

  function change(next: BetSlip): void {
    slip = next;
    board.tick();
    show();
  }

  function show(): void {
    slipView.show(slip, possiblePayout(slip, stake.stake, game.coin()));
    game.changed();
  }

  const isPlaceable = () => mayBePlaced(slip, stake, game.coin());
  const missing = () => (slip.legs.length > 0 ? stake.fault : undefined) ?? game.t('studio.match_pick_first');

  slipView.show(slip, 0n);
  return {
    motif: 'hexagons',
    stage,
    controls: slipView.element,
    actionLabel: game.t('studio.match_place'),
    open(session) {
      stake.open(session.limits);
      opened(session);
    },
    readBet: () => ({
      ...(isPlaceable() ? { bet: slip } : {}),
      total: totalStake(slip, stake.stake),
      missing: missing(),
    }),
    missing,
    betRequests() {
      if (!isPlaceable() || troubleOf(slip)) return [];
      return betsOf(slip).map((legs) => ({ legs, stake: toWire(stake.stake), acceptBetter: slip.acceptBetter }));
    },
    needsAgreement: () => troubleOf(slip) === 'changed',
    accept: () => change(acceptOffers(slip)),
    possible: () => possiblePayout(slip, stake.stake, game.coin()),
    placed: (legs) => change(withoutPlaced(slip, legs)),
    showEvents(answer) {
      matches = new Map([...answer.results, ...answer.fixtures].map((match) => [match.eventId, match]));
      board.showEvents(answer);
      change(refresh(slip, matches));
    },
    showMatch(match) {
      matches.set(match.eventId, match);
      board.showMatch(match);
      change(refresh(slip, matches));
    },
    showTickets: board.showTickets,
    tick: board.tick,
    lock(on) {
      locked = on;
      stake.lock(on);
      slipView.lock(on);
      board.tick();
    },
  };
}

/** Changed odds do not prevent it: the next press of the button agrees to them. */
function mayBePlaced(slip: BetSlip, { stake, fault }: StakeControl, coin: Units): boolean {
  const trouble = troubleOf(slip);
  const isStaked = fault === undefined && possiblePayout(slip, stake, coin) <= inCoins(MAX_PAYOUT, coin);
  return (trouble === undefined || trouble === 'changed') && slip.legs.length > 0 && isStaked;
}

function withoutPlaced(slip: BetSlip, placed: readonly LegRequest[]): BetSlip {
  const isPlaced = (eventId: string, selection: string) => placed.some((one) => one.eventId === eventId && one.selection === selection);
  return { ...slip, legs: slip.legs.filter((leg) => !isPlaced(leg.match.eventId, leg.selection)) };
}
