import { expect, test } from 'vitest';
import { TEXTS } from '../../i18n/locales.ts';
import { SLOT_VARIANTS } from '../catalogue.ts';
import { slotHelp } from './help.ts';
import { SLOT_MODELS } from './models.ts';
import { symbolsOf } from './table.ts';

const texts = TEXTS.EN ?? {};

test.each(SLOT_VARIANTS)('the help of %s describes all features of its table, and has a value for each placeholder', (variant) => {
  const table = SLOT_MODELS[variant];
  const { how, prizes, features } = slotHelp(table);
  for (const { key, values = {} } of [how, ...features].flatMap((part) => part.texts)) {
    const text = texts[key] ?? '';
    expect(text, key).not.toBe('');
    for (const [, place = ''] of text.matchAll(/\{\{(\w+)\}\}/g)) expect(Object.keys(values), key).toContain(place);
  }
  for (const { title } of [how, ...features]) expect(texts[title], title).toBeDefined();
  for (const symbol of symbolsOf(table)) expect(texts[`studio.symbol_${symbol}`], symbol).toBeDefined();
  const titles = features.map(({ title }) => title);
  const has = (title: string, rules: unknown) => expect(titles.includes(title), title).toBe(rules !== undefined);
  has('studio.slot_cascades', table.base.ladder);
  has('studio.slot_multiplier', table.base.multipliers);
  has('studio.symbol_mystery', table.mystery);
  has('studio.free_spins', table.free);
  has('studio.slot_wheel', table.wheel);
  has('studio.slot_hold', table.hold);
  expect(prizes.rows.map(({ symbol }) => symbol).sort()).toEqual(Object.keys(table.pays).sort());
});
