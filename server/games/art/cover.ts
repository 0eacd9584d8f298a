import type { StudioGame } from '../../../shared/games/catalogue.ts';
import { DRAW } from './emblems.ts';
import type { Block, Lettering } from './lettering.ts';
import { BACKDROPS, MOTIFS } from './motifs.ts';
import { painted } from './paint.ts';
import { type Palette, palette } from './palette.ts';
import { between, type Random, seededRandom } from './random.ts';
import { at, box, disc, oval, round, times } from './shapes.ts';
import { type Style, styleOf } from './style.ts';

/** The cover of a game, 300 by 400. The same game gives the same picture on every machine. */
export function cover(game: StudioGame, lettering: Lettering): string {
  const random = seededRandom(`${game.category}:${game.gameId}`);
  const style = styleOf(game, random);
  const colours = palette(style.colours);
  const title = lettering.title(game.name, style.face, { width: 250, size: 48, lines: 2 });
  const middle = 172 - Math.max(0, (title?.height ?? 0) - 48) * 0.35;
  const scene =
    box(0, 0, 300, 400, 0, 'url(#ground)') +
    MOTIFS[style.motif](colours, random) +
    box(0, 0, 300, 400, 0, 'url(#glow)') +
    at(150, middle, BACKDROPS[style.backdrop](colours)) +
    oval(150, middle + 104, 80, 13, '#05060c', 'opacity=".34"') +
    emblems(style, middle, DRAW[style.emblem](colours, random, lettering.number), random) +
    dust(random) +
    box(0, 0, 300, 400, 0, 'url(#foot)') +
    (title ? name(title, style, colours) : '');
  const { definitions, markup } = painted(scene, colours, `c${Math.floor(random() * 1e9).toString(36)}`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 400" width="300" height="400"><defs>${definitions}</defs>${markup}</svg>`;
}

function emblems(style: Style, middle: number, body: string, random: Random): string {
  const lean = between(random, -8, 8);
  const front = style.mirrored ? `<g transform="scale(-1 1)">${body}</g>` : body;
  const first = `<g id="e">${front}</g>`;
  const again = (x: number, y: number, scale: number, degrees: number) =>
    `<use href="#e" transform="translate(${round(x)} ${round(y)}) rotate(${round(degrees)}) scale(${scale})"/>`;
  const defined = `<defs>${first}</defs>`;
  switch (style.arrangement) {
    case 'twins':
      return (
        defined + again(72, middle + 36, 0.6, -14 + lean) + again(228, middle + 36, 0.6, 14 + lean) + again(150, middle - 2, 1.05, lean)
      );
    case 'trail':
      return defined + again(226, middle - 62, 0.42, 18) + again(82, middle + 62, 0.5, -16) + again(158, middle + 2, 1.02, lean);
    case 'circle':
      return defined + again(118, middle - 34, 0.78, lean) + again(186, middle + 44, 0.78, 180 + lean);
    case 'single':
      return at(150, middle, front, 1.14, lean);
  }
}

function dust(random: Random): string {
  return times(9, () =>
    disc(
      between(random, 20, 280),
      between(random, 20, 290),
      between(random, 0.8, 3.2),
      '#fff',
      `opacity="${between(random, 0.25, 0.75).toFixed(2)}"`,
    ),
  );
}

function name(title: Block, style: Style, colours: Palette): string {
  const letters = `<path id="t" d="${title.d}"/>`;
  const edge = `fill="${colours.ground[2]}" stroke="${colours.ground[2]}" stroke-width="9" stroke-linejoin="round"`;
  return at(150, 378, `<defs>${letters}</defs><use href="#t" y="3" ${edge}/><use href="#t" fill="url(#${style.lettering})"/>`);
}
