import type { SlotVariant } from '../../../shared/games/catalogue.ts';
import { slotFacts, VOLATILITY_UP_TO } from '../../../shared/games/slot/figures.ts';
import { type HelpPart, type HelpText, prizeTable, slotHelp } from '../../../shared/games/slot/help.ts';
import { SPECIAL_RANKS } from '../../../shared/games/slot/ranks.ts';
import { coinsOf, type SlotTable } from '../../../shared/games/slot/table.ts';
import type { Units } from '../../../shared/money/money.ts';
import { h, svg } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';
import { ruleTable } from '../lib/rule-table.ts';
import { timesText } from '../lib/times-text.ts';
import { symbol } from './reel.ts';
import { linePath } from './win-lines.ts';

/** Rules, pay table and lines of a slot. Prizes are multiples of a coin, and money once a stake is known. */
export function slotRules(table: SlotTable, game: GameContext, stake: Units): readonly Node[] {
  const { t } = game;
  const help = slotHelp(table);
  const { reading } = table;
  return [
    ...facts(game),
    h('h3', {}, t(help.how.title)),
    ...texts(help.how.texts, t),
    h('h3', {}, t('studio.pay_table')),
    payTable(table, game, stake),
    ...help.features.flatMap((part) => [h('h3', {}, t(part.title)), ...texts(part.texts, t), ...tables(part, t)]),
    ...(reading.kind === 'lines' ? [h('h3', {}, t('studio.lines')), lineMaps(reading.lines, table.rows)] : []),
    h('p', { class: 'quiet' }, t('studio.rule_malfunction')),
  ];
}

function texts(lines: readonly HelpText[], t: GameContext['t']): readonly Node[] {
  return lines.map(({ key, values }) => h('p', {}, t(key, values)));
}

/** Computed properties of the game: return, volatility, hit rate, the largest win. */
function facts({ t, context }: GameContext): readonly Node[] {
  const { volatility, deviation, hit, most } = slotFacts(context.variant as SlotVariant);
  const lines = [
    t('studio.rule_return', { rtp: context.rtp }),
    t('studio.slot_fact_volatility', { volatility: t(`studio.volatility_${volatility}`), deviation, ...VOLATILITY_UP_TO }),
    t('studio.slot_fact_hit', { percent: hit }),
    t('studio.slot_fact_most', { multiplier: most }),
  ];
  return [h('ul', { class: 'rule-list' }, ...lines.map((line) => h('li', {}, line)))];
}

function payTable(table: SlotTable, { t, money }: GameContext, stake: Units): HTMLElement {
  const coin = stake / BigInt(coinsOf(table));
  const { counts, rows } = prizeTable(table);
  const prize = (pays: number) =>
    pays === 0 ? '–' : h('span', { class: 'rule-prize' }, timesText(pays), stake > 0n && h('small', {}, money(coin * BigInt(pays))));
  const byGroup = table.reading.kind === 'anywhere' || table.reading.kind === 'clusters';
  const heads = counts.map((count) => (byGroup ? `${count}+` : String(count)));
  return ruleTable(
    [t('studio.symbol'), ...heads],
    rows.map((row) => [symbolName(row.symbol, t), ...row.prizes.map(prize)]),
  );
}

function symbolName(rank: string, t: GameContext['t']): HTMLElement {
  const name = t(`studio.symbol_${rank}`);
  // The rules print the name on a wild; the others are shown by their picture.
  const isNamed = (SPECIAL_RANKS as readonly string[]).includes(rank);
  return h('span', { class: 'rule-symbol' }, symbol(rank), isNamed ? name : h('span', { class: 'visually-hidden' }, name));
}

function tables({ scatters, draws }: HelpPart, t: GameContext['t']): readonly Node[] {
  const again = scatters?.some((row) => row.again > 0);
  const stakes = (multiplier: number) => t('studio.times_stake', { multiplier });
  return [
    ...(scatters
      ? [
          ruleTable(
            [t('studio.symbol'), t('studio.prize'), t('studio.free_spins'), ...(again ? [t('studio.slot_more_spins')] : [])],
            scatters.map((row) => [
              t('studio.scatters', { count: row.count }),
              row.stakes > 0 ? stakes(row.stakes) : '–',
              String(row.spins),
              ...(again ? [String(row.again)] : []),
            ]),
          ),
        ]
      : []),
    ...(draws
      ? [
          ruleTable(
            [t('studio.slot_drawn'), t('studio.slot_draw_chance')],
            draws.map((row) => [row.symbol ? symbolName(row.symbol, t) : timesText(row.value ?? 0), `${row.percent}%`]),
          ),
        ]
      : []),
  ];
}

function lineMaps(lines: readonly (readonly number[])[], rows: number): HTMLElement {
  return h('div', { class: 'line-maps' }, ...lines.map((line, index) => lineMap(line, index + 1, rows)));
}

function lineMap(line: readonly number[], number: number, rows: number): HTMLElement {
  const dots = line.flatMap((on, reel) =>
    Array.from({ length: rows }, (_, row) =>
      svg('circle', { cx: reel * 100 + 50, cy: row * 100 + 50, r: 16, class: on === row ? 'dot on' : 'dot' }),
    ),
  );
  const map = svg(
    'svg',
    { viewBox: `-10 0 ${line.length * 100 + 20} ${rows * 100}`, class: 'line-map', 'aria-hidden': 'true' },
    ...dots,
    svg('path', { d: linePath(line), class: 'line' }),
  );
  return h('div', { class: 'line-box' }, h('span', { class: 'quiet' }, String(number)), map);
}
