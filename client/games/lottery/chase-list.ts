import type { LotteryChase } from '../../../shared/games/lottery/protocol.ts';
import { button, h } from '../lib/dom.ts';
import { playTypeName, type Texts } from './names.ts';
import { betsText, type TicketActions } from './ticket-list.ts';

/** Ends that players did not order or expect. */
const PLAIN_ENDS = ['done', 'won', 'cancelled'];
/** Refusals that a player of a chase needs other words for than the player of a bet. */
const STOPPED = ['session_expired', 'insufficient_funds', 'limit_reached', 'player_blocked'];

export function isRunning({ end }: LotteryChase): boolean {
  return end === null;
}

/** Whether a refusal has ended the chase. */
export function wasStopped({ end }: LotteryChase): boolean {
  return end !== null && !PLAIN_ENDS.includes(end);
}

/** Chases with their progress; each running one can be stopped. */
export function chaseItems(chases: readonly LotteryChase[], game: Texts, actions: Pick<TicketActions, 'stop'>): readonly HTMLElement[] {
  const { t, money } = game;
  return chases.map((chase) =>
    h(
      'li',
      { class: `lotto-item lotto-chase-item ${isRunning(chase) ? 'chase-running' : 'chase-ended'}` },
      h(
        'div',
        { class: 'lotto-item-head' },
        h('span', { class: 'lotto-status' }, t(isRunning(chase) ? 'studio.lotto_chase_running' : 'studio.lotto_chase_ended')),
        h('span', { class: 'lotto-kind' }, playTypeName(chase.playType, game)),
        h('span', { class: 'lotto-issue' }, t('studio.lotto_chase_progress', { placed: chase.placed, draws: chase.draws })),
      ),
      h('p', { class: 'lotto-bets' }, betsText(chase, game)),
      h(
        'p',
        {},
        chase.end === null ? t(chase.stopOnWin ? 'studio.lotto_chase_until_win' : 'studio.lotto_chase_all') : chaseEndText(chase, game),
      ),
      h(
        'p',
        { class: 'lotto-sum' },
        h('span', {}, t('studio.lotto_chase_staked', { amount: money(chase.staked) })),
        h('b', {}, t('studio.lotto_paid', { amount: money(chase.paid) })),
      ),
      isRunning(chase) &&
        h(
          'div',
          { class: 'lotto-item-actions' },
          button(t('studio.lotto_chase_cancel'), { class: 'lotto-link' }, () => actions.stop(chase)),
        ),
    ),
  );
}

/** Why a chase has ended. */
export function chaseEndText({ end }: LotteryChase, { t }: Pick<Texts, 't'>): string {
  if (end === null) return '';
  if (PLAIN_ENDS.includes(end) || STOPPED.includes(end)) return t(`studio.lotto_chase_end_${end}`);
  return t('studio.lotto_chase_end_other', { reason: t(`studio.error_${end}_title`) });
}
