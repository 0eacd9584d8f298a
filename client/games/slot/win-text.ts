import type { SlotWin, WinKind } from '../../../shared/games/slot/outcome.ts';
import { h } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';
import { symbol } from './reel.ts';

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
/** Placeholder for the symbol in a text; no locale text contains this character. */
const PLACE = '\u{f8ff}';

/** One win as text, its symbol as the picture of the reels, with its name for screen readers. */
export function describeWin({ t, money }: Pick<GameContext, 't' | 'money'>, win: SlotWin): readonly Node[] {
  const text = t(KEYS[win.kind], {
    line: win.line ?? 0,
    ways: t('studio.ways', { count: win.ways ?? 0 }),
    count: win.count,
    symbol: PLACE,
    amount: money(win.payout),
  });
  const [before = '', ...rest] = text.split(PLACE);
  const name = () =>
    h('span', { class: 'win-symbol' }, symbol(win.symbol), h('span', { class: 'visually-hidden' }, t(`studio.symbol_${win.symbol}`)));
  return [document.createTextNode(before), ...rest.flatMap((part) => [name(), document.createTextNode(part)])];
}
