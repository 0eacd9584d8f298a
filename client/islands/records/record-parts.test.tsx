import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { RowStat } from './record-parts.tsx';

test('an unknown result is a dash, never an amount', () => {
  const render = (amount: string | null) => renderToStaticMarkup(<RowStat label="Net result" amount={amount} symbol="$" signed />);
  expect(render(null)).toContain('–');
  expect(render(null)).not.toContain('$');
  expect(render('-4.0000')).toContain('4.00');
});
