import type { Units } from '../../../shared/money/money.ts';
import { DEFAULT_TARGET, FLIGHT_TIMES, multiplierAt, multiplierText } from '../../../shared/studio/crash/flight.ts';
import type { Crowd, FlightAnswer, FlightRound, PastFlight } from '../../../shared/studio/crash/protocol.ts';
import type { StudioSession } from '../../../shared/studio/protocol.ts';
import { button, h, setText, setVariables } from '../lib/dom.ts';
import type { GameContext, PageView } from '../lib/game-view.ts';
import { unitsOf } from '../lib/stakes.ts';
import { type BetPanel, createBetPanel, type FlightPhase, type PanelMoves } from './bet-panel.ts';
import type { FlightClock } from './flight-clock.ts';
import { createSky } from './sky.ts';

export interface CrashView extends PageView {
  /** Where the flight is, and messages over it. */
  readonly scene: HTMLElement;
  readonly round: FlightRound | undefined;
  readonly history: readonly PastFlight[];
  readonly panels: readonly BetPanel[];
  /** The panels that can be seen. */
  readonly shown: readonly BetPanel[];
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

export interface CrashNews extends PanelMoves {
  /** A flight takes bets. */
  began(round: FlightRound): void;
  tookOff(): void;
  crashed(round: FlightRound): void;
  /** Nothing more is heard of a flight that should be in the air; and: it is heard again. */
  silent(on: boolean): void;
  openHistory(): void;
}

const SHOWN_FLIGHTS = 24;
const KEPT_FLIGHTS = 30;
/** Beyond the last sign of the server the line is drawn so far on, and then stands. */
const AHEAD_MS = 900;
const SILENT_MS = 2_500;

/** The sky with its multiplier, the flights before, who else is in, and one or two bets. */
export function createCrashView(game: GameContext, clock: FlightClock, news: CrashNews): CrashView {
  const { t } = game;
  const sky = createSky(game.context.hue);
  const panels = [createBetPanel(game, 1, news), createBetPanel(game, 2, news)] as const;
  const figure = h('b', { class: 'figure' }, '1.00x');
  const words = h('span', { class: 'figure-words' }, t('studio.crash_phase_waiting'));
  const countdown = h('i', { class: 'countdown' });
  const crowdLine = h('p', { class: 'crowd' });
  const strip = button(null, { class: 'flights', 'aria-label': t('studio.crash_last') }, () => news.openHistory());
  const scene = h(
    'div',
    { class: 'sky' },
    sky.element,
    h('div', { class: 'reading', 'aria-hidden': 'true' }, figure, words, countdown),
    crowdLine,
  );
  const stage = h('div', { class: 'crash-stage' }, strip, scene);
  const controls = h('div', { class: 'panels' }, ...panels.map(({ element }) => element));
  const [, second] = panels;
  second.element.hidden = true;

  let round: FlightRound | undefined;
  let history: readonly PastFlight[] = [];
  let phase: FlightPhase = 'waiting';
  let held = true;
  let heardAt = 0;
  let heardElapsed = 0;
  let isSilent = false;
  let frame = 0;
  let currency = '';

  function enter(next: FlightPhase): void {
    if (phase === next) return;
    phase = next;
    stage.dataset.phase = next;
    for (const panel of panels) panel.show(phase, held);
    if (next === 'flying') news.tookOff();
  }

  function follow(next: FlightRound): void {
    const isNew = round?.roundId !== next.roundId;
    if (isNew && round?.state === 'over') remember(round);
    round = next;
    if (isNew) {
      for (const panel of panels) panel.bet = undefined;
      [heardAt, heardElapsed] = [performance.now(), 0];
      showStrip();
      news.began(next);
    }
    const wasOver = phase === 'over';
    move();
    if (next.state === 'over' && !wasOver) news.crashed(next);
    wake();
  }

  function remember({ crash, verifyUrl }: FlightRound): void {
    if (crash === null || history.some((one) => one.verifyUrl === verifyUrl)) return;
    history = [{ crash, verifyUrl }, ...history].slice(0, KEPT_FLIGHTS);
  }

  function showStrip(): void {
    const latest = history.slice(0, SHOWN_FLIGHTS);
    strip.replaceChildren(...latest.map(({ crash }) => h('span', { class: `flight ${tierOf(crash)}` }, `${multiplierText(crash)}x`)));
    strip.hidden = latest.length === 0;
  }

  /** Brings everything that moves to this moment. */
  function move(): void {
    if (!round) return;
    const elapsed = clock.now() - Date.parse(round.takesOffAt);
    if (round.state === 'over') showEnd(round);
    else if (elapsed < 0) showCountdown(elapsed);
    else showFlying(elapsed);
  }

  function showFlying(elapsed: number): void {
    enter('flying');
    hearSilence(performance.now() - heardAt > SILENT_MS && elapsed > SILENT_MS);
    const seen = Math.max(0, Math.min(elapsed, heardElapsed + AHEAD_MS));
    const multiplier = multiplierAt(seen);
    setText(figure, `${multiplierText(multiplier)}x`);
    setText(words, '');
    for (const panel of panels) panel.rise(multiplier);
    sky.draw({ phase: 'flying', elapsed: seen, multiplier, marks: marks() });
  }

  function hearSilence(now: boolean): void {
    if (now === isSilent) return;
    isSilent = now;
    stage.classList.toggle('silent', isSilent);
    news.silent(isSilent);
  }

  function showCountdown(elapsed: number): void {
    enter('betting');
    hearSilence(false);
    setText(figure, String(Math.ceil(-elapsed / 1_000)));
    setText(words, t('studio.crash_phase_betting'));
    setVariables(countdown, { left: Math.min(1, -elapsed / FLIGHT_TIMES.betting).toFixed(3) });
    sky.draw({ phase: 'ground', elapsed, multiplier: 100, marks: [] });
  }

  function showEnd({ crash }: FlightRound): void {
    enter('over');
    hearSilence(false);
    const last = Math.max(100, crash ?? 100);
    setText(figure, `${multiplierText(last)}x`);
    setText(words, t('studio.crash_crashed'));
    sky.draw({ phase: 'over', elapsed: Math.max(1, Math.log(last / 100) / Math.log1p(1 / 12_500)), multiplier: last, marks: marks() });
  }

  function showCrowd(crowd: Crowd | null): void {
    const isThis = crowd !== null && crowd.roundId === round?.roundId && crowd.bets > 0;
    const sum = crowd?.stakes[currency];
    const parts = isThis
      ? [t('studio.crash_bets', { bets: crowd.bets }), sum && game.money(sum), t('studio.crash_in', { bets: crowd.inPlay })]
      : [];
    setText(crowdLine, parts.filter((part) => part).join(' · '));
  }

  function marks(): readonly number[] {
    return panels.flatMap(({ bet }) => (bet?.cashed == null ? [] : [bet.cashed]));
  }

  /** Draws while something moves, and a little longer, for the burst at the end. */
  function wake(): void {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(function next() {
      move();
      frame = requestAnimationFrame(next);
    });
  }

  stage.dataset.phase = phase;
  return {
    motif: 'stars',
    stage,
    scene,
    controls,
    actionLabel: '',
    panels,
    get round() {
      return round;
    },
    get history() {
      return round?.state === 'over' && round.crash !== null ? [{ crash: round.crash, verifyUrl: round.verifyUrl }, ...history] : history;
    },
    get shown() {
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
      clock.heard(answer.now);
      history = answer.history;
      heardAt = performance.now();
      if (answer.round) {
        heardElapsed = Math.max(0, clock.now() - Date.parse(answer.round.takesOffAt));
        follow(answer.round);
      }
      showStrip();
      showCrowd(answer.crowd);
    },
    showRound(next) {
      heardAt = performance.now();
      follow(next);
    },
    showCrowd,
    tick(elapsed) {
      heardAt = performance.now();
      heardElapsed = elapsed;
    },
    toggleSecond() {
      if (!second.element.hidden && (second.bet !== undefined || second.sending !== undefined)) return false;
      second.queued = false;
      second.element.hidden = !second.element.hidden;
      controls.classList.toggle('both', !second.element.hidden);
      return true;
    },
    repaint() {
      for (const panel of panels) panel.show(phase, held);
    },
    lock(on) {
      held = on;
      for (const panel of panels) panel.show(phase, held);
    },
  };
}

/** How far a flight went, for its colour. */
export function tierOf(crash: number): string {
  if (crash >= 1_000) return 'far';
  return crash >= DEFAULT_TARGET ? 'good' : 'short';
}
