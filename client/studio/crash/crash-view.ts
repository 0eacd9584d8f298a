import type { Units } from '../../../shared/money/money.ts';
import type { Crowd, FlightAnswer, FlightRound, PastFlight } from '../../../shared/studio/crash/protocol.ts';
import type { StudioSession } from '../../../shared/studio/protocol.ts';
import { h } from '../lib/dom.ts';
import type { GameContext, PageView } from '../lib/game-view.ts';
import { unitsOf } from '../lib/stakes.ts';
import { type BetPanel, createBetPanel, type FlightPhase, type PanelMoves } from './bet-panel.ts';
import { createCrashScene } from './crash-scene.ts';
import type { FlightClock } from './flight-clock.ts';

export interface CrashView extends PageView {
  /** Where the flight is, and messages over it. */
  readonly scene: HTMLElement;
  readonly round: FlightRound | undefined;
  readonly history: readonly PastFlight[];
  readonly panels: readonly BetPanel[];
  /** The panels that can be seen. */
  readonly visiblePanels: readonly BetPanel[];
  readonly phase: FlightPhase;
  showFlight(answer: FlightAnswer): void;
  showRound(round: FlightRound): void;
  showCrowd(crowd: Crowd | null): void;
  /** The multiplier has risen so far: the server still flies. */
  tick(elapsed: number): void;
  /** Shows or takes away the second bet; false when it may not go, a bet is in it. */
  toggleSecond(): boolean;
  repaint(): void;
}

export interface CrashEvents extends PanelMoves {
  /** A flight takes bets. */
  began(round: FlightRound): void;
  tookOff(): void;
  crashed(round: FlightRound): void;
  /** Nothing more is heard of a flight that should be in the air; and: it is heard again. */
  silent(on: boolean): void;
  openHistory(): void;
  /** The second bet has come or gone: by its tool, or because one was placed before the page was loaded anew. */
  secondToggled(on: boolean): void;
}

const HISTORY_LENGTH = 30;
/** Beyond the last sign of the server the line is drawn so far on, and then stands. */
const AHEAD_MS = 900;
const SILENT_MS = 2_500;

/** A flight as it is told by the server, moved on between its words, over one or two bets. */
export function createCrashView(game: GameContext, clock: FlightClock, events: CrashEvents): CrashView {
  const { t } = game;
  const panels = [createBetPanel(game, 1, events), createBetPanel(game, 2, events)] as const;
  const sight = createCrashScene(game, () => events.openHistory());
  const controls = h('div', { class: 'panels' }, ...panels.map(({ element }) => element));
  const [, second] = panels;
  second.element.hidden = true;

  let round: FlightRound | undefined;
  let history: readonly PastFlight[] = [];
  let phase: FlightPhase = 'waiting';
  let held = true;
  let receivedAt = 0;
  let receivedElapsed = 0;
  let isSilent = false;
  let frame = 0;
  let currency = '';

  function repaint(): void {
    for (const panel of panels) panel.show(phase, held);
  }

  function enter(next: FlightPhase): void {
    if (phase === next) return;
    phase = next;
    sight.setPhase(phase);
    repaint();
    if (next === 'flying') events.tookOff();
  }

  function follow(next: FlightRound): void {
    const isNew = round?.roundId !== next.roundId;
    if (isNew && round?.state === 'over') addToHistory(round);
    round = next;
    if (isNew) {
      for (const panel of panels) panel.bet = undefined;
      [receivedAt, receivedElapsed] = [performance.now(), 0];
      sight.setFlights(history);
      events.began(next);
    }
    const wasOver = phase === 'over';
    move();
    if (next.state === 'over' && !wasOver) events.crashed(next);
    animate();
  }

  function addToHistory({ crash, verifyUrl }: FlightRound): void {
    if (crash === null || history.some((one) => one.verifyUrl === verifyUrl)) return;
    history = [{ crash, verifyUrl }, ...history].slice(0, HISTORY_LENGTH);
  }

  /** Brings everything that moves to this moment. */
  function move(): void {
    if (!round) return;
    const elapsed = clock.now() - Date.parse(round.takesOffAt);
    if (round.state === 'over') {
      enter('over');
      setSilent(false);
      sight.showEnd(round.crash ?? 100, marks());
    } else if (elapsed < 0) {
      enter('betting');
      setSilent(false);
      sight.showCountdown(-elapsed);
    } else fly(elapsed);
  }

  function fly(elapsed: number): void {
    enter('flying');
    setSilent(performance.now() - receivedAt > SILENT_MS && elapsed > SILENT_MS);
    const multiplier = sight.showFlying(Math.max(0, Math.min(elapsed, receivedElapsed + AHEAD_MS)), marks());
    for (const panel of panels) panel.rise(multiplier);
  }

  function setSilent(now: boolean): void {
    if (now === isSilent) return;
    isSilent = now;
    sight.setSilent(isSilent);
    events.silent(isSilent);
  }

  function showCrowd(crowd: Crowd | null): void {
    const isThis = crowd !== null && crowd.roundId === round?.roundId && crowd.bets > 0;
    const sum = crowd?.stakes[currency];
    const parts = isThis
      ? [t('studio.crash_bets', { bets: crowd.bets }), sum && game.money(sum), t('studio.crash_in', { bets: crowd.inPlay })]
      : [];
    sight.setCrowd(parts.filter((part) => part).join(' · '));
  }

  function marks(): readonly number[] {
    return panels.flatMap(({ bet }) => (bet?.cashed == null ? [] : [bet.cashed]));
  }

  /** Draws while something moves, and a little longer, for the burst at the end. */
  function animate(): void {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(function next() {
      move();
      frame = requestAnimationFrame(next);
    });
  }

  sight.setPhase(phase);
  return {
    motif: 'stars',
    stage: sight.element,
    scene: sight.scene,
    controls,
    actionLabel: '',
    panels,
    get round() {
      return round;
    },
    get history() {
      return round?.state === 'over' && round.crash !== null ? [{ crash: round.crash, verifyUrl: round.verifyUrl }, ...history] : history;
    },
    get visiblePanels() {
      return panels.filter(({ element }) => !element.hidden);
    },
    get phase() {
      return phase;
    },
    open(session: StudioSession) {
      currency = session.currency;
      for (const panel of panels) panel.open(session.limits);
    },
    readBet() {
      const total = panels.reduce((sum, { bet }) => (bet && bet.status !== 'refunded' ? sum + unitsOf(bet.stake) : sum), 0n as Units);
      return { total };
    },
    showFlight(answer) {
      clock.sync(answer.now);
      history = answer.history;
      receivedAt = performance.now();
      if (answer.round) {
        receivedElapsed = Math.max(0, clock.now() - Date.parse(answer.round.takesOffAt));
        follow(answer.round);
      }
      sight.setFlights(history);
      showCrowd(answer.crowd);
    },
    showRound(next) {
      receivedAt = performance.now();
      follow(next);
    },
    showCrowd,
    tick(elapsed) {
      receivedAt = performance.now();
      receivedElapsed = elapsed;
    },
    toggleSecond() {
      if (!second.element.hidden && (second.bet !== undefined || second.sending !== undefined)) return false;
      second.queued = false;
      second.element.hidden = !second.element.hidden;
      controls.classList.toggle('both', !second.element.hidden);
      events.secondToggled(!second.element.hidden);
      return true;
    },
    repaint,
    lock(on) {
      held = on;
      repaint();
    },
  };
}
