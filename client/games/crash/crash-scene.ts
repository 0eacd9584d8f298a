import { DEFAULT_TARGET, FLIGHT_TIMES, multiplierAt, multiplierText } from '../../../shared/games/crash/flight.ts';
import type { PastFlight } from '../../../shared/games/crash/protocol.ts';
import { button, h, setText, setVariables } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';
import type { FlightPhase } from './panel-mode.ts';
import { createSky } from './sky.ts';

/** The picture of a flight: its line and multiplier, earlier flights, and the number of other players. */
export interface CrashScene {
  /** Everything above the bets. */
  readonly element: HTMLElement;
  /** The area of the flight, with messages over it. */
  readonly scene: HTMLElement;
  setPhase(phase: FlightPhase): void;
  setSilent(on: boolean): void;
  setCrowd(text: string): void;
  setFlights(latest: readonly PastFlight[]): void;
  /** Before take-off; the argument is the time left in milliseconds. */
  showCountdown(left: number): void;
  /** In flight; the argument is the time since take-off in milliseconds. Returns the drawn multiplier in hundredths. */
  showFlying(elapsed: number, marks: readonly number[]): number;
  /** At the end; the last multiplier and own cash-outs in hundredths. */
  showEnd(crash: number, marks: readonly number[]): void;
}

const VISIBLE_FLIGHTS = 24;

export function createCrashScene({ t, context }: GameContext, openHistory: () => void): CrashScene {
  const sky = createSky(context.hue);
  const figure = h('b', { class: 'figure' }, '1.00x');
  const caption = h('span', { class: 'figure-words' }, t('studio.crash_phase_waiting'));
  const countdown = h('i', { class: 'countdown' });
  const crowd = h('p', { class: 'crowd' });
  const strip = button(null, { class: 'flights', 'aria-label': t('studio.crash_last') }, openHistory);
  const reading = h('div', { class: 'reading', 'aria-hidden': 'true' }, figure, caption, countdown);
  const scene = h('div', { class: 'sky' }, sky.element, reading, crowd);
  const element = h('div', { class: 'crash-stage' }, strip, scene);
  return {
    element,
    scene,
    setPhase(phase) {
      element.dataset.phase = phase;
    },
    setSilent: (on) => void element.classList.toggle('silent', on),
    setCrowd: (text) => setText(crowd, text),
    setFlights(latest) {
      strip.replaceChildren(...latest.slice(0, VISIBLE_FLIGHTS).map(flightMark));
      strip.hidden = latest.length === 0;
    },
    showCountdown(left) {
      setText(figure, String(Math.ceil(left / 1_000)));
      setText(caption, t('studio.crash_phase_betting'));
      setVariables(countdown, { left: Math.min(1, left / FLIGHT_TIMES.betting).toFixed(3) });
      sky.draw({ phase: 'ground', elapsed: -left, multiplier: 100, marks: [] });
    },
    showFlying(elapsed, marks) {
      const multiplier = multiplierAt(elapsed);
      setText(figure, `${multiplierText(multiplier)}x`);
      setText(caption, '');
      sky.draw({ phase: 'flying', elapsed, multiplier, marks });
      return multiplier;
    },
    showEnd(crash, marks) {
      const last = Math.max(100, crash);
      setText(figure, `${multiplierText(last)}x`);
      setText(caption, t('studio.crash_crashed'));
      const elapsed = Math.max(1, Math.log(last / 100) / Math.log1p(1 / 12_500));
      sky.draw({ phase: 'over', elapsed, multiplier: last, marks });
    },
  };
}

/** The end of a flight, in the colour of how far it went. */
export function flightMark({ crash }: PastFlight): HTMLElement {
  return h('span', { class: `flight ${tierOf(crash)}` }, `${multiplierText(crash)}x`);
}

function tierOf(crash: number): string {
  if (crash >= 1_000) return 'far';
  return crash >= DEFAULT_TARGET ? 'good' : 'short';
}
