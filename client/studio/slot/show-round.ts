import type { Units } from '../../../shared/money/money.ts';
import type { StudioRound } from '../../../shared/studio/protocol.ts';
import type { SlotOutcome, SlotSpin, SlotStep, SlotWin } from '../../../shared/studio/slot/outcome.ts';
import { sleep } from '../lib/attempt.ts';
import { prefersReducedMotion, setText } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';
import { unitsOf } from '../lib/stakes.ts';
import type { Machine } from './machine.ts';

const SHOW_ALL_MS = 1100;
const SHOW_ONE_MS = 1300;

/** Where a round is shown. `tour` goes up with every round, which ends the tour of the wins before it. */
export interface SlotScreen {
  readonly game: GameContext;
  readonly machine: Machine;
  readonly stage: HTMLElement;
  readonly banner: HTMLElement;
  tour: number;
}

/** Stops the reels on the outcome and shows its wins; resolves when every spin of the round has been played. */
export async function showRound(screen: SlotScreen, round: StudioRound): Promise<void> {
  const { spins } = round.outcome as SlotOutcome;
  const { machine, stage } = screen;
  const above = unitsOf(round.payout) > unitsOf(round.stake);
  const free = spins.filter((spin) => spin.kind === 'free').length;
  let [total, shownFree] = [0n, 0];
  for (const [index, spin] of spins.entries()) {
    if (spin.kind === 'free') shownFree += 1;
    if (index > 0) await announce(screen, spin, { spin: shownFree, count: free, total });
    if (index > 0 && spin.kind !== 'wheel') machine.spin();
    total += await showSpin(screen, spin, index === 0 ? above : true);
    if (spins.length > 1) await sleep(pauseMs(spin));
  }
  stage.classList.remove('free');
  const last = spins.at(-1)?.steps.at(-1);
  if (spins.length === 1 && last) void showOneByOne(screen, last.wins);
}

function pauseMs({ steps }: SlotSpin): number {
  if (prefersReducedMotion()) return 0;
  return steps.some((step) => step.wins.length > 0) ? SHOW_ALL_MS : SHOW_ALL_MS / 3;
}

async function announce(
  { game, stage, banner }: SlotScreen,
  spin: SlotSpin,
  now: { readonly spin: number; readonly count: number; readonly total: Units },
): Promise<void> {
  if (spin.kind !== 'free') return;
  const { t, money } = game;
  const text = { spin: now.spin, count: now.count, multiplier: spin.multiplier };
  if (now.spin === 1) {
    stage.classList.add('free');
    setText(banner, t('studio.free_won', text));
    game.say(t('studio.free_won', text));
    await sleep(prefersReducedMotion() ? 0 : SHOW_ALL_MS * 1.4);
  }
  setText(banner, t('studio.free_spin', { ...text, amount: money(now.total) }));
}

/** Every standing of a spin; answers what it has paid. */
async function showSpin({ game, machine }: SlotScreen, spin: SlotSpin, lively: boolean): Promise<Units> {
  let total = 0n;
  for (const [index, step] of spin.steps.entries()) {
    if (index > 0) await sleep(prefersReducedMotion() ? 0 : SHOW_ALL_MS);
    await machine.stop(step, () => game.sound.tick());
    machine.showWins(step.wins, lively && step.wins.length > 0);
    total += sumOf(step);
  }
  return total;
}

/** After the whole, each win alone, until the next round. */
async function showOneByOne(screen: SlotScreen, wins: readonly SlotWin[]): Promise<void> {
  screen.tour += 1;
  const mine = screen.tour;
  if (wins.length < 2 || prefersReducedMotion()) return;
  await sleep(SHOW_ALL_MS * 1.6);
  for (let index = 0; mine === screen.tour; index = (index + 1) % wins.length) {
    const win = wins[index];
    if (!win) return;
    screen.machine.showWin(win);
    setText(screen.banner, describeWin(screen.game, win));
    await sleep(SHOW_ONE_MS);
  }
}

function describeWin({ t, money }: GameContext, win: SlotWin): string {
  const parameters = { line: win.line ?? 0, count: win.count, symbol: t(`studio.symbol_${win.symbol}`), amount: money(win.payout) };
  return t(win.line === undefined ? 'studio.win_scatter' : 'studio.win_line', parameters);
}

function sumOf({ wins }: SlotStep): Units {
  return wins.reduce((sum, win) => sum + unitsOf(win.payout), 0n);
}
