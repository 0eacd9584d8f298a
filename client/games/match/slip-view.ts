import { MAX_LEGS, MAX_PAYOUT } from '../../../shared/games/events/slip.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { inCoins } from '../../../shared/money/currency-steps.ts';
import type { Units } from '../../../shared/money/money.ts';
import { button, h, setText } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';
import { icon } from '../lib/icons.ts';
import { type BetSlip, displayedOdds, isRelated, modeOf, type SlipLeg, type SlipMode, troubleOf } from './bet-slip.ts';
import { marketOf, pickName } from './names.ts';

export interface SlipView {
  readonly element: HTMLElement;
  show(slip: BetSlip, possible: Units): void;
  lock(locked: boolean): void;
}
export interface SlipActions {
  remove(leg: SlipLeg): void;
  clear(): void;
  choose(mode: SlipMode): void;
  acceptBetter(on: boolean): void;
}

const MODES = ['singles', 'multiple'] as const;

/** The bet slip: a sheet at the lower edge of a phone that opens on a touch, a column next to the matches on a wide screen. */
export function createSlipView(game: Pick<GameContext, 't' | 'money' | 'coin'>, stake: HTMLElement, actions: SlipActions): SlipView {
  const { t } = game;
  const title = h('span', { class: 'slip-title' });
  const odds = h('b', { class: 'slip-odds' });
  const toggle = button(h('span', { class: 'slip-head-face' }, title, odds), { class: 'slip-toggle', 'aria-expanded': 'false' }, () =>
    open(!isOpen()),
  );
  const clear = button(icon('trash'), { class: 'icon-button', 'aria-label': t('studio.match_clear') }, actions.clear);
  const legs = h('ol', { class: 'slip-legs' });
  const modes = new Map(
    MODES.map((mode) => [mode, button(t(`studio.match_mode_${mode}`), { class: 'match-tab' }, () => actions.choose(mode))]),
  );
  const modeRow = h('div', { class: 'slip-modes', role: 'group', 'aria-label': t('studio.match_mode') }, ...modes.values());
  const better = h('input', { type: 'checkbox' });
  better.addEventListener('change', () => actions.acceptBetter(better.checked));
  const trouble = h('p', { class: 'slip-trouble', role: 'status' });
  const body = h(
    'div',
    { class: 'slip-body' },
    legs,
    modeRow,
    trouble,
    stake,
    h('label', { class: 'slip-better' }, better, h('span', {}, t('studio.match_accept_better'))),
  );
  const element = h('div', { class: 'slip' }, h('div', { class: 'slip-head' }, toggle, clear), body);
  let count = 0;

  function isOpen(): boolean {
    return toggle.getAttribute('aria-expanded') === 'true';
  }

  function open(on: boolean): void {
    toggle.setAttribute('aria-expanded', String(on));
    element.closest('.game')?.classList.toggle('slip-open', on);
  }

  return {
    element,
    show(slip, possible) {
      const { length } = slip.legs;
      setText(title, length === 0 ? t('studio.match_slip_empty') : t('studio.match_slip_count', { count: length }));
      setText(odds, length === 0 ? '' : modeOf(slip) === 'multiple' || length === 1 ? displayedOdds(slip) : game.money(possible));
      legs.replaceChildren(...slip.legs.map((leg) => legItem(slip, leg, t, actions.remove)));
      modeRow.hidden = length < 2;
      for (const [mode, one] of modes) one.setAttribute('aria-pressed', String(mode === modeOf(slip)));
      better.checked = slip.acceptBetter;
      const max = inCoins(MAX_PAYOUT, game.coin());
      const why = possible > max ? 'most' : troubleOf(slip);
      setText(trouble, why ? t(`studio.match_trouble_${why}`, { count: MAX_LEGS, amount: game.money(max) }) : '');
      element.classList.toggle('empty', length === 0);
      clear.hidden = length === 0;
      toggle.disabled = length === 0;
      if (length === 0) open(false);
      // The sheet opens with its first leg; further legs do not change it.
      if (count === 0 && length === 1) element.classList.add('arrived');
      count = length;
    },
    lock(locked) {
      for (const one of element.querySelectorAll<HTMLButtonElement>('.slip-leg button, .slip-modes button')) one.disabled = locked;
      clear.disabled = locked;
    },
  };
}

function legItem(slip: BetSlip, leg: SlipLeg, t: Translate, onRemove: (leg: SlipLeg) => void): HTMLElement {
  const { match, selection, odds: agreed, offered } = leg;
  const pick = pickName(match, selection, t);
  const related = modeOf(slip) === 'multiple' && isRelated(slip, leg);
  const state = offered === null ? 'closed' : related ? 'related' : offered === agreed ? 'fine' : 'changed';
  const remove = button(icon('close'), { class: 'icon-button', 'aria-label': t('studio.match_remove_leg', { pick }) }, () => onRemove(leg));
  return h(
    'li',
    { class: `slip-leg leg-${state}` },
    h(
      'div',
      { class: 'leg-text' },
      h('b', {}, pick),
      h('span', { class: 'leg-market' }, marketOf(selection, match.mode, t)),
      h('span', { class: 'leg-teams' }, t('studio.match_versus', { home: match.home, away: match.away })),
    ),
    h('span', { class: 'leg-odds' }, state === 'changed' && h('s', {}, agreed), h('b', {}, offered ?? '–')),
    remove,
  );
}
