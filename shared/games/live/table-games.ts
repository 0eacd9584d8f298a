/** Table games with one shared round for all players. */
export const TABLE_GAMES = ['baccarat', 'dragontiger', 'sicbo', 'wheel'] as const;

export type TableGame = (typeof TABLE_GAMES)[number];

export function isTableGame(variant: string): variant is TableGame {
  return (TABLE_GAMES as readonly string[]).includes(variant);
}
