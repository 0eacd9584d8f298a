import type { StudioGame } from '../../../../shared/studio/catalogue.ts';
import { RANKS, type Rank } from '../../../../shared/studio/slot/ranks.ts';
import { DRAW } from '../emblems.ts';
import type { Lettering } from '../lettering.ts';
import { painted } from '../paint.ts';
import { type Palette, type PaletteChoice, palette } from '../palette.ts';
import { type Random, seededRandom } from '../random.ts';
import { type Style, styleOf } from '../style.ts';
import { HARBOUR } from './figures-harbour.ts';
import { LANTERN } from './figures-lantern.ts';
import { GOLD, gradients, polar, repeat } from './ink.ts';
import { LOW_FIGURES } from './low-figures.ts';
import { type Figure, type GameTheme, gameTheme, type InkFigure } from './themes.ts';

const INK: Readonly<Record<InkFigure, ((hue: number) => string) | undefined>> = {
  'ink-ship': HARBOUR.ship,
  'ink-anchor': HARBOUR.anchor,
  'ink-compass': HARBOUR.compass,
  'ink-gull': HARBOUR.gull,
  'ink-shell': HARBOUR.shell,
  'ink-eye': LANTERN.dragon,
  'ink-koi': LANTERN.koi,
  'ink-lotus': LANTERN.lotus,
  'ink-fan': LANTERN.fan,
};
/** How far the colour of a high symbol lies from that of the cover, in degrees: no two look alike from afar. */
const TURNS: Readonly<Partial<Record<Rank, number>>> = { top: 0, high1: 75, high2: 150, high3: 225, wild: 40, scatter: 190 };

interface Brush {
  readonly game: StudioGame;
  readonly style: Style;
  readonly theme: GameTheme;
  readonly lettering: Lettering;
  readonly random: Random;
}

/**
 * Every symbol of a slot as `<symbol id="s-<rank>">` in a box from -104 to 104, with the colours that they share. The same
 * game gives the same sheet on every machine.
 */
