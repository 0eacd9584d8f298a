import type { TableRound } from '../../../shared/games/live/protocol.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { h, prefersReducedMotion, setText } from '../lib/dom.ts';
import type { ServerClock } from '../match/match-clock.ts';

export type TablePhase = 'waiting' | 'betting' | 'closed' | 'dealing' | 'result';

const LAST_SECONDS = 5;

export type TimeBar = ReturnType<typeof createTimeBar>;

/** The clock of the round: a shrinking line, the seconds, and the phase. */
export function createTimeBar(t: Translate, clock: ServerClock) {
  const label = h('span', { class: 'time-words' });
  const seconds = h('b', { class: 'time-seconds' });
  const line = h('i', { class: 'time-line' });
  const element = h('div', { class: 'time', role: 'timer' }, line, label, seconds);
  let running: Animation | undefined;

  function show(phase: TablePhase, round: TableRound | undefined): void {
    element.dataset.phase = phase;
    setText(label, t(`studio.table_phase_${phase}`));
    running?.cancel();
    running = undefined;
    if (phase !== 'betting' || !round || prefersReducedMotion()) return;
    const whole = Date.parse(round.closesAt) - Date.parse(round.opensAt);
    const left = Math.max(0, Date.parse(round.closesAt) - clock.now());
    const frames = [{ transform: `scaleX(${left / whole})` }, { transform: 'scaleX(0)' }];
    running = line.animate(frames, { duration: left, fill: 'forwards' });
  }

  return {
    element,
    show,
    /** Shows the result instead of the name of the phase. */
    showText: (text: string) => setText(label, text),
    tick(phase: TablePhase, round: TableRound | undefined): void {
      const left = phase === 'betting' && round ? Math.max(0, Math.ceil((Date.parse(round.closesAt) - clock.now()) / 1_000)) : undefined;
      setText(seconds, left === undefined ? '' : String(left));
      element.classList.toggle('last', left !== undefined && left <= LAST_SECONDS);
    },
  };
}
