import { type Entry, parseEntry } from '../../../shared/games/lottery/entry.ts';
import type { Rule } from '../../../shared/games/lottery/rules.ts';
import { h } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';

export interface EntryField {
  readonly element: HTMLElement;
  readonly text: string;
  readonly entry: Entry;
  set(text: string): void;
  show(rule: Rule, example: string): void;
  lock(on: boolean): void;
}

const LISTED_FAULTS = 20;

/** The bets as text: what the board makes, and what players type or paste. Each malformed part is listed with its reason. */
export function createEntryField({ t }: Pick<GameContext, 't'>, typed: () => void): EntryField {
  let rule: Rule | undefined;
  let entry: Entry = { bets: [], malformed: [], repeated: 0 };
  const input = h('textarea', {
    id: 'lotto-entry',
    class: 'lotto-entry',
    rows: 2,
    spellcheck: 'false',
    autocomplete: 'off',
    autocapitalize: 'off',
    maxlength: 300_000,
    'aria-describedby': 'lotto-entry-state',
  });
  const state = h('p', { id: 'lotto-entry-state', class: 'lotto-entry-state', role: 'status' });
  const faults = h('ul', { class: 'lotto-faults', 'aria-label': t('studio.lotto_faults') });
  const label = h('label', { for: 'lotto-entry', class: 'lotto-label' }, t('studio.lotto_entry'));
  const element = h('div', { class: 'lotto-entry-field' }, label, input, state, faults);

  function read(): void {
    entry = rule ? parseEntry(rule, input.value) : entry;
    const { bets, malformed, repeated } = entry;
    const parts = [t('studio.lotto_count', { count: bets.length })];
    if (repeated > 0) parts.push(t('studio.lotto_repeated', { count: repeated }));
    if (malformed.length > 0) parts.push(t('studio.lotto_malformed', { count: malformed.length }));
    state.textContent = parts.join(' · ');
    input.setAttribute('aria-invalid', String(malformed.length > 0));
    const listed = malformed
      .slice(0, LISTED_FAULTS)
      .map(({ place, text, problem }) =>
        h('li', {}, t('studio.lotto_fault', { place, text, problem: t(`studio.lotto_problem_${problem}`) })),
      );
    const rest = malformed.length - listed.length;
    faults.replaceChildren(...listed, ...(rest > 0 ? [h('li', {}, t('studio.lotto_more', { count: rest }))] : []));
  }

  input.addEventListener('input', () => {
    read();
    typed();
  });
  return {
    element,
    get text() {
      return input.value;
    },
    get entry() {
      return entry;
    },
    set(text) {
      input.value = text;
      read();
    },
    show(next, example) {
      rule = next;
      input.placeholder = example;
      input.value = '';
      read();
    },
    lock(on) {
      input.readOnly = on;
    },
  };
}
