import { readFileSync, writeFileSync } from 'node:fs';
import { SLOT_VARIANTS, type SlotVariant } from '../../shared/games/catalogue.ts';
import { toPercent } from '../../shared/games/fraction.ts';
import { exactFigures } from '../../shared/games/slot/exact.ts';
import { SLOT_MODELS } from '../../shared/games/slot/models.ts';
import { sliceOf } from '../../shared/games/slot/slice.ts';
import { coinsOf } from '../../shared/games/slot/table.ts';

/**
 * `npm run simulate -- --exact [model ...]`: enumerates all combinations of stops of each model, writes the results to
 * `figures.json`, and prints the differences from the stored ones. All models together take some minutes.
 */
const [, , OUT = 'figures.json', , ...NAMED] = process.argv;
const before = JSON.parse(readFileSync(OUT, 'utf8')) as Record<string, unknown>;
const figures: Record<string, unknown> = Object.fromEntries(SLOT_VARIANTS.map((variant) => [variant, before[variant]]));
let changed = false;
for (const variant of NAMED.length > 0 ? (NAMED as SlotVariant[]) : SLOT_VARIANTS) {
  const table = SLOT_MODELS[variant];
  const { returned, deviation, hit, most } = exactFigures(table);
  const figure = {
    returned: `${returned.top}/${returned.bottom}`,
    deviation: deviation.toFixed(2),
    hit: toPercent(hit),
    most: String(Number((most / coinsOf(table)).toFixed(2))),
    slice: sliceOf(table),
  };
  const same = JSON.stringify(before[variant]) === JSON.stringify(figure);
  changed ||= !same;
  figures[variant] = figure;
  console.log(
    `${variant}: ${toPercent(returned)} %, deviation ${figure.deviation}, hit ${figure.hit} %, most ${figure.most} ${same ? '(as stored)' : '(NEW)'}`,
  );
}
writeFileSync(OUT, `${JSON.stringify(figures, null, 2)}\n`);
console.log(changed ? 'The figures have changed and were updated.' : 'All figures are unchanged.');
