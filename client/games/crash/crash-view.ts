import type { Crowd, FlightAnswer, FlightRound, PastFlight } from '../../../shared/games/crash/protocol.ts';
import type { StudioSession } from '../../../shared/games/protocol.ts';
import type { Units } from '../../../shared/money/money.ts';
import { h } from '../lib/dom.ts';
import type { GameContext, PageView } from '../lib/game-view.ts';
import { unitsOf } from '../lib/stakes.ts';
import { type BetPanel, createBetPanel, type FlightPhase, type PanelMoves } from './bet-panel.ts';
import { createCrashScene } from './crash-scene.ts';
import type { FlightClock } from './flight-clock.ts';

export interface CrashView extends PageView {
  /** The area of the flight, with messages over it. */
  readonly scene: HTMLElement;
  readonly round: FlightRound | undefined;
  readonly history: readonly PastFlight[];
  readonly panels: readonly BetPanel[];
  /** The panels that are not hidden. */
  readonly visiblePanels: readonly BetPanel[];
  readonly phase: FlightPhase;
  showFlight(answer: FlightAnswer): void;
  showRound(round: FlightRound): void;
  showCrowd(crowd: Crowd | null): void;
  /** The flight continues on the server; `elapsed` is in milliseconds since take-off. */
  tick(elapsed: number): void;
  /** Shows or hides the second panel; false if it cannot be hidden because it has a bet. */
  toggleSecond(): boolean;
  repaint(): void;
}

export interface CrashEvents extends PanelMoves {
  /** A flight takes bets. */
  began(round: FlightRound): void;
  tookOff(): void;
  crashed(round: FlightRound): void;
  /** `true`: updates of a running flight have stopped; `false`: they have resumed. */
  silent(on: boolean): void;
  openHistory(): void;
  /** The second panel was shown or hidden: by its tool, or for a bet placed before a reload. */
  secondToggled(on: boolean): void;
}

const HISTORY_LENGTH = 30;
/** The line is drawn up to this long after the last update of the server, then it stops. */
const AHEAD_MS = 900;
const SILENT_MS = 2_500;

/** The current flight, animated between the updates of the server, above one or two bets. */
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

  /** Draws everything at the current time. */
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

  /** Draws every frame. */
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
