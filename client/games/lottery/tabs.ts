import type { Translate } from '../../../shared/i18n/translate.ts';
import { button, h } from '../lib/dom.ts';

const TABS = ['bet', 'tickets', 'results'] as const;
export type TabName = (typeof TABS)[number];

export interface Tabs {
  readonly element: HTMLElement;
  open(name: TabName): void;
  /** Replaces the items of the list in a tab, unless they are the same. */
  fill(name: TabName, items: readonly HTMLElement[]): void;
}

/** The parts of the page, of which one is visible. */
export function createTabs(t: Translate, contents: Readonly<Record<TabName, readonly HTMLElement[]>>): Tabs {
  const panels = TABS.map((name) =>
    h('section', { class: 'lotto-panel', 'aria-label': t(`studio.lotto_tab_${name}`), hidden: name !== 'bet' }, ...contents[name]),
  );
  const buttons = TABS.map((name) =>
    button(t(`studio.lotto_tab_${name}`), { class: 'lotto-tab', 'aria-pressed': String(name === 'bet'), 'data-tab': name }, () =>
      open(name),
    ),
  );

  function open(name: TabName): void {
    for (const [index, one] of TABS.entries()) {
      buttons[index]?.setAttribute('aria-pressed', String(one === name));
      panels[index]?.toggleAttribute('hidden', one !== name);
    }
  }

  return {
    element: h(
      'div',
      { class: 'lotto-main' },
      h('div', { class: 'lotto-tabs', role: 'group', 'aria-label': t('studio.lotto_views') }, ...buttons),
      h('div', { class: 'lotto-panels' }, ...panels),
    ),
    open,
    fill(name, items) {
      const list = contents[name][0];
      const next = h('ol', {}, ...items);
      // The focus stays on a button of a list that has not changed.
      if (list && list.innerHTML !== next.innerHTML) list.replaceChildren(...items);
    },
  };
}
