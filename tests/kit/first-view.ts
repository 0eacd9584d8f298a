/**
 * Sources of the scripts that the home page of a visitor loads before any interaction, besides the loader and what these import (React, the
 * kit): the islands that do not wait for an interaction, and the parts that these load at once. What only members, a dialog or a pop-up
 * needs is not among them. `tests/e2e/first-view.test.ts` compares the list with what a browser loads.
 */
export const FIRST_VIEW: readonly string[] = [
  'client/islands/shell/header-bar.island.tsx',
  'client/islands/shell/visitor-bar.tsx',
  'client/islands/shell/toast-host.island.tsx',
  'client/islands/modals/modal-host.island.tsx',
  'client/page/popups/show-popups.ts',
  'client/islands/home/carousel.island.tsx',
  'client/islands/games/my-games.island.tsx',
  'client/islands/games/tile-tools.tsx',
];

/**
 * Most bytes of these scripts after brotli: 60 KB, one more for exports of React that nothing uses, which it assigns all in one file, and a
 * hundred bytes for the list of currencies without decimals.
 */
export const MAX_FIRST_VIEW = 61 * 1024 + 100;