export function symbolSheet(game: StudioGame, lettering: Lettering): string {
  const random = seededRandom(`${game.category}:${game.gameId}`);
  const brush: Brush = { game, style: styleOf(game, random), theme: gameTheme(game), lettering, random };
  let definitions = gradients(game.hue);
  let symbols = '';
  for (const rank of RANKS) {
    const drawn = drawRank(rank, brush);
    definitions += drawn.definitions;
    symbols += `<symbol id="s-${rank}" viewBox="-104 -104 208 208">${drawn.markup}</symbol>`;
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0"><defs>${definitions}</defs>${symbols}</svg>`;
}

interface Drawn {
  readonly definitions: string;
  readonly markup: string;
}

function drawRank(rank: Rank, brush: Brush): Drawn {
  const { theme, game } = brush;
  switch (rank) {
    case 'wild':
      return lettered(figure(rank, theme.wild, brush), 'WILD', brush);
    case 'scatter':
      return lettered(figure(rank, theme.scatter, brush), 'FREE', brush);
    case 'bonus':
      return lettered({ definitions: '', markup: bonusWheel() }, 'BONUS', brush);
    case 'coin':
      return { definitions: '', markup: coin() };
    case 'mystery':
      return mystery(brush);
    case 'top':
    case 'high1':
    case 'high2':
    case 'high3':
      return figure(rank, theme.high[['top', 'high1', 'high2', 'high3'].indexOf(rank)] ?? 'gem', brush);
    default:
      return { definitions: '', markup: `<g transform="scale(.92)">${LOW_FIGURES[theme.low](Number(rank.slice(-1)) - 1, game.hue)}</g>` };
  }
}

function figure(rank: Rank, name: Figure, brush: Brush): Drawn {
  const ink = INK[name as InkFigure];
  if (ink) return { definitions: '', markup: ink(brush.game.hue) };
  const colours = coloursOf(rank, brush);
  const markup = DRAW[name as keyof typeof DRAW](colours, brush.random, brush.lettering.number);
  return painted(markup, colours, `${rank}-`);
}

function coloursOf(rank: Rank, { style }: Brush): Palette {
  const turn = TURNS[rank] ?? 0;
  const { colours } = style;
  const choice: PaletteChoice = { ...colours, accent: colours.accent + turn, second: colours.second + turn };
  return palette(choice);
}

/** A figure, smaller, over a ribbon with a short word. */
function lettered({ definitions, markup }: Drawn, word: string, { lettering, style }: Brush): Drawn {
  const title = lettering.title(word, style.face, { width: 132, size: 44, lines: 1 });
  const letters = title ? `<path d="${title.d}" transform="translate(0 78)" fill="${GOLD.pale}"/>` : '';
  const ribbon =
    '<path d="M-98 46l14 22l-14 22h30v-44zM98 46l-14 22l14 22h-30v-44z" fill="#7d0f1c"/>' +
    '<path d="M-80 38H80V92H-80Z" fill="url(#ribbon)" stroke="url(#rim)" stroke-width="5" stroke-linejoin="round"/>';
  const glow = '<circle cy="-14" r="92" fill="#ffdc7a" opacity=".2"/>';
  return { definitions, markup: `${glow}<g transform="translate(0 -20) scale(.86)">${markup}</g>${ribbon}${letters}` };
}

/** A gold piece with an empty face, on which its value is written. */
function coin(): string {
  return (
    `<circle cx="4" cy="8" r="88" fill="#0b0710" opacity=".45"/><circle r="90" fill="${GOLD.deep}"/><circle r="87" fill="url(#rim)"/><circle r="70" fill="url(#face)"/>` +
    repeat(28, (i) => {
      const [x, y] = polar(78.5, (i * Math.PI) / 14);
      return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="3.500" fill="${GOLD.dark}"/>`;
    }) +
    `<circle r="70" fill="none" stroke="${GOLD.dark}" stroke-width="4"/><path d="M-54-36A66 66 0 0 1 6-64" fill="none" stroke="#fff" stroke-opacity=".8" stroke-width="7" stroke-linecap="round"/>`
  );
}

/** A wheel of eight colours. */
function bonusWheel(): string {
  const slices = repeat(8, (i) => {
    const [ax, ay] = polar(80, (i * Math.PI) / 4);
    const [bx, by] = polar(80, ((i + 1) * Math.PI) / 4);
    return `<path d="M0 0L${ax.toFixed(1)} ${ay.toFixed(1)}A80 80 0 0 1 ${bx.toFixed(1)} ${by.toFixed(1)}Z" fill="oklch(${i % 2 ? 0.62 : 0.48} .18 ${i * 45})"/>`;
  });
  return `<circle r="94" fill="url(#rim)"/>${slices}<circle r="80" fill="url(#shade)" opacity=".6"/><circle r="20" fill="url(#face)" stroke="${GOLD.deep}" stroke-width="4"/>`;
}

function mystery({ game, lettering, style }: Brush): Drawn {
  const mark = lettering.title('?', style.face, { width: 90, size: 120, lines: 1 });
  const letters = mark
    ? `<path d="${mark.d}" transform="translate(0 46)" fill="${GOLD.pale}" stroke="${GOLD.deep}" stroke-width="4"/>`
    : '';
  const tile =
    `<rect x="-78" y="-84" width="156" height="168" rx="26" fill="oklch(.3 .12 ${game.hue})" stroke="url(#rim)" stroke-width="9"/>` +
    `<rect x="-62" y="-68" width="124" height="136" rx="16" fill="oklch(.42 .15 ${game.hue + 30})"/><rect x="-62" y="-68" width="124" height="136" rx="16" fill="url(#shade)" opacity=".7"/>`;
  return { definitions: '', markup: tile + letters };
}
