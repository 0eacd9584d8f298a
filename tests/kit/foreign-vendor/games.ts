import sharp from 'sharp';

export interface ForeignGame {
  readonly id: string;
  readonly name: string;
  readonly hue: number;
  /** Its page exchanges no messages with the site. */
  readonly isQuiet?: boolean;
  /** Default: slots. */
  readonly category?: 'SPORTS' | 'PVP';
}

/** Games that are played on a page with one question: where is the pearl? */
export const FOREIGN_GAMES: readonly ForeignGame[] = [
  { id: 'REEF_PEARL', name: 'Pearl Finder', hue: 190 },
  { id: 'REEF_KELP', name: 'Kelp Garden', hue: 120, isQuiet: true },
  { id: 'REEF_ANEMONE', name: 'Anemone Gold', hue: 330 },
  { id: 'REEF_CUP', name: 'Reef Cup', hue: 40, category: 'SPORTS' },
  { id: 'REEF_DUEL', name: 'Shell Duel', hue: 280, category: 'PVP' },
];
export const MATCH_GAME = 'REEF_CUP';
export const ROOM_GAME = 'REEF_DUEL';

/** The list as the vendor reports it: with fields of its own, and one game that it closes for work. */
export function gameList(origin: string): readonly Readonly<Record<string, unknown>>[] {
  return FOREIGN_GAMES.map(({ id, name, category = 'RNG' }, index) => ({
    id,
    name,
    category,
    type: 'FAST',
    picture: `${origin}/covers/${id}.png`,
    rtp: '96.00',
    volatility: 'medium',
    minBet: '1',
    maxBet: '1000',
    order: index + 1,
    hot: index === 0,
    new: index === 1,
    maintenance: index === 2,
    releasedOn: '2026-02-30',
    technology: { engine: 'reef-2', size: { width: 0, height: 0 } },
    tags: ['sea', null],
  }));
}

/** An upright picture of a game. */
export function cover(game: ForeignGame): Promise<Buffer> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="400">
    <rect width="300" height="400" fill="hsl(${game.hue} 60% 25%)"/>
    <path d="M0 300q75-60 150 0t150 0v100H0z" fill="hsl(${game.hue} 60% 40%)"/>
    <circle cx="150" cy="190" r="70" fill="hsl(${game.hue} 70% 85%)"/><circle cx="128" cy="165" r="18" fill="#fff"/></svg>`;
  return sharp(Buffer.from(drawing)).png().toBuffer();
}
