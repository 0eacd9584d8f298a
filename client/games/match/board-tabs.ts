import type { Translate } from '../../../shared/i18n/translate.ts';
import { button, h, setText } from '../lib/dom.ts';

const TABS = ['live', 'upcoming', 'open', 'settled', 'results'] as const;
export type BoardTab = (typeof TABS)[number];

export interface BoardTabs {
  readonly element: HTMLElement;
  show(tab: BoardTab): void;
  /** Shows a number on the tab; none for zero. */
  count(tab: 'live' | 'open', count: number): void;
}

/** The tabs and their panels; `chosen` is called when the player chooses a tab. */
export function createBoardTabs(
  t: Translate,
  contents: Readonly<Record<BoardTab, HTMLElement>>,
  chosen: (tab: BoardTab) => void,
): BoardTabs {
  const tabs = new Map(TABS.map((tab) => [tab, button(t(`studio.match_tab_${tab}`), { class: 'match-tab' }, () => chosen(tab))]));
  const panels = TABS.map((tab) => {
    const panel = h('section', { class: 'match-panel', 'data-tab': tab, 'aria-label': t(`studio.match_tab_${tab}`) }, contents[tab]);
    panel.tabIndex = 0;
    return panel;
  });
  const element = h(
    'div',
    { class: 'match-main' },
    h('div', { class: 'match-tabs', role: 'group', 'aria-label': t('studio.match_views') }, ...tabs.values()),
    h('div', { class: 'match-panels' }, ...panels),
  );
  return {
    element,
    show(tab) {
      element.dataset.tab = tab;
      for (const [name, one] of tabs) one.setAttribute('aria-pressed', String(name === tab));
      for (const panel of panels) panel.hidden = panel.dataset.tab !== tab;
    },
    count(tab, count) {
      setText(tabs.get(tab) as Element, count > 0 ? t(`studio.match_tab_${tab}_count`, { count }) : t(`studio.match_tab_${tab}`));
    },
  };
}
