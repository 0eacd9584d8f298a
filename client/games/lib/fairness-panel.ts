import { CLIENT_SEED_PATTERN } from '../../../shared/games/fairness.ts';
import type { Commitment, StudioRound } from '../../../shared/games/protocol.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import type { StudioApi } from './api.ts';
import { openDialog } from './dialog.ts';
import { h, setText } from './dom.ts';
import { verifyLink } from './history-panel.ts';
import { randomKey } from './random-key.ts';

export interface FairnessOptions {
  readonly api: Pick<StudioApi, 'clientSeed'>;
  readonly t: Translate;
  readonly next: Commitment | undefined;
  readonly last: StudioRound | undefined;
  /** True during a round: the seed cannot be changed. */
  readonly locked: boolean;
  saved(commitment: Commitment): void;
}

/** The commitment for the next round, the player's seed, and the seeds of the last round. */
export function openFairness(options: FairnessOptions): void {
  const { t, next, last } = options;
  openDialog(t('studio.fairness'), t('studio.close'), [
    h('p', {}, t('studio.fairness_intro')),
    h('h3', {}, t('studio.next_round')),
    ...(next ? nextRound(next, options) : [h('p', { class: 'quiet' }, t('studio.fairness_entry'))]),
    last && h('h3', {}, t('studio.last_round')),
    last && facts(lastFacts(last, t)),
    last && h('p', {}, verifyLink(last, t)),
  ]);
}

function lastFacts({ fairness }: StudioRound, t: Translate): readonly (readonly [string, string])[] {
  return [
    [t('studio.server_seed'), fairness.serverSeed],
    [t('studio.server_seed_hash'), fairness.serverSeedHash],
    [t('studio.client_seed'), fairness.clientSeed],
    [t('studio.nonce'), String(fairness.nonce)],
  ];
}

export function facts(rows: readonly (readonly [string, string])[]): HTMLElement {
  return h('dl', { class: 'facts' }, ...rows.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, h('code', {}, value)))));
}

function nextRound(next: Commitment, options: FairnessOptions): readonly Node[] {
  const { t } = options;
  const list = h('div', {}, factsOf(next, t));
  const field = h('input', {
    id: 'client-seed',
    class: 'field',
    value: next.clientSeed,
    maxlength: 64,
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-describedby': 'client-seed-help client-seed-state',
    disabled: options.locked,
  });
  const state = h('p', { id: 'client-seed-state', class: 'field-state', role: 'status' });
  const fresh = h('button', { type: 'button', class: 'button', disabled: options.locked }, t('studio.seed_random'));
  fresh.addEventListener('click', () => {
    field.value = randomKey();
  });
  const form = h(
    'form',
    { class: 'seed-form', novalidate: true },
    h('label', { for: 'client-seed' }, t('studio.client_seed')),
    h('p', { id: 'client-seed-help', class: 'quiet' }, t('studio.client_seed_help')),
    field,
    h('div', { class: 'row' }, h('button', { class: 'button main', disabled: options.locked }, t('studio.seed_save')), fresh),
    state,
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void save();
  });
  async function save(): Promise<void> {
    const clientSeed = field.value.trim();
    const valid = CLIENT_SEED_PATTERN.test(clientSeed);
    field.setAttribute('aria-invalid', String(!valid));
    if (!valid) return setText(state, t('studio.seed_invalid'));
    try {
      const commitment = await options.api.clientSeed({ clientSeed });
      options.saved(commitment);
      list.replaceChildren(factsOf(commitment, t));
      setText(state, t('studio.seed_saved'));
    } catch {
      setText(state, t('studio.seed_failed'));
    }
  }
  return [list, form];
}

function factsOf(next: Commitment, t: Translate): HTMLElement {
  return facts([
    [t('studio.server_seed_hash'), next.serverSeedHash],
    [t('studio.nonce'), String(next.nonce)],
  ]);
}
