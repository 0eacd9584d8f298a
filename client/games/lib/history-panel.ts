import type { StudioRound } from '../../../shared/games/protocol.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import type { StudioApi } from './api.ts';
import { openDialog } from './dialog.ts';
import { h } from './dom.ts';
import { timeElement, zoneNote } from './site-time.ts';
import { unitsOf } from './stakes.ts';

export interface HistoryOptions {
  readonly api: Pick<StudioApi, 'history'>;
  readonly t: Translate;
  readonly signedIn: boolean;
  money(amount: string): string;
  describe(round: StudioRound): string;
}

/** The last rounds, fetched when the panel opens. */
export function openHistory(options: HistoryOptions): void {
  const { api, t } = options;
  const list = h('div', { class: 'history', 'aria-live': 'polite' }, h('p', { class: 'quiet' }, t('studio.loading')));
  openDialog(t('studio.history'), t('studio.close'), [list]);
  if (!options.signedIn) {
    list.replaceChildren(h('p', { class: 'quiet' }, t('studio.history_entry')));
    return;
  }
  api.history().then(
    ({ rounds }) => {
      if (rounds.length === 0) list.replaceChildren(h('p', { class: 'quiet' }, t('studio.history_empty')));
      else list.replaceChildren(zoneNote(t), h('ol', { class: 'rounds' }, ...rounds.map((round) => row(round, options))));
    },
    () => list.replaceChildren(h('p', { class: 'quiet' }, t('studio.history_failed'))),
  );
}

function row(round: StudioRound, { t, money, describe }: HistoryOptions): HTMLElement {
  const above = unitsOf(round.payout) > (round.isFree ? 0n : unitsOf(round.stake));
  const stake = round.isFree ? t('studio.free_stake', { stake: money(round.stake) }) : `${t('studio.stake')} ${money(round.stake)}`;
  const played = timeElement(round.playedAt);
  const amount = round.status === 'pending' ? t('studio.status_pending') : money(round.payout);
  return h(
    'li',
    { class: 'round' },
    h(
      'div',
      { class: 'round-main' },
      h('p', { class: 'round-outcome' }, describe(round)),
      h('p', { class: 'quiet' }, played, ` · ${stake}`),
    ),
    h('div', { class: 'round-side' }, h('span', { class: above ? 'amount above' : 'amount' }, amount), verifyLink(round, t)),
  );
}

/** The verifier opens in a new tab, in the language and theme of the game. Its way back closes the tab. */
export function verifyLink(round: Pick<StudioRound, 'verifyUrl'>, t: Translate, text = t('studio.verify')): HTMLElement {
  const { searchParams } = new URL(document.URL);
  const query = ['language', 'theme'].map((name) => `${name}=${encodeURIComponent(searchParams.get(name) ?? '')}`).join('&');
  return h('a', { href: `${round.verifyUrl}?${query}&from=game`, target: '_blank', rel: 'noopener' }, text);
}
