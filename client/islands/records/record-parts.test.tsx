import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { currencyView } from '../../../shared/money/amount-text.ts';
import { RowStat } from './record-parts.tsx';

test('an unknown result is a dash, never an amount', () => {
  const render = (amount: string | null) =>
    renderToStaticMarkup(<RowStat label="Net result" amount={amount} currency={currencyView('USD')} signed />);
  expect(render(null)).toContain('–');
  expect(render(null)).not.toContain('$');
  expect(render('-4.0000')).toContain('4.00');
});
