import type { Units } from '../../../shared/money/money.ts';
import type { EngineOutcome, SlotWin, StudioRound } from '../../../shared/studio/protocol.ts';
import { sleep } from '../lib/attempt.ts';
import { prefersReducedMotion, setText } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';
import { unitsOf } from '../lib/stakes.ts';
import type { Machine } from './machine.ts';

export type SlotOutcome = Extract<EngineOutcome, { engine: 'slot' }>;
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

/** Stops the reels on the outcome and shows its wins; resolves when the free spins have been played. */
export async function showRound(screen: SlotScreen, round: StudioRound): Promise<void> {
  const outcome = round.outcome as SlotOutcome;
  const above = unitsOf(round.payout) > unitsOf(round.stake);
  await spinTo(screen, outcome.grid);
  screen.machine.showWins(outcome.grid, outcome.wins, above);
  if (outcome.freeSpins.length === 0) {
    void showOneByOne(screen, outcome.grid, outcome.wins);
    return;
  }
  await playFreeSpins(screen, outcome, sumOf(outcome.wins));
}

async function spinTo({ game, machine }: SlotScreen, grid: SlotOutcome['grid']): Promise<void> {
  await machine.stop(grid, () => game.sound.tick());
}

async function playFreeSpins(screen: SlotScreen, outcome: SlotOutcome, before: Units): Promise<void> {
  const { game, machine, stage, banner } = screen;
  const { t } = game;
  const pause = prefersReducedMotion() ? 0 : SHOW_ALL_MS;
  let total = before;
  const count = outcome.freeSpins.length;
  const multiplier = outcome.freeSpins[0]?.multiplier ?? 1;
  stage.classList.add('free');
  setText(banner, t('studio.free_won', { count, multiplier }));
  game.say(t('studio.free_won', { count, multiplier }));
  await sleep(pause * 1.4);
  for (const [index, free] of outcome.freeSpins.entries()) {
    const now = { spin: index + 1, count, multiplier: free.multiplier };
    setText(banner, t('studio.free_spin', { ...now, amount: game.money(total) }));
    machine.spin();
    await spinTo(screen, free.grid);
    total += sumOf(free.wins);
    machine.showWins(free.grid, free.wins, free.wins.length > 0);
    setText(banner, t('studio.free_spin', { ...now, amount: game.money(total) }));
    await sleep(free.wins.length > 0 ? pause : pause / 3);
  }
  stage.classList.remove('free');
}

/** After the whole, each win alone, until the next round. */
async function showOneByOne(screen: SlotScreen, grid: SlotOutcome['grid'], wins: readonly SlotWin[]): Promise<void> {
  screen.tour += 1;
  const mine = screen.tour;
  if (wins.length < 2 || prefersReducedMotion()) return;
  await sleep(SHOW_ALL_MS * 1.6);
  for (let index = 0; mine === screen.tour; index = (index + 1) % wins.length) {
    const win = wins[index];
    if (!win) return;
    screen.machine.showWin(grid, win);
    setText(screen.banner, describeWin(screen.game, win));
    await sleep(SHOW_ONE_MS);
  }
}

function describeWin({ t, money }: GameContext, win: SlotWin): string {
  const parameters = { line: win.line, count: win.count, symbol: t(`studio.symbol_${win.symbol}`), amount: money(win.payout) };
  return t(win.line === 0 ? 'studio.win_scatter' : 'studio.win_line', parameters);
}

function sumOf(wins: readonly SlotWin[]): Units {
  return wins.reduce((sum, win) => sum + unitsOf(win.payout), 0n);
}
