export const GAME_CODES = ['game_not_found', 'game_maintenance', 'favourites_full'] as const;
