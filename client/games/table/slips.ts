import type { Slip, SlipChip } from '../../../shared/games/live/protocol.ts';
import type { TableOutcome } from '../../../shared/games/live/table.ts';
import { createAtStake } from '../lib/at-stake.ts';
import { money, showBalance } from '../lib/game-page.ts';
import { unitsOf } from '../lib/stakes.ts';
import { describeOutcome } from './names.ts';
import type { TablePage, TableView } from './table-view.ts';
import { sumOf } from './table-view.ts';

export interface Slips {
  readonly all: readonly Slip[];
  /** `true`: a slip is being placed; `false`: the response has arrived. */
  placing(on: boolean): void;
  /** A slip from the stream or a response. Its payout is not shown before the result. */
  receive(slip: Slip, balance: string | null): void;
  /** Requests all of them: after a reload, a lost connection, or when no update arrived. */
  refresh(): Promise<void>;
  began(): void;
  /** The result is visible: announces the payout as soon as it is known. */
  showOutcome(outcome: TableOutcome): void;
}

const LISTED = 40;
const SETTLEMENT_WAIT_MS = 1_500;

/** The player's slips, newest first. */
export function createSlips(page: TablePage): Slips {
  const { api, view, state, shell, t, sound, frame } = page;
  let all: readonly Slip[] = [];
  let balance: string | null = null;
  const atStake = createAtStake(frame);
  let isPlacing = false;
  let updates = 0;
  let knownBefore: ReadonlySet<string> = new Set();
  let displayed: { readonly roundId: string; readonly outcome: TableOutcome; announced: boolean } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** True while a result is being revealed: no balance may show it earlier. */
  function isRevealing(): boolean {
    const { round } = view;
    return round !== undefined && round.state === 'drawn' && displayed?.roundId !== round.roundId;
  }

  /** The round is open until the result of every slip is both paid and shown. */
  function reportRound(): void {
    const isOpen = ({ status }: Slip) => status === 'pending' || status === 'open';
    const isUnseen = ({ status, roundId }: Slip) =>
      status === 'settled' && roundId === view.round?.roundId && roundId !== displayed?.roundId;
    atStake(isPlacing || all.some((slip) => isOpen(slip) || isUnseen(slip)));
  }

  function showMoney(): void {
    if (balance === null || isRevealing() || state.busy) return;
    showBalance(page, unitsOf(balance));
    balance = null;
    frame.send('balance-changed');
  }

  /** The stream may deliver a slip before the response: its chips are accepted then, and no longer pending. */
  function showSlips(): void {
    const pending = isPlacing ? view.pendingSlip() : undefined;
    if (pending && all.some((slip) => !knownBefore.has(slip.slipId) && isPlacedAs(slip, pending))) view.confirmed();
    view.showSlips(all);
  }

  function announceOnce(): void {
    if (!displayed || displayed.announced || !state.session) return;
    const { stake, payout, isOver } = sumOf(all, displayed.roundId);
    if (!isOver) return;
    displayed.announced = true;
    showMoney();
    const above = payout > stake;
    const key = above ? 'won' : payout === 0n ? 'no_return' : 'returned';
    const text = t(`studio.result_${key}`, { amount: money(state, payout), stake: money(state, stake) });
    shell.setWin(money(state, payout), above);
    shell.setMessage(text, above);
    shell.announce(`${describeOutcome(displayed.outcome, t)} ${text} ${t('studio.balance_now', { amount: money(state, state.balance) })}`);
    if (above) sound.win();
  }

  async function refresh(): Promise<void> {
    if (!state.session) return;
    const updatesBefore = updates;
    const answer = await api.slips().catch(() => undefined);
    if (!answer) return;
    // The response may predate an update received meanwhile, and would remove a placed slip.
    if (updatesBefore !== updates) return refresh();
    all = answer.slips;
    balance = answer.balance;
    showSlips();
    showMoney();
    announceOnce();
    reportRound();
  }

  /** Requests slips that the stream has not delivered. */
  function pollUntilSettled(): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const { stake, isOver } = sumOf(all, displayed?.roundId ?? '');
      if (stake > 0n && !isOver) void refresh().then(pollUntilSettled);
    }, SETTLEMENT_WAIT_MS);
  }

  return {
    get all() {
      return all;
    },
    placing(on) {
      isPlacing = on;
      knownBefore = new Set(all.map(({ slipId }) => slipId));
      reportRound();
    },
    receive(slip, newBalance) {
      updates += 1;
      all = [slip, ...all.filter(({ slipId }) => slipId !== slip.slipId)].slice(0, LISTED);
      if (newBalance !== null) balance = newBalance;
      showSlips();
      showMoney();
      announceOnce();
      reportRound();
    },
    refresh,
    began() {
      shell.setWin('–', false);
      view.showSlips(all);
      reportRound();
    },
    showOutcome(outcome) {
      const roundId = view.round?.roundId ?? '';
      displayed = { roundId, outcome, announced: false };
      const { stake } = sumOf(all, roundId);
      if (stake === 0n) shell.announce(describeOutcome(outcome, t));
      showMoney();
      announceOnce();
      reportRound();
      pollUntilSettled();
    },
  };
}

function isPlacedAs(slip: Slip, { roundId, chips }: NonNullable<ReturnType<TableView['pendingSlip']>>): boolean {
  const isOnSlip = ({ spot, stake }: SlipChip) => slip.chips.some((chip) => chip.spot === spot && unitsOf(chip.stake) === unitsOf(stake));
  return slip.roundId === roundId && slip.chips.length === chips.length && chips.every(isOnSlip);
}
