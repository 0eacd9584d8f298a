import type { StudioGame } from '../../../../shared/games/catalogue.ts';
import { RANKS, type Rank } from '../../../../shared/games/slot/ranks.ts';
import type { Lettering } from '../lettering.ts';
import { painted } from '../paint.ts';
import { palette } from '../palette.ts';
import { seededRandom } from '../random.ts';
import { type GamePictures, gamePictures } from './game-pictures.ts';
import { lowFigure, lowGradients } from './low-figures.ts';
import { scenePaint } from './scene.ts';

interface Drawn {
  readonly definitions: string;
  readonly markup: string;
}
const PALE_GOLD = '#fff6d8';
type Word = 'WILD' | 'FREE' | 'BONUS';
const WORDS: Readonly<Partial<Record<Rank, Word>>> = { wild: 'WILD', scatter: 'FREE', bonus: 'BONUS' };
/** Tail, band and its light edge. */
const RIBBONS: Readonly<Record<Word, readonly [string, string, string]>> = {
  WILD: ['#7d0f1c', '#c21f30', '#ef5560'],
  FREE: ['#123f8a', '#1f63c2', '#5aa0f0'],
  BONUS: ['#4a1683', '#7430bd', '#a873ea'],
};

/**
 * Every symbol of a slot as `<symbol id="s-<rank>">` in a box from -104 to 104, with the colours that they share, and the
 * scene behind the reels as `<symbol id="s-scene">` of 1000 by 700. The same game gives the same sheet on every machine.
 */
export function symbolSheet(game: StudioGame, lettering: Lettering): string {
  const own = gamePictures(game);
  let definitions = own.lows ? lowGradients(game.hue) : '';
  let symbols = '';
  for (const rank of RANKS) {
    const drawn = drawRank(rank, own, game, lettering);
    definitions += drawn.definitions;
    symbols += `<symbol id="s-${rank}" viewBox="-104 -104 208 208">${drawn.markup}</symbol>`;
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0"><defs>${definitions}</defs>${symbols}${scene(game, own)}</svg>`;
}

function drawRank(rank: Rank, own: GamePictures, game: StudioGame, lettering: Lettering): Drawn {
  if (own.lows && rank.startsWith('low')) {
    return { definitions: '', markup: `<g transform="scale(.92)">${lowFigure(own.lows, Number(rank.slice(-1)) - 1, game.hue)}</g>` };
  }
  const { draw, accent, second, metal = own.world.metal, fixed } = own.pictures[rank];
  const turn = fixed ? 0 : own.turn;
  const colours = palette({ hue: accent + turn, drift: 24, accent: accent + turn, second: second + turn, metal });
  const body = draw(colours, seededRandom(`${game.gameId}:${rank}`), lettering.number);
  const word = WORDS[rank];
  return painted(word ? lettered(body, word, lettering) : shadow(90) + body, colours, `${rank}-`);
}

function shadow(y: number): string {
  return `<ellipse cy="${y}" rx="62" ry="10" fill="#05060c" opacity=".3"/>`;
}

/** A figure, smaller, over a ribbon with a short word. */
function lettered(body: string, word: Word, lettering: Lettering): string {
  const [tail, band, edge] = RIBBONS[word];
  const title = lettering.title(word, 'block', { width: 138, size: 44, lines: 1 });
  const letters = title ? `<path d="${title.d}" transform="translate(0 82)" fill="${PALE_GOLD}"/>` : '';
  return (
    `<circle cy="-14" r="92" fill="#ffdc7a" opacity=".16"/><g transform="translate(0 -16) scale(.9)">${body}</g>` +
    `<path d="M-98 50l14 21l-14 21h32v-42zM98 50l-14 21l14 21h-32v-42z" fill="${tail}"/>` +
    `<path d="M-82 38H82V96H-82Z" fill="${band}" stroke="url(#rim)" stroke-width="5" stroke-linejoin="round"/>` +
    `<path d="M-78 42H78V52H-78Z" fill="${edge}" opacity=".7"/>${letters}`
  );
}

function scene(game: StudioGame, { world, turn, mirrored }: GamePictures): string {
  const body = world.scene(scenePaint(turn, `${game.gameId}:scene`));
  return `<symbol id="s-scene" viewBox="0 0 1000 700" preserveAspectRatio="xMidYMax slice">${mirrored ? `<g transform="translate(1000 0) scale(-1 1)">${body}</g>` : body}</symbol>`;
}
