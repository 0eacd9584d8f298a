import { DEFAULT_TARGET, flightPayout, highestTarget, multiplierText } from '../../../shared/games/crash/flight.ts';
import type { FlightBet } from '../../../shared/games/crash/protocol.ts';
import type { Units } from '../../../shared/money/money.ts';
import { button, h, pressOnce, setHeld, setText } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';
import { createStakeControl } from '../lib/stake-control.ts';
import { type StakeLimits, unitsOf } from '../lib/stakes.ts';
import { autoText, autoTextAt } from './auto-text.ts';
import { createTargetField } from './target-field.ts';

export type FlightPhase = 'waiting' | 'betting' | 'flying' | 'over';
/** What the big button does, or why it does nothing. */
export type PanelMode = 'bet' | 'next' | 'queued' | 'placing' | 'placed' | 'cash-out' | 'cashing' | 'held';

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
  sending: 'bet' | 'cash' | undefined;
  /** The player has asked for a bet on the next flight. */
  queued: boolean;
  open(limits: StakeLimits): void;
  /** The button: bets, cashes out, or queues a bet for the next flight or cancels it. */
  act(): void;
  show(phase: FlightPhase, held: boolean): void;
  /** The current multiplier, from which the button shows its payout. */
  rise(hundredths: number): void;
}

export function createBetPanel(game: GameContext, number: number, moves: PanelMoves): BetPanel {
  const { t, money } = game;
  const stakes = createStakeControl({ t, money, balance: game.balance, changed: () => changed() });
  const target = createTargetField(t, number, DEFAULT_TARGET, () => changed());
  const main = h('span', { class: 'go-main' });
  const sub = h('span', { class: 'go-sub' });
  const go = button(h('span', { class: 'go-face' }, main, sub), { class: 'go', 'aria-disabled': 'true' }, () => panel.act());
  pressOnce(go);
  const note = h('p', { class: 'panel-note' });
  const element = h(
    'section',
    { class: 'bet-panel', 'aria-label': t('studio.crash_panel', { number }) },
    h('div', { class: 'panel-fields' }, stakes.element, target.element),
    note,
    go,
  );
  let phase: FlightPhase = 'waiting';
  let held = true;
  let paintedMode = '';

  function changed(): void {
    if (stakes.stake > 0n) target.limit(highestTarget(stakes.stake));
    moves.changed();
    paint();
  }

  function isIn(): boolean {
    const { bet } = panel;
    return bet !== undefined && bet.cashed === null && (bet.status === 'open' || bet.status === 'pending') && bet.crash === null;
  }

  /** A stake that the wallet has not confirmed by take-off goes back: there is nothing to cash out. */
  function inMode(): PanelMode {
    if (phase !== 'flying') return 'placed';
    return panel.bet?.status === 'pending' ? 'placing' : 'cash-out';
  }

  function mode(): PanelMode {
    if (panel.sending) return panel.sending === 'bet' ? 'placing' : 'cashing';
    if (isIn()) return inMode();
    if (held) return 'held';
    if (phase === 'betting' && (!panel.bet || panel.bet.status === 'refunded')) return 'bet';
    return panel.queued ? 'queued' : 'next';
  }

  function labelsOf(now: PanelMode): readonly [string, string] {
    const stake = money(stakes.stake);
    const auto = panel.bet ? autoText(panel.bet, t) : autoTextAt(target.value ?? null, t);
    switch (now) {
      case 'bet':
      case 'held':
        return [t('studio.crash_bet', { stake }), auto];
      case 'next':
        return [t('studio.crash_bet_next', { stake }), auto];
      case 'queued':
        return [t('studio.crash_queued'), t('studio.crash_cancel')];
      case 'placing':
        return [t('studio.placing'), auto];
      case 'placed':
        return [t('studio.crash_placed', { stake: money(panel.bet?.stake ?? '') }), auto];
      case 'cashing':
        return [t('studio.crash_cashing'), ''];
      case 'cash-out':
        return [t('studio.crash_cash_out'), ''];
    }
  }

  /** The outcome of the bet, in one line. */
  function noteOf(): readonly [string, string] {
    const { bet } = panel;
    if (!bet) return ['', ''];
    if (bet.status === 'refunded') return [t('studio.crash_returned', { stake: money(bet.stake) }), ''];
    if (bet.cashed !== null)
      return [t('studio.crash_cashed', { multiplier: multiplierText(bet.cashed), amount: money(bet.payout) }), 'gain'];
    return bet.crash === null ? ['', ''] : [t('studio.crash_lost'), ''];
  }

  function paint(): void {
    const now = mode();
    element.dataset.mode = now;
    const [first, second] = labelsOf(now);
    setText(main, first);
    if (now !== 'cash-out') setText(sub, second);
    const [line, tone] = noteOf();
    setText(note, line);
    note.classList.toggle('gain', tone === 'gain');
    const isFaulty = stakes.fault !== undefined && (now === 'bet' || now === 'next');
    setHeld(go, isFaulty || now === 'held' || now === 'placing' || now === 'placed' || now === 'cashing');
    const isFixed = now !== 'bet' && now !== 'next';
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
        const { stake, target: most } = panel.bet;
        setText(sub, money(flightPayout(unitsOf(stake), Math.min(hundredths, most))));
      }
    },
  };
  return panel;
}
