import type { Slip, SlipChip, TableRound } from '../../../shared/games/live/protocol.ts';
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
  const { api, view, state, shell, frame } = page;
  let all: readonly Slip[] = [];
  const atStake = createAtStake(frame);
  const results = createResultNote(page);
  const balance = createHeldBalance(page, () => isRevealing(view.round, results.roundId));
  let isPlacing = false;
  let updates = 0;
  let knownBefore: ReadonlySet<string> = new Set();
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** The round is open until the result of every slip is both paid and shown. */
  function reportRound(): void {
    atStake(isPlacing || all.some((slip) => isOpen(slip) || isUnseen(slip, view.round, results.roundId)));
  }

  /** The stream may deliver a slip before the response: its chips are accepted then, and no longer pending. */
  function showSlips(): void {
    const pending = isPlacing ? view.pendingSlip() : undefined;
    if (pending && all.some((slip) => !knownBefore.has(slip.slipId) && isPlacedAs(slip, pending))) view.confirmed();
    view.showSlips(all);
  }

  function showResult(): void {
    balance.show();
    results.announce(all, balance.show);
    reportRound();
  }

  async function refresh(): Promise<void> {
    if (!state.session) return;
    const updatesBefore = updates;
    const answer = await api.slips().catch(() => undefined);
    if (!answer) return;
    // The response may predate an update received meanwhile, and would remove a placed slip.
    if (updatesBefore !== updates) return refresh();
    all = answer.slips;
    balance.set(answer.balance);
    showSlips();
    showResult();
  }

  /** Requests slips that the stream has not delivered. */
  function pollUntilSettled(): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const { stake, isOver } = sumOf(all, results.roundId ?? '');
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
      if (newBalance !== null) balance.set(newBalance);
      showSlips();
      showResult();
    },
    refresh,
    began() {
      shell.setWin('–', false);
      view.showSlips(all);
      reportRound();
    },
    showOutcome(outcome) {
      results.show(view.round?.roundId ?? '', outcome, all);
      showResult();
      pollUntilSettled();
    },
  };
}

/** The balance of the last response or update, which is shown once it reveals no result. */
function createHeldBalance(page: TablePage, mustWait: () => boolean) {
  let balance: string | null = null;
  return {
    set(next: string | null): void {
      balance = next;
    },
    show(): void {
      if (balance === null || mustWait() || page.state.busy) return;
      showBalance(page, unitsOf(balance));
      balance = null;
      page.frame.send('balance-changed');
    },
  };
}

/** Announces the payout of the displayed result once, as soon as every slip of its round has been settled. */
function createResultNote({ state, shell, sound, t }: TablePage) {
  let displayed: { readonly roundId: string; readonly outcome: TableOutcome; announced: boolean } | undefined;
  return {
    /** The round whose result is displayed. */
    get roundId(): string | undefined {
      return displayed?.roundId;
    },
    show(roundId: string, outcome: TableOutcome, slips: readonly Slip[]): void {
      displayed = { roundId, outcome, announced: false };
      if (sumOf(slips, roundId).stake === 0n) shell.announce(describeOutcome(outcome, t));
    },
    /** `updateBalance` is called before the balance is announced. */
    announce(slips: readonly Slip[], updateBalance: () => void): void {
      if (!displayed || displayed.announced || !state.session) return;
      const { stake, payout, isOver } = sumOf(slips, displayed.roundId);
      if (!isOver) return;
      displayed.announced = true;
      updateBalance();
      const above = payout > stake;
      const key = above ? 'won' : payout === 0n ? 'no_return' : 'returned';
      const text = t(`studio.result_${key}`, { amount: money(state, payout), stake: money(state, stake) });
      shell.setWin(money(state, payout), above);
      shell.setMessage(text, above);
      shell.announce(
        `${describeOutcome(displayed.outcome, t)} ${text} ${t('studio.balance_now', { amount: money(state, state.balance) })}`,
      );
      if (above) sound.win();
    },
  };
}

function isOpen({ status }: Slip): boolean {
  return status === 'pending' || status === 'open';
}

/** True for a paid slip whose result is not displayed yet. */
function isUnseen({ status, roundId }: Slip, round: TableRound | undefined, displayed: string | undefined): boolean {
  return status === 'settled' && roundId === round?.roundId && roundId !== displayed;
}

/** True while a result is being revealed: no balance may show it earlier. */
function isRevealing(round: TableRound | undefined, displayed: string | undefined): boolean {
  return round !== undefined && round.state === 'drawn' && displayed !== round.roundId;
}

function isPlacedAs(slip: Slip, { roundId, chips }: NonNullable<ReturnType<TableView['pendingSlip']>>): boolean {
  const isOnSlip = ({ spot, stake }: SlipChip) => slip.chips.some((chip) => chip.spot === spot && unitsOf(chip.stake) === unitsOf(stake));
  return slip.roundId === roundId && slip.chips.length === chips.length && chips.every(isOnSlip);
}
