import type { Offer } from '../../../shared/games/events/markets.ts';
import { hundredthsOf } from '../../../shared/games/events/markets.ts';
import type { MatchEvent } from '../../../shared/games/events/protocol.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { button, h, setText } from '../lib/dom.ts';
import { marketOf, pickName, shortPick } from './names.ts';

/** A price that can be added to the slip; it shows whether it has risen or fallen with the last step. */
export interface OddsButton {
  readonly element: HTMLButtonElement;
  readonly selection: string;
  update(match: MatchEvent, offer: Offer): void;
  /** Sets whether it is on the slip and whether the match takes bets. */
  mark(isPicked: boolean, isOpen: boolean): void;
}

const TREND_MS = 2_500;

export function createOddsButton(
  t: Translate,
  first: MatchEvent,
  offer: Offer,
  choose: (match: MatchEvent, offer: Offer) => void,
): OddsButton {
  let [match, current] = [first, offer];
  let timer = 0;
  const price = h('b', { class: 'odds-price' });
  const name = h('span', { class: 'odds-name' }, shortPick(offer.selection, t));
  const element = button(h('span', { class: 'odds-face' }, name, price), { class: 'odds', 'aria-pressed': 'false', tabindex: -1 }, () => {
    if (element.getAttribute('aria-disabled') !== 'true' && current.odds !== null) choose(match, current);
  });

  function trend(before: string | null, after: string | null): void {
    if (before === null || after === null || before === after) return;
    clearTimeout(timer);
    element.dataset.trend = hundredthsOf(after) > hundredthsOf(before) ? 'up' : 'down';
    timer = window.setTimeout(() => delete element.dataset.trend, TREND_MS);
  }

  function show(): void {
    setText(price, current.odds ?? '–');
    const pick = pickName(match, current.selection, t);
    const market = marketOf(current.selection, match.mode, t);
    element.setAttribute(
      'aria-label',
      current.odds === null
        ? t('studio.match_odds_none', { pick, market })
        : t('studio.match_odds_of', { pick, market, odds: current.odds }),
    );
  }

  show();
  return {
    element,
    selection: offer.selection,
    update(nextMatch, nextOffer) {
      trend(current.odds, nextOffer.odds);
      [match, current] = [nextMatch, nextOffer];
      show();
    },
    mark(isPicked, isOpen) {
      element.setAttribute('aria-pressed', String(isPicked));
      element.setAttribute('aria-disabled', String(!isOpen || current.odds === null));
    },
  };
}

/**
 * One price of a list is in the tab order, arrow keys move between all of them: left and right within a row, up and down
 * between rows.
 */
export function roveOdds(list: HTMLElement): { refresh(): void } {
  const rows = () => [...list.querySelectorAll('.odds-row')].map((row) => [...row.querySelectorAll<HTMLButtonElement>('.odds')]);

  function refresh(): void {
    const all = rows().flat();
    const home = all.find((one) => one === document.activeElement) ?? all.find((one) => one.tabIndex === 0) ?? all[0];
    for (const one of all) one.tabIndex = one === home ? 0 : -1;
  }

  list.addEventListener('keydown', (event) => {
    const grid = rows().filter((row) => row.length > 0);
    const from = grid.findIndex((row) => row.includes(event.target as HTMLButtonElement));
    if (from < 0 || !event.key.startsWith('Arrow')) return;
    event.preventDefault();
    const column = grid[from]?.indexOf(event.target as HTMLButtonElement) ?? 0;
    const down = Number(event.key === 'ArrowDown') - Number(event.key === 'ArrowUp');
    const right = Number(event.key === 'ArrowRight') - Number(event.key === 'ArrowLeft');
    const row = grid[Math.min(grid.length - 1, Math.max(0, from + down))] ?? [];
    row[Math.min(row.length - 1, Math.max(0, column + right))]?.focus();
  });
  list.addEventListener('focusin', refresh);
  return { refresh };
}
