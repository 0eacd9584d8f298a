import type { Crowd, FlightAnswer, FlightRound } from '../../../shared/games/crash/protocol.ts';
import type { StudioSession } from '../../../shared/games/protocol.ts';
import type { Units } from '../../../shared/money/money.ts';
import { h } from '../lib/dom.ts';
import type { GamePage } from '../lib/game-page.ts';
import type { GameContext, PageView } from '../lib/game-view.ts';
import { unitsOf } from '../lib/stakes.ts';
import { type BetPanel, createBetPanel, type PanelMoves } from './bet-panel.ts';
import { createCrashScene } from './crash-scene.ts';
import type { FlightClock } from './flight-clock.ts';
import { createFlightCourse, type FlightCourse } from './flight-course.ts';

export type CrashPage = GamePage<CrashView>;

export interface CrashView extends PageView, FlightCourse {
  /** The area of the flight, with messages over it. */
  readonly scene: HTMLElement;
  readonly panels: readonly BetPanel[];
  /** The panels that are not hidden. */
  readonly visiblePanels: readonly BetPanel[];
  showFlight(answer: FlightAnswer): void;
  showCrowd(crowd: Crowd | null): void;
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

/** The current flight, animated between the updates of the server, above one or two bets. */
export function createCrashView(game: GameContext, clock: FlightClock, events: CrashEvents): CrashView {
  const panels = [createBetPanel(game, 1, events), createBetPanel(game, 2, events)] as const;
  const sight = createCrashScene(game, () => events.openHistory());
  const controls = h('div', { class: 'panels' }, ...panels.map(({ element }) => element));
  const [, second] = panels;
  second.element.hidden = true;

  let held = true;
  let currency = '';
  const course = createFlightCourse(sight, clock, {
    marks: () => panels.flatMap(({ bet }) => (bet?.cashed == null ? [] : [bet.cashed])),
    entered(phase) {
      repaint();
      if (phase === 'flying') events.tookOff();
    },
    began(round) {
      for (const panel of panels) panel.bet = undefined;
      events.began(round);
    },
    crashed: (round) => events.crashed(round),
    silent: (on) => events.silent(on),
    rose(multiplier) {
      for (const panel of panels) panel.rise(multiplier);
    },
  });

  function repaint(): void {
    for (const panel of panels) panel.show(course.phase, held);
  }

  const showCrowd = (crowd: Crowd | null) => sight.setCrowd(crowdText(crowd, course.round, currency, game));

  return {
    motif: 'stars',
    stage: sight.element,
    scene: sight.scene,
    controls,
    actionLabel: '',
    panels,
    get round() {
      return course.round;
    },
    get history() {
      return course.history;
    },
    get visiblePanels() {
      return panels.filter(({ element }) => !element.hidden);
    },
    get phase() {
      return course.phase;
    },
    open(session: StudioSession) {
      currency = session.currency;
      for (const panel of panels) panel.open(session.limits);
    },
    readBet: () => ({
      total: panels.reduce<Units>((sum, { bet }) => (bet && bet.status !== 'refunded' ? sum + unitsOf(bet.stake) : sum), 0n),
    }),
    showFlight(answer) {
      course.showFlight(answer);
      showCrowd(answer.crowd);
    },
    showRound: course.showRound,
    showCrowd,
    tick: course.tick,
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

/** The other players on the flight; empty if the totals are of another one. `currency` is that of the shown stakes. */
function crowdText(crowd: Crowd | null, round: FlightRound | undefined, currency: string, { t, money }: GameContext): string {
  if (crowd === null || crowd.roundId !== round?.roundId || crowd.bets === 0) return '';
  const sum = crowd.stakes[currency];
  const parts = [t('studio.crash_bets', { bets: crowd.bets }), sum && money(sum), t('studio.crash_in', { bets: crowd.inPlay })];
  return parts.filter((part) => part).join(' · ');
}
