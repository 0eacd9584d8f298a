import { DEFAULT_TARGET, flightPayout, highestTarget } from '../../../shared/games/crash/flight.ts';
import type { FlightBet } from '../../../shared/games/crash/protocol.ts';
import type { Units } from '../../../shared/money/money.ts';
import { button, h, pressOnce, setHeld, setText } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';
import { createStakeControl } from '../lib/stake-control.ts';
import { type StakeLimits, unitsOf } from '../lib/stakes.ts';
import { buttonTexts, type FlightPhase, outcomeNote, type PanelMode, type PanelState, panelMode } from './panel-mode.ts';
import { createTargetField } from './target-field.ts';

export interface PanelMoves {
  bet(panel: BetPanel): void;
  cashOut(panel: BetPanel): void;
  changed(): void;
}

/** One bet: its stake, its auto cash-out, and the button under the thumb. */
export interface BetPanel {
  readonly element: HTMLElement;
  readonly stake: Units;
  /** Null without an auto cash-out; undefined while the field holds no valid target. */
  readonly target: number | null | undefined;
  readonly mode: PanelMode;
  /** Its bet on the current flight. */
  bet: FlightBet | undefined;
  /** Idempotency key of the request that places its bet. */
  key: string;
  sending: PanelState['sending'];
  /** The player has asked for a bet on the next flight. */
  queued: boolean;
  open(limits: StakeLimits): void;
  /** The button: bets, cashes out, or queues a bet for the next flight or cancels it. */
  act(): void;
  show(phase: FlightPhase, held: boolean): void;
  /** The current multiplier, from which the button shows its payout. */
  rise(hundredths: number): void;
}

/** Modes in which the button does nothing. */
const HELD: ReadonlySet<PanelMode> = new Set(['held', 'placing', 'placed', 'cashing']);

export function createBetPanel(game: GameContext, number: number, moves: PanelMoves): BetPanel {
  const { t, money } = game;
  const stakes = createStakeControl({ t, money, coin: game.coin, balance: game.balance, changed: () => changed() });
  const target = createTargetField(t, number, DEFAULT_TARGET, () => changed());
  const go = createGoButton(() => panel.act());
  const note = h('p', { class: 'panel-note' });
  const fields = h('div', { class: 'panel-fields' }, stakes.element, target.element);
  const element = h('section', { class: 'bet-panel', 'aria-label': t('studio.crash_panel', { number }) }, fields, note, go.element);
  let phase: FlightPhase = 'waiting';
  let held = true;
  let paintedMode = '';

  function changed(): void {
    if (stakes.stake > 0n) target.limit(highestTarget(stakes.stake, game.coin()));
    moves.changed();
    paint();
  }

  const mode = () => panelMode(panel, phase, held);

  function paint(): void {
    const now = mode();
    element.dataset.mode = now;
    go.show(now, buttonTexts(now, panel, game));
    showNote(note, panel.bet, game);
    const isFixed = now !== 'bet' && now !== 'next';
    go.hold((!isFixed && stakes.fault !== undefined) || HELD.has(now));
    stakes.lock(isFixed);
    target.lock(isFixed);
    paintedMode = now;
  }

  const panel: BetPanel = {
    element,
    bet: undefined,
    key: '',
    sending: undefined,
    queued: false,
    get stake() {
      return stakes.stake;
    },
    get target() {
      return target.value;
    },
    get mode() {
      return mode();
    },
    open(limits) {
      stakes.open(limits);
      changed();
    },
    act() {
      const now = mode();
      if (now === 'cash-out') moves.cashOut(panel);
      else if (now === 'queued') panel.queued = false;
      else if (now === 'bet' || now === 'next') {
        if (!stakes.check() || !target.check()) return;
        if (now === 'bet') moves.bet(panel);
        else panel.queued = true;
      }
      paint();
    },
    show(next, isHeld) {
      phase = next;
      held = isHeld;
      paint();
    },
    rise(hundredths) {
      if (mode() !== paintedMode) paint();
      if (paintedMode === 'cash-out' && panel.bet) {
        const { stake, target: max } = panel.bet;
        go.showPayout(money(flightPayout(unitsOf(stake), Math.min(hundredths, max), game.coin())));
      }
    },
  };
  return panel;
}

/** The big button: what it does, and below it the auto cash-out or the payout of the moment. */
function createGoButton(press: () => void) {
  const main = h('span', { class: 'go-main' });
  const sub = h('span', { class: 'go-sub' });
  const element = button(h('span', { class: 'go-face' }, main, sub), { class: 'go', 'aria-disabled': 'true' }, press);
  pressOnce(element);
  return {
    element,
    /** While the bet can be cashed out, the second line is its payout. */
    show(mode: PanelMode, [first, second]: readonly [string, string]): void {
      setText(main, first);
      if (mode !== 'cash-out') setText(sub, second);
    },
    showPayout: (text: string) => setText(sub, text),
    hold: (on: boolean) => setHeld(element, on),
  };
}

function showNote(note: HTMLElement, bet: FlightBet | undefined, game: GameContext): void {
  const { text, isGain } = outcomeNote(bet, game);
  setText(note, text);
  note.classList.toggle('gain', isGain);
}
