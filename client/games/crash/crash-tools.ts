import { multiplierText } from '../../../shared/games/crash/flight.ts';
import type { FlightBet } from '../../../shared/games/crash/protocol.ts';
import { addSoundTool } from '../lib/add-tools.ts';
import { openDialog } from '../lib/dialog.ts';
import { h } from '../lib/dom.ts';
import { facts } from '../lib/fairness-panel.ts';
import { coin, money } from '../lib/game-page.ts';
import { verifyLink } from '../lib/history-panel.ts';
import { icon } from '../lib/icons.ts';
import { timeElement, zoneNote } from '../lib/site-time.ts';
import { unitsOf } from '../lib/stakes.ts';
import { autoText } from './auto-text.ts';
import type { BetList } from './bet-list.ts';
import { crashRules } from './crash-rules.ts';
import { flightMark } from './crash-scene.ts';
import type { CrashPage } from './crash-view.ts';

/** The tools in the header: a second bet, rules, the player's bets, the commitment for the flight, and sound. */
export function addCrashTools(page: CrashPage, bets: BetList): { showSecond(on: boolean): void } {
  const { shell, t, context, view, state } = page;
  const close = t('studio.close');
  const second = shell.tool('plus', t('studio.crash_second'), () => void view.toggleSecond());
  second.setAttribute('aria-pressed', 'false');
  shell.tool('info', t('studio.rules'), () => openDialog(t('studio.rules_of', { name: context.name }), close, crashRules(page)));
  shell.tool('history', t('studio.history'), () => {
    const listed = bets.all.map((bet) => betRow(bet, page));
    const empty = t(state.session ? 'studio.history_empty' : 'studio.history_entry');
    openDialog(t('studio.history'), close, [
      listed.length > 0 && zoneNote(t),
      listed.length > 0 ? h('ol', { class: 'rounds' }, ...listed) : h('p', { class: 'quiet' }, empty),
    ]);
  });
  shell.tool('shield', t('studio.fairness'), () => openFairness(page));
  addSoundTool(page);
  return {
    showSecond(on) {
      second.setAttribute('aria-pressed', String(on));
      second.replaceChildren(icon(on ? 'minus' : 'plus'));
    },
  };
}

function openFairness({ t, view }: CrashPage): void {
  const { round } = view;
  openDialog(t('studio.fairness'), t('studio.close'), [
    h('p', {}, t('studio.crash_fairness')),
    round && h('h3', {}, t('studio.table_this_round', { issue: round.issue })),
    round &&
      facts([
        [t('studio.server_seed_hash'), round.seedHash],
        ...(round.serverSeed ? [[t('studio.server_seed'), round.serverSeed] as const] : []),
      ]),
    round?.serverSeed && h('p', {}, verifyLink(round, t)),
    h('p', {}, t('studio.crash_formula')),
    h('p', { class: 'quiet' }, t('studio.crash_chain')),
  ]);
}

/** Earlier flights, each with a link to its proof. */
export function openFlights({ t, view }: CrashPage): void {
  const rows = view.history.map((flight) =>
    h('li', { class: 'round' }, flightMark(flight), h('div', { class: 'round-side' }, verifyLink(flight, t))),
  );
  openDialog(t('studio.crash_last'), t('studio.close'), [h('ol', { class: 'rounds flights-list' }, ...rows)]);
}

function betRow(bet: FlightBet, { t, state }: CrashPage): HTMLElement {
  const placed = timeElement(bet.placedAt);
  const isOver = bet.status === 'settled' || bet.status === 'refunded';
  const above = isOver && unitsOf(bet.payout) > unitsOf(bet.stake);
  const auto = autoText(bet, t, coin(state));
  return h(
    'li',
    { class: 'round' },
    h(
      'div',
      { class: 'round-main' },
      h('p', { class: 'round-outcome' }, outcomeOf(bet, t)),
      h('p', { class: 'quiet' }, placed, ` · ${t('studio.stake')} ${money(state, bet.stake)} · ${auto}`),
    ),
    h(
      'div',
      { class: 'round-side' },
      h('span', { class: above ? 'amount above' : 'amount' }, isOver ? money(state, bet.payout) : t('studio.status_pending')),
      bet.crash !== null && verifyLink(bet, t),
    ),
  );
}

function outcomeOf({ issue, cashed, crash }: FlightBet, t: CrashPage['t']): string {
  const round = t('studio.table_this_round', { issue });
  if (cashed !== null) return `${round}: ${t('studio.crash_out_at', { multiplier: multiplierText(cashed) })}`;
  return crash === null ? round : `${round}: ${t('studio.crash_crashed')} ${multiplierText(crash)}x`;
}
