import type { SlotWin, WinKind } from '../../../shared/studio/slot/outcome.ts';
import type { GameContext } from '../lib/game-view.ts';

const KEYS: Readonly<Record<WinKind, string>> = {
  line: 'studio.win_line',
  ways: 'studio.win_ways',
  anywhere: 'studio.win_scatter',
  cluster: 'studio.win_scatter',
  book: 'studio.win_book',
  scatter: 'studio.win_scatter',
  wheel: 'studio.win_wheel',
  coins: 'studio.win_coins',
  full: 'studio.win_full',
};

/** One win in words. */
export function describeWin({ t, money }: Pick<GameContext, 't' | 'money'>, win: SlotWin): string {
  return t(KEYS[win.kind], {
    line: win.line ?? 0,
    ways: win.ways ?? 0,
    count: win.count,
    symbol: t(`studio.symbol_${win.symbol}`),
    amount: money(win.payout),
  });
}
