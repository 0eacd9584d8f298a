import type { SlotOutcome, SlotSpin, SlotStep, SlotWin } from '../../../shared/games/slot/outcome.ts';
import { parseWireAmount, toWire } from '../../../shared/money/money.ts';
import { h, setVariables } from '../lib/dom.ts';
import { symbol } from '../slot/reel.ts';
import type { OutcomeTexts } from './outcome-texts.ts';

/** Every spin of a round as a line that opens to its reels, winning cells lit; the first one is open. */
export function spinPictures({ spins }: SlotOutcome, texts: OutcomeTexts): HTMLElement {
  const counts = new Map<string, number>();
  const items = spins.map((spin, index) => {
    const number = (counts.get(spin.kind) ?? 0) + 1;
    counts.set(spin.kind, number);
    return h('li', {}, spinItem(spin, number, index === 0, texts));
  });
  return h('ol', { class: 'drawn-spins' }, ...items);
}

function spinItem(spin: SlotSpin, number: number, open: boolean, texts: OutcomeTexts): HTMLElement {
  const { t } = texts;
  const wins = spin.steps.flatMap((step) => step.wins);
  const grids = spin.steps.map((step, index) =>
    h(
      'figure',
      { class: 'drawn-step' },
      spin.steps.length > 1 && h('figcaption', {}, `${t('studio.verify_drop', { number: index + 1 })} · ${paid(step.wins, texts)}`),
      grid(step, texts),
    ),
  );
  return h(
    'details',
    { open },
    h('summary', {}, h('b', {}, t(`studio.verify_spin_${spin.kind}`, { number })), h('span', {}, paid(wins, texts))),
    h('div', { class: 'drawn-steps' }, ...grids),
  );
}

function paid(wins: readonly SlotWin[], { t, money }: OutcomeTexts): string {
  if (wins.length === 0) return t('studio.verify_no_win');
  const units = wins.reduce((sum, { payout }) => sum + (parseWireAmount(payout) ?? 0n), 0n);
  return t('studio.verify_spin_pays', { amount: money(toWire(units)) });
}

/** The reels as columns; until the pictures are loaded, symbols are shown by name. */
function grid({ grid: reels, wins }: SlotStep, { t }: OutcomeTexts): HTMLElement {
  const lit = new Set(wins.flatMap(({ cells }) => cells));
  const rows = reels[0]?.length ?? 0;
  const columns = reels.map((column, reel) =>
    h(
      'div',
      { class: 'drawn-reel' },
      ...column.map((name, row) =>
        h(
          'span',
          { class: lit.has(reel * rows + row) ? 'drawn-cell lit' : 'drawn-cell' },
          symbol(name),
          h('span', { class: 'drawn-name' }, t(`studio.symbol_${name}`)),
        ),
      ),
    ),
  );
  const element = h('div', { class: 'drawn-grid' }, ...columns);
  setVariables(element, { reels: reels.length });
  return element;
}
