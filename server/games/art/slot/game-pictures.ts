import type { StudioGame } from '../../../../shared/games/catalogue.ts';
import type { Rank } from '../../../../shared/games/slot/ranks.ts';
import { DRAW } from '../emblems.ts';
import { seededRandom } from '../random.ts';
import { styleOf } from '../style.ts';
import type { LowSet } from './low-figures.ts';
import type { Picture } from './picture.ts';
import { WORLDS, type WorldName, worldNameOf } from './themes.ts';
import type { World } from './worlds/world.ts';

/** Low symbols that some games of a world use instead of its own. */
const OTHER_LOWS: Readonly<Record<WorldName, readonly LowSet[]>> = {
  harbour: ['suits', 'royals'],
  festival: ['tiles', 'suits'],
  gems: [],
  koi: ['royals'],
  desert: ['royals', 'stones'],
  fruit: [],
  forge: ['stones', 'runes'],
  fable: ['suits', 'runes'],
  space: ['stones'],
  sevens: ['suits'],
  pirate: ['suits', 'royals'],
  ice: ['stones', 'royals'],
  jungle: ['royals', 'runes'],
  teahouse: ['royals'],
  sweets: ['stones'],
  deep: ['stones'],
};
const OTHER_LOWS_SHARE = 0.4;

/** The variation of a world for one game; the same on every machine. */
export interface GamePictures {
  readonly world: World;
  readonly pictures: Readonly<Record<Rank, Picture>>;
  /** Undefined if the low symbols are those of the world. */
  readonly lows: LowSet | undefined;
  /** Rotation of the world's hues, in degrees. */
  readonly turn: number;
  /** The scene is mirrored. */
  readonly mirrored: boolean;
}

export function gamePictures(game: StudioGame): GamePictures {
  const name = worldNameOf(game);
  const world: World = WORLDS[name];
  const random = seededRandom(`slot:${game.gameId}`);
  const others = random() < OTHER_LOWS_SHARE ? OTHER_LOWS[name] : [];
  return {
    world,
    pictures: withEmblemOnTop(world.pictures, coverPicture(game)),
    lows: others[Math.floor(random() * others.length)],
    turn: Math.round((random() * 2 - 1) * world.sway),
    mirrored: random() < 0.5,
  };
}

/** The cover's emblem in the cover's colours. */
function coverPicture(game: StudioGame): Picture {
  const { emblem, colours } = styleOf(game, seededRandom(`${game.category}:${game.gameId}`));
  return { draw: DRAW[emblem], accent: colours.accent, second: colours.second, metal: colours.metal, fixed: true };
}

/**
 * The emblem of the cover becomes the top symbol, so that players recognize the game. The other symbols move down a rank, or
 * swap places with it.
 */
function withEmblemOnTop(pictures: World['pictures'], cover: Picture): World['pictures'] {
  const { top, high1, high2 } = pictures;
  const coverRank = (Object.keys(pictures) as Rank[]).find((rank) => pictures[rank].draw === cover.draw);
  if (!coverRank) return { ...pictures, top: cover, high1: top, high2: high1, high3: high2 };
  return { ...pictures, [coverRank]: top, top: coverRank === 'top' ? top : cover };
}
