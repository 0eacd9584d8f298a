import type { IslandName } from '../../../client/islands/island-props.ts';

/** Islands of every page. */
export const SHELL_ISLANDS: readonly IslandName[] = [
  'header-bar',
  'game-dropdown',
  'drawer',
  'language-menu',
  'theme-toggle',
  'modal-host',
  'toast-host',
];

/** Islands that a view always has; the build joins their style sheets with its own (`server/tools/join-sheets.ts`). */
export const VIEW_ISLANDS = {
  'views/pages/home/home.tsx': ['search-box', 'my-games', 'match-list'],
  'views/pages/games/game-list.tsx': ['game-grid'],
  'views/pages/lottery/lottery.tsx': ['lottery-lobby'],
  'views/pages/games/own-games.tsx': ['my-games'],
} as const satisfies Readonly<Record<string, readonly IslandName[]>>;
