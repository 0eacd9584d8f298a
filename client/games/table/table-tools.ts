import type { Slip } from '../../../shared/games/live/protocol.ts';
import type { TableGame } from '../../../shared/games/live/table-games.ts';
import { addSoundTool } from '../lib/add-tools.ts';
import { openDialog } from '../lib/dialog.ts';
import { h } from '../lib/dom.ts';
import { facts } from '../lib/fairness-panel.ts';
import { coin, money } from '../lib/game-page.ts';
import type { GameContext } from '../lib/game-view.ts';
import { verifyLink } from '../lib/history-panel.ts';
import { timeElement, zoneNote } from '../lib/site-time.ts';
import { unitsOf } from '../lib/stakes.ts';
import { describeOutcome, tableSpotName } from './names.ts';
import type { Slips } from './slips.ts';
import type { TableParts } from './table-parts.ts';
import { tableRulesView } from './table-rules.ts';
import type { TablePage } from './table-view.ts';

/** The tools in the header: rules, the player's slips, the commitment for the round, and sound. */
export function addTableTools(page: TablePage, parts: TableParts, slips: Slips): void {
  const { shell, t, context, sound, view, state } = page;
  const close = t('studio.close');
  const game: GameContext = {
    context,
    t,
    sound,
    money: (amount) => money(state, amount),
    coin: () => coin(state),
    balance: () => state.balance,
    changed: () => undefined,
    play: () => undefined,
    showMessage: () => undefined,
  };
  shell.tool('info', t('studio.rules'), () =>
    openDialog(t('studio.rules_of', { name: context.name }), close, [...parts.rules(game), ...tableRulesView(game, state.session)]),
  );
  shell.tool('history', t('studio.history'), () => {
    const listed = slips.all.map((slip) => slipRow(slip, game));
    const empty = t(state.session ? 'studio.history_empty' : 'studio.history_entry');
    openDialog(t('studio.history'), close, [
      listed.length > 0 && zoneNote(t),
      listed.length > 0 ? h('ol', { class: 'rounds' }, ...listed) : h('p', { class: 'quiet' }, empty),
    ]);
  });
  shell.tool('shield', t('studio.fairness'), () => {
    const { round } = view;
    openDialog(t('studio.fairness'), close, [
      h('p', {}, t('studio.table_fairness')),
      round && h('h3', {}, t('studio.table_this_round', { issue: round.issue })),
      round &&
        facts([
          [t('studio.server_seed_hash'), round.seedHash],
          ...(round.serverSeed ? [[t('studio.server_seed'), round.serverSeed] as const] : []),
        ]),
      round?.serverSeed && h('p', {}, verifyLink(round, t)),
      h('p', { class: 'quiet' }, t('studio.table_chain')),
    ]);
  });
  addSoundTool(page);
}

function slipRow(slip: Slip, { t, money: show, context }: GameContext): HTMLElement {
  const placed = timeElement(slip.placedAt);
  const chips = slip.chips.map(({ spot, stake }) => `${tableSpotName(context.variant as TableGame, spot, t)} ${show(stake)}`).join(', ');
  const isOver = slip.status === 'settled' || slip.status === 'refunded';
  const above = isOver && unitsOf(slip.payout) > unitsOf(slip.stake);
  const amount = isOver ? show(slip.payout) : t(slip.status === 'open' ? 'studio.table_slip_open' : 'studio.status_pending');
  return h(
    'li',
    { class: 'round' },
    h(
      'div',
      { class: 'round-main' },
      h(
        'p',
        { class: 'round-outcome' },
        slip.outcome ? describeOutcome(slip.outcome, t) : t('studio.table_this_round', { issue: slip.issue }),
      ),
      h('p', { class: 'quiet' }, placed, ` · ${chips}`),
    ),
    h('div', { class: 'round-side' }, h('span', { class: above ? 'amount above' : 'amount' }, amount), slip.outcome && verifyLink(slip, t)),
  );
}
