import type { HandsAnswer } from '../../../shared/games/rooms/protocol.ts';
import { addSoundTool } from '../lib/add-tools.ts';
import { openDialog } from '../lib/dialog.ts';
import { h } from '../lib/dom.ts';
import { facts } from '../lib/fairness-panel.ts';
import { coin, type GamePage, money } from '../lib/game-page.ts';
import type { PageView } from '../lib/game-view.ts';
import { verifyLink } from '../lib/history-panel.ts';
import { timeElement, zoneNote } from '../lib/site-time.ts';
import { roomRules } from './room-rules.ts';
import type { RoomSight } from './room-view.ts';

/** The tools in the header: leave the table, rules, played hands, and the commitment for the next hand. */
export function addRoomTools(page: GamePage<PageView>, sight: RoomSight, leave: () => void): HTMLButtonElement {
  const { shell, t, context, state } = page;
  const close = t('studio.close');
  const game = {
    ...page,
    money: (amount: Parameters<typeof money>[1]) => money(state, amount),
    coin: () => coin(state),
    balance: () => state.balance,
    changed() {},
    play() {},
    showMessage() {},
  };
  const exit = shell.tool('exit', t('studio.room_leave'), leave);
  shell.tool('info', t('studio.rules'), () =>
    openDialog(t('studio.rules_of', { name: context.name }), close, roomRules(game, state.session)),
  );
  shell.tool('history', t('studio.history'), () => void openHands(page));
  shell.tool('shield', t('studio.fairness'), () => {
    const table = sight.table();
    const promise = table
      ? facts([
          [t('studio.room_hand_nr'), String(table.nr)],
          [t('studio.server_seed_hash'), table.seedHash],
          [t('studio.client_seed'), table.clientSeed],
        ])
      : h('p', { class: 'quiet' }, t('studio.room_fairness_lobby'));
    const last = sight.last();
    openDialog(t('studio.fairness'), close, [
      h('p', {}, t('studio.room_rule_fair')),
      h('h3', {}, t('studio.next_round')),
      promise,
      last && h('h3', {}, t('studio.last_round')),
      last && h('p', {}, verifyLink(last, t)),
    ]);
  });
  addSoundTool(page);
  return exit;
}

async function openHands({ api, t, state }: GamePage<PageView>): Promise<void> {
  const list = h('div', { class: 'history', 'aria-live': 'polite' }, h('p', { class: 'quiet' }, t('studio.loading')));
  openDialog(t('studio.history'), t('studio.close'), [list]);
  if (!state.session) return list.replaceChildren(h('p', { class: 'quiet' }, t('studio.history_entry')));
  const answer = await api.hands().catch(() => undefined);
  if (!answer) return list.replaceChildren(h('p', { class: 'quiet' }, t('studio.history_failed')));
  if (answer.hands.length === 0) return list.replaceChildren(h('p', { class: 'quiet' }, t('studio.history_empty')));
  const row = (hand: HandsAnswer['hands'][number]) => {
    const played = timeElement(hand.startedAt);
    const end = hand.state === 'pending' ? 'running' : hand.state === 'void' ? 'void' : hand.won ? 'won' : 'lost';
    return h(
      'li',
      { class: 'round' },
      h(
        'div',
        { class: 'round-main' },
        h('p', { class: 'round-outcome' }, t(`studio.room_history_${end}`)),
        h('p', { class: 'quiet' }, played, ` · ${t('studio.stake')} ${money(state, hand.stake)}`),
      ),
      h(
        'div',
        { class: 'round-side' },
        h(
          'span',
          { class: hand.won ? 'amount above' : 'amount' },
          hand.state === 'pending' ? t('studio.status_pending') : money(state, hand.payout),
        ),
        hand.state !== 'pending' && verifyLink(hand, t),
      ),
    );
  };
  list.replaceChildren(zoneNote(t), h('ol', { class: 'rounds' }, ...answer.hands.map(row)));
}
