import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { RowFigure } from './record-parts.tsx';

test('an unknown result is a dash, never an amount', () => {
  const shown = (amount: string | null) => renderToStaticMarkup(<RowFigure label="Net result" amount={amount} symbol="$" signed />);
  expect(shown(null)).toContain('–');
  expect(shown(null)).not.toContain('$');
  expect(shown('-4.0000')).toContain('4.00');
});
