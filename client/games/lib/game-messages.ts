import type { StudioRound, StudioSession } from '../../../shared/games/protocol.ts';
import type { Units } from '../../../shared/money/money.ts';
import type { Failure } from './api.ts';
import { countUp } from './count-up.ts';
import { prefersReducedMotion } from './dom.ts';
import { changed, type GamePage, money } from './game-page.ts';
import type { PageView } from './game-view.ts';
import { type NextStep, refusalOf, refusalText } from './refusals.ts';
import type { NoticeAction } from './shell.ts';
import { limitValues } from './site-limit.ts';
import { unitsOf } from './stakes.ts';

/** Time for the portal to replace this frame with a new ticket; after it the game returns to the lobby. */
const RELOAD_TIMEOUT_MS = 4000;
const COUNT_MS = 600;

export function refuseEntry(page: GamePage<PageView>): void {
  const { shell, t, frame } = page;
  shell.setMessage('', false);
  shell.notify({
    tone: 'info',
    blocking: false,
    title: t('studio.entry_title'),
    text: t('studio.entry'),
    actions: frame.framed ? [stepAction(page, 'leave')] : [],
  });
}

/** `counted`: the rising amount was shown already, with its sound. */
export function showResult({ shell, view, sound, state, t }: GamePage, round: StudioRound, counted = false): void {
  const payout = unitsOf(round.payout);
  const stake = round.isFree ? 0n : unitsOf(round.stake);
  const above = payout > stake;
  const key = round.status === 'refunded' ? 'refunded' : payout === 0n ? 'no_return' : above ? 'won' : 'returned';
  const textOf = (units: Units) => t(`studio.result_${key}`, { amount: money(state, units), stake: money(state, stake) });
  const show = (units: Units) => {
    shell.setWin(money(state, units), above);
    if (!view.quiet?.(round)) shell.setMessage(textOf(units), above);
  };
  const text = textOf(payout);
  // Only a win is counted up: a partly returned stake is shown at once.
  if (above && !counted && !prefersReducedMotion()) state.counting = countUp(payout, COUNT_MS, show);
  else show(payout);
  shell.announce(`${view.describe(round)} ${text} ${t('studio.balance_now', { amount: money(state, state.balance) })}`);
  if (above && !counted) sound.win();
}

export function showRecovered(page: GamePage<PageView>, round: StudioRound): void {
  const { shell, state, t } = page;
  const key = round.status === 'refunded' ? 'studio.recovered_refunded' : 'studio.recovered_settled';
  const text = t(key, { stake: money(state, round.stake), amount: money(state, round.payout) });
  shell.notify({ tone: 'info', blocking: false, title: t('studio.recovered_title'), text, actions: [stepAction(page, 'dismiss')] });
}

/** `values`: of the text, besides the limits. */
export function fail(
  page: GamePage<PageView>,
  code: Failure,
  retry: () => void,
  roundOpen: boolean,
  values: Readonly<Record<string, string>> = {},
): void {
  const { shell, state, t } = page;
  const trial = state.session?.trial ?? false;
  const refusal = refusalOf(code, trial);
  const key = refusalText(code, roundOpen, trial);
  state.blocked = refusal.blocking || state.session === undefined;
  const limits = state.session ? limitValues(state.session.limits, (wire) => money(state, wire)) : {};
  shell.setMessage('', false);
  shell.notify({
    tone: roundOpen ? 'info' : 'error',
    blocking: refusal.blocking,
    title: t(`${key}_title`),
    text: t(key, { ...limits, ...values }),
    actions: refusal.steps.map((step) => stepAction(page, step, retry)),
  });
  changed(page);
}

/** Even the lowest stake of the game is above the highest stake of the site. */
export function refuseStakes(page: GamePage<PageView>, { limits }: StudioSession): void {
  const { shell, state, t, frame } = page;
  state.blocked = true;
  shell.notify({
    tone: 'info',
    blocking: true,
    title: t('studio.error_no_stake_title'),
    text: t(
      'studio.error_no_stake',
      limitValues(limits, (wire) => money(state, wire)),
    ),
    actions: frame.framed ? [stepAction(page, 'leave')] : [],
  });
}

/** The player has this game open too many times: no updates arrive until they retry. */
export function refuseStream(page: GamePage<PageView>, again: () => void): void {
  const retry = () => {
    page.shell.notify(null);
    page.state.blocked = false;
    changed(page);
    again();
  };
  fail(page, 'too_many_streams', retry, false);
}

function stepAction({ frame, shell, t }: GamePage<PageView>, step: NextStep, retry: () => void = () => {}): NoticeAction {
  const runs: Record<NextStep, () => void> = {
    retry,
    deposit: () => frame.send('open-cashier'),
    reload: () => {
      frame.send('reload');
      setTimeout(() => frame.send('leave'), RELOAD_TIMEOUT_MS);
    },
    leave: () => frame.send('leave'),
    dismiss: () => shell.notify(null),
  };
  return { label: t(`studio.step_${step}`), run: runs[step] };
}
