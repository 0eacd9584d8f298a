import { SELECTIONS, type Selection } from '../../../shared/studio/events/match.ts';
import type { MatchEvent } from '../../../shared/studio/events/protocol.ts';
import { button, h, setText } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';
import { countdown, phaseOf, type ServerClock } from './match-clock.ts';

export interface SlipPick {
  readonly event: MatchEvent;
  readonly selection: Selection;
}

export interface FixtureList {
  readonly element: HTMLElement;
  show(fixtures: readonly MatchEvent[]): void;
  /** Marks what is on the slip. */
  mark(pick: SlipPick | undefined): void;
  /** Moves the countdowns on. */
  tick(): void;
  lock(locked: boolean): void;
}

interface Row {
  readonly event: MatchEvent;
  readonly element: HTMLElement;
  readonly time: HTMLElement;
  readonly odds: ReadonlyMap<Selection, HTMLButtonElement>;
}

/** Matches to come and in play. One odds button is in the tab order; arrow keys move between them. */
export function createFixtureList({ t }: Pick<GameContext, 't'>, clock: ServerClock, choose: (pick: SlipPick) => void): FixtureList {
  const list = h('ol', { class: 'fixtures' }, h('li', { class: 'match-empty' }, t('studio.loading')));
  let rows: readonly Row[] = [];
  let picked: SlipPick | undefined;
  let locked = true;

  function rowOf(event: MatchEvent): Row {
    const time = h('span', { class: 'match-time', role: 'timer' });
    const odds = new Map(
      SELECTIONS.flatMap((selection) => {
        const price = event.odds[selection];
        return price === null ? [] : [[selection, oddsButton(event, selection, price)] as const];
      }),
    );
    const element = h(
      'li',
      { class: event.featured ? 'fixture featured' : 'fixture' },
      h(
        'div',
        { class: 'fixture-head' },
        event.featured && h('span', { class: 'match-badge' }, t('studio.match_featured')),
        h('span', { class: 'match-league' }, event.league),
        time,
      ),
      h(
        'p',
        { class: 'match-teams' },
        h('span', {}, event.home),
        h('span', { class: 'match-vs' }, t('studio.match_vs')),
        h('span', {}, event.away),
      ),
      h(
        'div',
        { class: 'match-odds', role: 'group', 'aria-label': t('studio.match_versus', { home: event.home, away: event.away }) },
        ...odds.values(),
      ),
    );
    return { event, element, time, odds };
  }

  function oddsButton(event: MatchEvent, selection: Selection, price: string): HTMLButtonElement {
    const label = t(`studio.match_bet_${selection}`, { home: event.home, away: event.away, odds: price });
    const name = h('span', { class: 'odds-name' }, t(`studio.match_short_${selection}`));
    const face = h('span', { class: 'odds-face' }, name, h('b', {}, price));
    return button(face, { class: 'odds', 'aria-label': label, 'aria-pressed': 'false', tabindex: -1 }, () => {
      if (!locked && phaseOf(event, clock.now()) !== 'playing') choose({ event, selection });
    });
  }

  function buttons(): readonly HTMLButtonElement[] {
    return rows.flatMap((row) => [...row.odds.values()]);
  }

  function enterable(focused?: Element): void {
    const all = buttons();
    const home = all.find((one) => one === focused) ?? all.find((one) => one.getAttribute('aria-pressed') === 'true') ?? all[0];
    for (const one of all) one.tabIndex = one === home ? 0 : -1;
  }

  list.addEventListener('keydown', (event) => {
    const from = rows.findIndex((row) => [...row.odds.values()].some((one) => one === event.target));
    if (from < 0 || !event.key.startsWith('Arrow')) return;
    event.preventDefault();
    const prices = [...(rows[from]?.odds.values() ?? [])];
    const column = prices.indexOf(event.target as HTMLButtonElement);
    const [down, right] = [Number(event.key === 'ArrowDown') - Number(event.key === 'ArrowUp'), stepRight(event.key, list)];
    const target = [...(rows[Math.min(rows.length - 1, Math.max(0, from + down))]?.odds.values() ?? [])];
    target[Math.min(target.length - 1, Math.max(0, column + right))]?.focus();
  });
  list.addEventListener('focusin', (event) => enterable(event.target as Element));

  const self: FixtureList = {
    element: list,
    show(fixtures) {
      const focused = rows
        .flatMap((row) => [...row.odds].map(([selection, one]) => ({ id: row.event.eventId, selection, one })))
        .find(({ one }) => one === document.activeElement);
      const known = new Map(rows.map((row) => [row.event.eventId, row]));
      rows = fixtures.map((event) => known.get(event.eventId) ?? rowOf(event));
      list.replaceChildren(
        ...(rows.length > 0 ? rows.map((row) => row.element) : [h('li', { class: 'match-empty' }, t('studio.match_none'))]),
      );
      rows
        .find((row) => row.event.eventId === focused?.id)
        ?.odds.get(focused?.selection ?? 'home')
        ?.focus();
      self.mark(picked);
      self.tick();
    },
    mark(pick) {
      picked = pick;
      for (const row of rows)
        for (const [selection, one] of row.odds)
          one.setAttribute('aria-pressed', String(pick?.event.eventId === row.event.eventId && pick.selection === selection));
      enterable(list.contains(document.activeElement) ? (document.activeElement ?? undefined) : undefined);
    },
    tick() {
      const now = clock.now();
      for (const { event, element, time, odds } of rows) {
        const phase = phaseOf(event, now);
        element.dataset.phase = phase;
        const running = phase === 'playing' || phase === 'over';
        setText(
          time,
          running ? t(`studio.match_${phase}`) : t('studio.match_starts', { time: countdown(Date.parse(event.startsAt), now) }),
        );
        for (const one of odds.values()) one.setAttribute('aria-disabled', String(locked || running));
      }
    },
    lock(on) {
      locked = on;
      self.tick();
    },
  };
  return self;
}

function stepRight(key: string, element: HTMLElement): number {
  const step = Number(key === 'ArrowRight') - Number(key === 'ArrowLeft');
  return getComputedStyle(element).direction === 'rtl' ? -step : step;
}
