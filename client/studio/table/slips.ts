import type { Slip } from '../../../shared/studio/live/protocol.ts';
import type { TableOutcome } from '../../../shared/studio/live/table.ts';
import { createAtStake } from '../lib/at-stake.ts';
import { money, showBalance } from '../lib/game-page.ts';
import { unitsOf } from '../lib/stakes.ts';
import { describeOutcome } from './names.ts';
import type { TablePage } from './place-slip.ts';
import { sumOf } from './table-view.ts';

export interface Slips {
  readonly all: readonly Slip[];
  /** A slip is on its way to the wallet; `false`: it has its answer. */
  placing(on: boolean): void;
  /** A slip as the stream or an answer told it. What a result pays is kept until the result has been shown. */
  heard(slip: Slip, balance: string | null): void;
  /** Asks for all of them: after a reload, a drop, or when nothing was heard. */
  refresh(): Promise<void>;
  began(): void;
  /** The result stands on the table: tells what it brought, as soon as that is known. */
  tell(outcome: TableOutcome): void;
}

const LISTED = 40;
const PATIENCE_MS = 1_500;

/** The player's slips, newest first. */
export function createSlips(page: TablePage): Slips {
  const { api, view, state, shell, t, sound, frame } = page;
  let all: readonly Slip[] = [];
  let balance: string | null = null;
  const atStake = createAtStake(frame);
  let isPlacing = false;
  let timesHeard = 0;
  let shown: { readonly roundId: string; readonly outcome: TableOutcome; told: boolean } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** True while a result is on its way to the player's eyes, which no number may outrun. */
  function isRevealing(): boolean {
    const { round } = view;
    return round !== undefined && round.state === 'drawn' && shown?.roundId !== round.roundId;
  }

  /** Until the result of what lies on the table has been paid and shown, whichever is later. */
  function tellRound(): void {
    const isOpen = ({ status }: Slip) => status === 'pending' || status === 'open';
    const isUnseen = ({ status, roundId }: Slip) => status === 'settled' && roundId === view.round?.roundId && roundId !== shown?.roundId;
    atStake(isPlacing || all.some((slip) => isOpen(slip) || isUnseen(slip)));
  }

  function showMoney(): void {
    if (balance === null || isRevealing() || state.busy) return;
    showBalance(page, unitsOf(balance));
    balance = null;
    frame.send('balance-changed');
  }

  function tellOnce(): void {
    if (!shown || shown.told || !state.session) return;
    const { stake, payout, isOver } = sumOf(all, shown.roundId);
    if (!isOver) return;
    shown.told = true;
    showMoney();
    const above = payout > stake;
    const key = above ? 'won' : payout === 0n ? 'no_return' : 'returned';
    const text = t(`studio.result_${key}`, { amount: money(state, payout), stake: money(state, stake) });
    shell.setWin(money(state, payout), above);
    shell.setMessage(text, above);
    shell.announce(`${describeOutcome(shown.outcome, t)} ${text} ${t('studio.balance_now', { amount: money(state, state.balance) })}`);
    if (above) sound.win();
  }

  async function refresh(): Promise<void> {
    if (!state.session) return;
    const asked = timesHeard;
    const answer = await api.slips().catch(() => undefined);
    if (!answer) return;
    // It may have been written before what was heard meanwhile, and would take a placed slip away again.
    if (asked !== timesHeard) return refresh();
    all = answer.slips;
    balance = answer.balance;
    view.showSlips(all);
    showMoney();
    tellOnce();
    tellRound();
  }

  /** What the stream did not bring is asked for. */
  function lookAgain(): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const { stake, isOver } = sumOf(all, shown?.roundId ?? '');
      if (stake > 0n && !isOver) void refresh().then(lookAgain);
    }, PATIENCE_MS);
  }

  return {
    get all() {
      return all;
    },
    placing(on) {
      isPlacing = on;
      tellRound();
    },
    heard(slip, told) {
      timesHeard += 1;
      all = [slip, ...all.filter(({ slipId }) => slipId !== slip.slipId)].slice(0, LISTED);
      if (told !== null) balance = told;
      view.showSlips(all);
      showMoney();
      tellOnce();
      tellRound();
    },
    refresh,
    began() {
      shell.setWin('–', false);
      view.showSlips(all);
      tellRound();
    },
    tell(outcome) {
      const roundId = view.round?.roundId ?? '';
      shown = { roundId, outcome, told: false };
      const { stake } = sumOf(all, roundId);
      if (stake === 0n) shell.announce(describeOutcome(outcome, t));
      showMoney();
      tellOnce();
      tellRound();
      lookAgain();
    },
  };
}
