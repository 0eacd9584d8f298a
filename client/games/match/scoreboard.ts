import { MAPS_TO_WIN, mapsOf, STEP_SECONDS } from '../../../shared/games/events/match.ts';
import type { MatchEvent } from '../../../shared/games/events/protocol.ts';
import { h, setText, setVariables, svg } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';
import { countdown, isLive, mapInPlay, minuteOf, phaseOf, type ServerClock } from './match-clock.ts';

type Texts = Pick<GameContext, 't'>;

/** "36'", "Map 2, 3:1", "4:05" until the kick-off, or the text for a finished match. */
export function timeText(match: MatchEvent, clock: ServerClock, { t }: Texts): string {
  const now = clock.now();
  if (match.state === 'void') return t('studio.match_state_void');
  if (match.state === 'drawn') return t('studio.match_state_over');
  if (!isLive(match, now)) return t('studio.match_starts', { time: countdown(Date.parse(match.startsAt), now) });
  const minute = minuteOf(match, now, STEP_SECONDS);
  if (minute !== null) return `${minute}′`;
  const { number, home, away } = mapInPlay(match.course);
  return t('studio.match_map_now', { number, score: `${home}:${away}` });
}

export interface Scoreboard {
  readonly element: HTMLElement;
  show(match: MatchEvent): void;
  tick(): void;
}

/** Teams, score, clock, and the course so far: a pitch with a timeline, or the rounds of every map. */
export function createScoreboard(game: Texts, clock: ServerClock): Scoreboard {
  const { t } = game;
  let current: MatchEvent | undefined;
  const [home, away] = [h('span', { class: 'board-team' }), h('span', { class: 'board-team' })];
  const score = h('b', { class: 'board-score' });
  const time = h('span', { class: 'match-time' });
  const picture = h('div', { class: 'board-picture', 'aria-hidden': 'true' });
  const notice = h('p', { class: 'board-notice', role: 'status' });
  const element = h(
    'div',
    { class: 'board' },
    h('div', { class: 'board-line' }, home, h('span', { class: 'board-middle' }, score, time), away),
    picture,
    notice,
  );

  function show(match: MatchEvent): void {
    const isNew = current?.eventId !== match.eventId || current.course !== match.course;
    current = match;
    setText(home, match.home);
    setText(away, match.away);
    if (isNew) picture.replaceChildren(...(match.mode === 'goals' ? [pitch(match)] : [maps(match)]));
    tick();
  }

  function tick(): void {
    if (!current) return;
    const now = clock.now();
    const started = isLive(current, now) || current.state === 'drawn';
    setText(score, started && current.score ? `${current.score.home} : ${current.score.away}` : t('studio.match_vs'));
    setText(time, timeText(current, clock, game));
    const phase = phaseOf(current, now);
    element.dataset.phase = phase;
    setText(notice, phase === 'suspended' ? t(`studio.match_turn_${current.mode}`, { team: lastSide(current) }) : '');
  }

  return { element, show, tick };
}

function lastSide({ course, home, away }: MatchEvent): string {
  return course.endsWith('h') ? home : away;
}

/** The position of the ball is decoration, derived from the number of the step, except at a goal. */
function pitch({ course, mode, endsAt, startsAt }: MatchEvent): HTMLElement {
  const steps = Math.round((Date.parse(endsAt) - Date.parse(startsAt)) / (STEP_SECONDS * 1_000));
  const last = course.at(-1);
  const wander = ((course.length * 37) % 61) + 20;
  const x = last === 'h' ? 96 : last === 'a' ? 4 : wander;
  const ball = h('i', { class: last === 'h' || last === 'a' ? 'ball goal' : 'ball' });
  setVariables(ball, { x: `${x}%`, y: `${last === '-' || last === undefined ? ((course.length * 53) % 56) + 22 : 50}%` });
  const field = svg(
    'svg',
    { class: 'pitch-lines', viewBox: '0 0 200 70', preserveAspectRatio: 'none' },
    svg('path', { d: 'M100 2V68M2 2H198V68H2ZM2 20H26V50H2M198 20H174V50H198M114 35a14 14 0 1 1-28 0a14 14 0 1 1 28 0' }),
  );
  const goals = [...course].flatMap((goal, index) => {
    if (goal === '-') return [];
    const mark = h('i', { class: `mark mark-${goal}` });
    setVariables(mark, { at: `${((index + 1) / steps) * 100}%` });
    return [mark];
  });
  const line = h('div', { class: 'time-line' }, h('i', { class: 'time-done' }), ...goals);
  setVariables(line, { done: `${(course.length / steps) * 100}%` });
  return h('div', { class: `pitch pitch-${mode}` }, h('div', { class: 'pitch-field' }, field, ball), line);
}

function maps({ course, home, away }: MatchEvent): HTMLElement {
  const played = mapsOf(course);
  const row = (name: string, side: 'home' | 'away') =>
    h(
      'div',
      { class: 'map-row' },
      h('span', { class: 'map-team' }, name),
      ...Array.from({ length: 2 * MAPS_TO_WIN - 1 }, (_, index) => h('b', { class: 'map-rounds' }, String(played[index]?.[side] ?? '–'))),
    );
  return h('div', { class: 'maps' }, row(home, 'home'), row(away, 'away'));
}
