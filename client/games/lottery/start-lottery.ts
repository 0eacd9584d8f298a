import { addSoundTool } from '../lib/add-tools.ts';
import { connect } from '../lib/connect.ts';
import { openDialog } from '../lib/dialog.ts';
import { h } from '../lib/dom.ts';
import { facts } from '../lib/fairness-panel.ts';
import { createFrame } from '../lib/frame.ts';
import { listenToKeys } from '../lib/game.ts';
import { changed, money, pause, showPortalBalance } from '../lib/game-page.ts';
import { createPageParts, gameContextOf } from '../lib/page-parts.ts';
import { createServerClock } from '../match/match-clock.ts';
import { pageRoot } from '../page-context.ts';
import { type DrawFollower, followDraws } from './follow-draws.ts';
import { lotteryRules } from './lottery-rules.ts';
import { createLotteryView } from './lottery-view.ts';
import { cancelTicket, type LotteryPage, placeTicket, repeatTicket, stopChase } from './place-ticket.ts';
import { ticketDetails } from './ticket-list.ts';

/** Starts the page of a lottery: draws and results are public, tickets need a session. */
export function startLottery(): void {
  // The order form for browsers without script.
  document.querySelector('.without-script')?.remove();
  const root = pageRoot();
  const parts = createPageParts(root, (t) => ({ win: t('studio.lotto_most') }));
  const clock = createServerClock();
  const refresh = () => void follower.refreshTickets();
  const place = () => placeTicket(page, refresh);
  const game = gameContextOf(parts, { changed: () => showOrder(page), play: place });
  const view = createLotteryView(game, clock, {
    wanted: new URL(document.URL).searchParams.get('playType') ?? '',
    opened: () => follower.enter(),
    actions: {
      now: clock.now,
      cancel: (ticket) => void cancelTicket(page, ticket, refresh),
      repeat: (ticket) => void repeatTicket(page, ticket),
      more: () => follower.loadMore(),
      record: (ticket) => page.frame.openRecord(ticket.ticketId),
      get hasRecord() {
        return page.frame.framed;
      },
      stop: (chase) => void stopChase(page, chase, refresh),
      details(ticket) {
        parts.api.lotteryTicketOf(ticket.ticketId).then(
          (answer) => openDialog(parts.t('studio.lotto_details'), parts.t('studio.close'), ticketDetails(answer.ticket, game)),
          () => openDialog(parts.t('studio.lotto_details'), parts.t('studio.close'), ticketDetails(ticket, game)),
        );
      },
    },
  });
  const page: LotteryPage = {
    ...parts,
    view,
    frame: createFrame(
      (type) => pause(page, type === 'pause'),
      (units) => showPortalBalance(page, units),
    ),
  };
  const follower = followDraws(page, clock);
  parts.shell.mount(view, 'check');
  view.lock(true);
  parts.shell.action.addEventListener('click', place);
  addTools(page, follower);
  listenToKeys(place);
  follower.start();
  void connect(page);
}

function showOrder(page: LotteryPage): void {
  const { shell, state, view } = page;
  changed(page);
  shell.setWin(view.order ? money(state, view.order.most) : '–', false);
}

function addTools(page: LotteryPage, follower: DrawFollower): void {
  const { shell, t, context } = page;
  const close = t('studio.close');
  shell.tool('info', t('studio.rules'), () => openDialog(t('studio.rules_of', { name: context.name }), close, lotteryRules(page)));
  shell.tool('shield', t('studio.fairness'), () => {
    const open = follower.last?.open ?? [];
    const promised = open.map(
      ({ issue, seedHash, beacon }) =>
        [t('studio.lotto_issue', { issue }), beacon ? `${seedHash} · ${t('studio.lotto_beacon', beacon)}` : seedHash] as const,
    );
    openDialog(t('studio.fairness'), close, [
      h('p', {}, t(open.some(({ beacon }) => beacon) ? 'studio.lotto_fairness_beacon' : 'studio.lotto_fairness')),
      h('h3', {}, t('studio.lotto_promised')),
      facts(promised),
    ]);
  });
  addSoundTool(page, t('studio.lotto_sound'));
}
