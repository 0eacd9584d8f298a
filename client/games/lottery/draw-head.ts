import type { ClosedDay } from '../../../shared/games/lottery/closed-days.ts';
import type { LotteryDrawsAnswer, LotteryDrawView } from '../../../shared/games/lottery/protocol.ts';
import { h, setText } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';
import { countdown, type ServerClock } from '../match/match-clock.ts';
import { drawnLine } from './drawn-numbers.ts';

export interface DrawHead {
  readonly element: HTMLElement;
  /** The draw that takes bets now. */
  readonly onSale: LotteryDrawView | undefined;
  show(answer: LotteryDrawsAnswer): void;
  tick(): void;
}

/** Days without draws that are named at a time. */
const SHOWN_DAYS = 2;

/** The issue on sale with its countdown, and the last result. */
export function createDrawHead({ t }: Pick<GameContext, 't'>, clock: ServerClock): DrawHead {
  let draws: readonly LotteryDrawView[] = [];
  let closedDays: readonly ClosedDay[] = [];
  let shown = '';
  const issue = h('b', { class: 'lotto-issue-now' });
  const time = h('span', { class: 'lotto-time', role: 'timer' });
  // Many prizes scroll sideways: without a focusable element in it, the region itself takes the focus.
  const last = h('div', { class: 'lotto-last', tabindex: 0, role: 'group', 'aria-label': t('studio.lotto_detail_numbers') });
  const waiting = h('p', { class: 'lotto-notice', role: 'status' });
  const pause = h('p', { class: 'lotto-notice' });
  const element = h('section', { class: 'lotto-head' }, h('p', { class: 'lotto-sale' }, issue, time), waiting, pause, last);
  /** A draw is due, and its public random number is not published yet. */
  const mixed = () => draws.find(({ drawsAt, state, beacon }) => state === 'open' && beacon !== null && Date.parse(drawsAt) <= clock.now());
  const onSale = () =>
    draws.find(
      ({ opensAt, closesAt, state }) => state === 'open' && Date.parse(opensAt) <= clock.now() && clock.now() < Date.parse(closesAt),
    );

  function tick(): void {
    const draw = onSale();
    setText(issue, draw ? t('studio.lotto_issue', { issue: draw.issue }) : t('studio.lotto_waiting'));
    setText(time, draw ? t('studio.lotto_closes', { time: countdown(Date.parse(draw.closesAt), clock.now()) }) : '');
    const late = mixed();
    setText(waiting, late ? t('studio.lotto_beacon_waiting', { issue: late.issue }) : '');
    setText(pause, closedDays.map(({ day, reason }) => t('studio.lotto_closed_day', { day, reason })).join(' '));
  }

  return {
    element,
    get onSale() {
      return onSale();
    },
    // A node of an earlier release names no days.
    show({ open, results, closed = [] }) {
      draws = open;
      closedDays = closed.slice(0, SHOWN_DAYS);
      const latest = results.find(({ numbers }) => numbers !== null);
      if (latest && latest.drawId !== shown) {
        shown = latest.drawId;
        last.replaceChildren(
          h('span', { class: 'lotto-last-name' }, t('studio.lotto_last', { issue: latest.issue })),
          drawnLine(latest.numbers ?? [], t),
        );
      }
      tick();
    },
    tick,
  };
}
