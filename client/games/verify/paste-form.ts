import type { Variant } from '../../../shared/games/catalogue.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { h, setText } from '../lib/dom.ts';
import type { Evidence } from './recompute.ts';

export interface PastedRound {
  readonly variant: Variant;
  readonly evidence: Evidence;
}

/** Format of a saved or copied round: `{ "variant": "european", "bet": ..., "outcome": ..., "payout": ..., "fairness": ... }`. */
export function roundText(variant: Variant, { bet, outcome, payout, fairness, rulesHash, rules }: Evidence): string {
  return JSON.stringify({ variant, bet, outcome, payout, fairness, rulesHash, rules }, null, 2);
}

/** A round from pasted text; undefined if parts are missing. The parts are validated when the round is recomputed. */
export function readRound(text: string): PastedRound | undefined {
  try {
    const data = JSON.parse(text) as Record<string, unknown> | null;
    if (!data || typeof data.variant !== 'string' || typeof data.payout !== 'string') return undefined;
    const parts = [data.bet, data.outcome, data.fairness];
    if (!parts.every((part) => typeof part === 'object' && part !== null)) return undefined;
    return { variant: data.variant as Variant, evidence: data as unknown as Evidence };
  } catch {
    return undefined;
  }
}

/** A form for a pasted round, which it passes on to be verified. */
export function pasteForm(t: Translate, initial: string, check: (round: PastedRound) => void): HTMLElement {
  const field = h('textarea', {
    id: 'pasted',
    class: 'field pasted',
    rows: 10,
    spellcheck: 'false',
    'aria-describedby': 'pasted-help pasted-state',
  });
  field.value = initial;
  const state = h('p', { id: 'pasted-state', class: 'field-state', role: 'status' });
  const form = h(
    'form',
    { class: 'paste-form', novalidate: true },
    h('label', { for: 'pasted' }, t('studio.pasted')),
    h('p', { id: 'pasted-help', class: 'quiet' }, t('studio.pasted_help')),
    field,
    state,
    h('div', { class: 'row' }, h('button', { class: 'button main' }, t('studio.check'))),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const round = readRound(field.value);
    field.setAttribute('aria-invalid', String(!round));
    setText(state, round ? '' : t('studio.pasted_invalid'));
    if (round) check(round);
  });
  return form;
}
