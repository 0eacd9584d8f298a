import { type Chase, type ChasePlan, readChase } from '../../../shared/games/lottery/chase.ts';
import { prizeModeOf } from '../../../shared/games/lottery/draws.ts';
import type { Entry } from '../../../shared/games/lottery/entry.ts';
import { type Order, type OrderFault, playTypesOf, readOrder, roundedWin } from '../../../shared/games/lottery/order.ts';
import type { LotteryTicketRequest } from '../../../shared/games/lottery/protocol.ts';
import { rebateText } from '../../../shared/games/lottery/rebate.ts';
import { hundredthsText } from '../../../shared/hundredths.ts';
import type { Units } from '../../../shared/money/money.ts';
import { button, h, setHeld, setText } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';
import { createNumberBoard } from './board.ts';
import { createChaseRow } from './chase-row.ts';
import { createEntryField } from './entry-field.ts';
import { createPlayTypePicker } from './play-type-picker.ts';
import { createRebateRow } from './rebate-row.ts';
import { createSlipSheet } from './slip-sheet.ts';
import { createStakeRow } from './stake-row.ts';

type Game = Parameters<typeof playTypesOf>[0];

/** What a ticket is made of, apart from its draw and its key. */
export type Choices = Omit<LotteryTicketRequest, 'key' | 'drawId'>;

export interface OrderForm {
  /** Play types, board and entry. */
  readonly choices: readonly HTMLElement[];
  /** Stake, the sum of the order, and the repeat of the last one. */
  readonly controls: HTMLElement;
  readonly order: Order | undefined;
  readonly current: Choices;
  /** The following draws; undefined for a ticket on one draw. */
  readonly plan: ChasePlan | undefined;
  missing(): string;
  open(playType: string): void;
  /** The order has been placed: the choices are cleared and can be repeated. */
  placed(choices: Choices): void;
  /** Until an order is placed here, the repeat button runs this. */
  offerRepeat(run: () => void): void;
  repeat(choices: Choices): void;
  lock(on: boolean): void;
}

/** The order as it is made. `repeated` runs when the last order is filled in again. */
export function createOrderForm(game: GameContext, repeated: () => void): OrderForm {
  const { t } = game;
  const variant = game.context as { readonly variant: Game['variant'] };
  let reading: Reading = {};
  let last: Choices | undefined;
  const inputs = createOrderInputs(game, variant, show);
  const { board, field, picker, stake, chase, rebate } = inputs;
  const slip = h('p', { class: 'lotto-slip', role: 'status' });
  const summary = h('span', { class: 'lotto-sheet-sum' });
  const sheet = createSlipSheet(game, summary);
  let offered = () => {};
  const repeatButton = button(t('studio.lotto_repeat'), { class: 'lotto-repeat' }, () => (last ? repeat(last) : offered()));

  function repeat(choices: Choices): void {
    repeated();
    inputs.restore(choices);
  }

  function show(): void {
    reading = readChoices(variant, inputs.current(), field.entry, chase.plan, game.coin());
    setText(slip, slipText(game, reading, game.coin()) ?? missing());
    rebate.show(rebateSummary(game, reading.order));
    const draws = chase.plan ? t('studio.lotto_chase_on', { draws: chase.plan.draws }) : t('studio.lotto_chase_off');
    chase.show(draws, reading.chase?.tickets ?? []);
    setText(summary, slipSummary(game, reading));
    game.changed();
  }

  function missing(): string {
    return reading.fault ? t(`studio.error_${reading.fault}`) : t(`studio.lotto_${missingIn(field.entry)}`);
  }

  setHeld(repeatButton, true);
  return {
    choices: [picker.element, board.element, field.element, chase.element],
    controls: h(
      'div',
      { class: 'lotto-controls' },
      sheet.element,
      stake.element,
      rebate.element,
      h('div', { class: 'lotto-slip-line' }, slip, repeatButton),
    ),
    get order() {
      return reading.order;
    },
    get current() {
      return inputs.current();
    },
    get plan() {
      return chase.plan;
    },
    missing,
    open(playType) {
      stake.open();
      inputs.showPlayType(picker.chosen);
      picker.lock(false);
      picker.choose(playType);
    },
    placed(choices) {
      last = choices;
      // On a phone the sheet would cover the confirmation.
      sheet.close();
      setHeld(repeatButton, false);
      board.clear();
      chase.clear();
      field.set('');
      show();
    },
    offerRepeat(run) {
      offered = run;
      setHeld(repeatButton, false);
    },
    repeat,
    lock(on) {
      for (const part of [picker, field, stake, chase, rebate]) part.lock(on);
    },
  };
}

