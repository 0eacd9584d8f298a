import type { Game } from '../../../../shared/api/games/schemas.ts';

/** The return of a game with different bets is stored as a range ("85.64–98.94"), from the worst to the best bet. */
export function presentReturn(rtp: string | null): Pick<Game, 'rtp' | 'rtpMost'> {
  const [least = null, most] = rtp?.split('–') ?? [];
  return { rtp: least, ...(most ? { rtpMost: most } : {}) };
}
