import type { StudioRound } from '../../../shared/games/protocol.ts';
import type { SlotOutcome, SlotSpin, SlotStep, SlotWin } from '../../../shared/games/slot/outcome.ts';
import type { Units } from '../../../shared/money/money.ts';
import { prefersReducedMotion, setText } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';
import { unitsOf } from '../lib/stakes.ts';
import type { Ladder } from './cascade-ladder.ts';
import type { Machine } from './machine.ts';
import type { Pace } from './pace.ts';
import type { Wheel } from './prize-wheel.ts';
import { describeWin } from './win-text.ts';

const SHOW_ALL_MS = 1100;
const SHOW_ONE_MS = 1300;
const DROP_MS = 620;

/** Where a round is shown. `tour` goes up with every round, which ends the tour of the wins before it. */
export interface SlotScreen {
  readonly game: GameContext;
  readonly machine: Machine;
  readonly ladder: Ladder;
  readonly wheel: Wheel | undefined;
  readonly pace: Pace;
  readonly stage: HTMLElement;
  readonly banner: HTMLElement;
  tour: number;
}
/** Progress of the round. */
interface Course {
  /** Free spins so far, and won so far. */
  spin: number;
  won: number;
  total: Units;
  readonly stake: Units;
}

/** Stops the reels on the outcome and shows its wins; resolves when every spin of the round has been played. */
export async function showRound(screen: SlotScreen, round: StudioRound): Promise<void> {
  const { spins } = round.outcome as SlotOutcome;
  const { stage, ladder } = screen;
  const course: Course = { spin: 0, won: 0, total: 0n, stake: unitsOf(round.stake) };
  const lively = unitsOf(round.payout) > course.stake;
  screen.pace.rest();
  for (const [index, spin] of spins.entries()) {
    if (index > 0) await introduce(screen, spin, course);
    await showSpin(screen, spin, course, lively);
    course.won += spin.awarded ?? 0;
    if (spins.length > 1) await screen.pace.wait(spin.steps.some((step) => step.wins.length > 0) ? SHOW_ALL_MS : SHOW_ALL_MS / 3);
  }
  stage.classList.remove('free', 'held');
  ladder.show(0);
  const last = spins.at(-1)?.steps.at(-1);
  if (spins.length === 1 && last) void showOneByOne(screen, last.wins);
}

/** Announces the spin and starts the reels. */
async function introduce(screen: SlotScreen, spin: SlotSpin, course: Course): Promise<void> {
  const { machine, stage, pace } = screen;
  if (spin.kind === 'free') await announceFree(screen, spin, course);
  if (spin.kind === 'respin') announce(screen, 'studio.slot_respin', {});
  if (spin.kind === 'hold' && !stage.classList.contains('held')) announce(screen, 'studio.slot_hold', {});
  stage.classList.toggle('held', spin.kind === 'hold');
  if (spin.kind === 'free' || spin.kind === 'respin') machine.spin(spin.held);
  else await pace.wait(SHOW_ALL_MS / 2);
}

async function announceFree(screen: SlotScreen, spin: SlotSpin, course: Course): Promise<void> {
  const { game, stage, banner, pace } = screen;
  course.spin += 1;
  const symbol = spin.special ? game.t(`studio.symbol_${spin.special}`) : '';
  if (course.spin === 1) {
    stage.classList.add('free');
    announce(screen, 'studio.free_won', { count: course.won });
    await pace.wait(SHOW_ALL_MS * 1.4);
    if (symbol) announce(screen, 'studio.slot_special_is', { symbol });
    if (symbol) await pace.wait(SHOW_ALL_MS * 1.4);
  }
  const values = { spin: course.spin, count: course.won, amount: game.money(course.total) };
  setText(banner, game.t('studio.free_spin', values) + (spin.multiplier > 1 ? ` · ×${spin.multiplier}` : ''));
}

async function showSpin(screen: SlotScreen, spin: SlotSpin, course: Course, lively: boolean): Promise<void> {
  const { game, machine, ladder, pace, wheel } = screen;
  if (spin.kind === 'wheel') await wheel?.turn(spin.segment ?? 0, pace);
  let before: SlotStep | undefined;
  for (const [index, step] of spin.steps.entries()) {
    if (before) await pace.wait(DROP_MS);
    await stopReels(screen, spin, step, before);
    ladder.show(index);
    if (step.wins.length > 0 && before) game.sound.tick();
    machine.showWins(step.wins, lively && step.wins.length > 0);
    course.total += sumOf(step);
    if (step.wins.length > 0) await showStepWin(screen, spin, step, course);
    before = step;
  }
  wheel?.hide();
}

/** Stops the reels on the grid of the step. */
async function stopReels({ machine, game }: SlotScreen, spin: SlotSpin, step: SlotStep, before: SlotStep | undefined): Promise<void> {
  if (step.coins) return machine.showCoins(step);
  if (spin.kind === 'wheel') return;
  if (before) return machine.fall(before.wins, step);
  await machine.stop(step, () => game.sound.tick());
}

async function showStepWin({ game, banner, pace }: SlotScreen, spin: SlotSpin, step: SlotStep, course: Course): Promise<void> {
  if (spin.kind === 'free') return;
  const [only] = step.wins;
  const amount = game.money(sumOf(step));
  const times = step.multiplier > 1 ? ` · ×${step.multiplier}` : '';
  banner.replaceChildren(...(step.wins.length === 1 && only ? describeWin(game, only) : [amount]), times);
  if (course.total > sumOf(step)) await pace.wait(SHOW_ALL_MS / 2);
}

function announce({ game, banner }: SlotScreen, key: string, values: Readonly<Record<string, string | number>>): void {
  setText(banner, '');
  game.showMessage(game.t(key, values));
}

/** Shows each win separately, until the next round. */
async function showOneByOne(screen: SlotScreen, wins: readonly SlotWin[]): Promise<void> {
  screen.tour += 1;
  const mine = screen.tour;
  if (wins.length < 2 || prefersReducedMotion()) return;
  await screen.pace.wait(SHOW_ALL_MS * 1.6);
  for (let index = 0; mine === screen.tour; index = (index + 1) % wins.length) {
    const win = wins[index];
    if (!win) return;
    screen.machine.showWin(win);
    screen.banner.replaceChildren(...describeWin(screen.game, win));
    // A skip applies only to the part that it ended.
    screen.pace.rest();
    await screen.pace.wait(SHOW_ONE_MS);
  }
}

function sumOf({ wins }: SlotStep): Units {
  return wins.reduce((sum, win) => sum + unitsOf(win.payout), 0n);
}