/** The parts in which the player chooses; `changed` runs after each change. */
function createOrderInputs(game: GameContext, variant: Game, changed: () => void) {
  const board = createNumberBoard(game, (entry) => {
    field.set(entry);
    changed();
  });
  const field = createEntryField(game, () => {
    board.clear();
    changed();
  });
  const picker = createPlayTypePicker(game, playTypesOf(variant), { changed: showPlayType });
  const stake = createStakeRow(game, { changed });
  const chase = createChaseRow(game, changed);
  const rebate = createRebateRow(game, prizeModeOf(variant) ?? 'SEA', changed);

  function showPlayType({ rule, example }: typeof picker.chosen): void {
    board.show(rule);
    field.show(rule, example);
    changed();
  }

  function restore({ playType, entry, unit, multiplier, rebate: chosen = 0 }: Choices): void {
    picker.choose(playType);
    board.clear();
    field.set(entry);
    rebate.set(chosen);
    stake.set(unit, multiplier);
  }

  function current(): Choices {
    const { unit, multiplier } = stake;
    return { playType: picker.chosen.id, entry: field.text, unit, multiplier, rebate: rebate.value };
  }

  return { board, field, picker, stake, chase, rebate, showPlayType, restore, current };
}

/** Without an order and a fault nothing is entered yet, or a part of the entry is malformed. */
interface Reading {
  readonly order?: Order;
  readonly fault?: OrderFault;
  /** Undefined for a ticket on one draw. */
  readonly chase?: Chase;
}

/** An order that one of the draws would refuse cannot be placed. */
function readChoices(game: Game, choices: Choices, { bets, malformed }: Entry, plan: ChasePlan | undefined, coin: Units): Reading {
  if (bets.length === 0 || malformed.length > 0) return {};
  const order = readOrder(game, choices, coin);
  if (typeof order === 'string') return { fault: order };
  if (!plan) return { order };
  const chase = readChase(game, choices, plan, coin);
  return typeof chase === 'string' ? { fault: chase } : { order, chase };
}

/** The sums of an order, and what rounding takes from small stakes; undefined without an order. */
function slipText({ t, money }: GameContext, { order, chase }: Reading, coin: Units): string | undefined {
  if (!order) return undefined;
  const sums = { count: order.stakes, cost: money(order.cost), most: money(order.most) };
  const text = chase ? t('studio.lotto_slip_chase', { ...sums, total: money(chase.cost) }) : t('studio.lotto_slip', sums);
  const rounded = roundedWin(order, coin);
  if (!rounded) return text;
  const terms = { coin: money(coin), stake: money(order.stake), odds: hundredthsText(rounded.odds), paid: money(rounded.paid) };
  return `${text} · ${t('studio.lotto_rounded', terms)}`;
}

/** The slip in a few characters, for the bar of a phone. */
function slipSummary({ t, money }: GameContext, { order, chase }: Reading): string {
  const count = t('studio.lotto_count', { count: order?.stakes ?? 0 });
  return order ? `${count} · ${money(chase?.cost ?? order.cost)}` : count;
}

/** What the player gets back at once, and the odds that this leaves. */
function rebateSummary({ t, money }: GameContext, order: Order | undefined): string {
  if (!order) return '';
  const odds = Object.values(order.odds).flatMap((tiers) => Object.values(tiers).map(BigInt));
  const top = odds.reduce((most, one) => (one > most ? one : most), 0n);
  const sums = { percent: rebateText(order.rebate), amount: money(order.returned), odds: hundredthsText(top) };
  return t('studio.lotto_rebate_sums', sums);
}

function missingIn({ malformed }: Entry): 'correct_first' | 'pick_first' {
  return malformed.length > 0 ? 'correct_first' : 'pick_first';
}
