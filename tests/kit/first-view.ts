/**
 * Sources of the scripts that the home page of a visitor loads before any interaction, besides the loader and what these import, now or later: its
 * pop-ups and its banners. React is needed for what is touched or scrolled into view only. `tests/e2e/first-view.test.ts` compares the list with
 * what a browser loads.
 */
export const FIRST_VIEW: readonly string[] = ['client/page/popups/show-popups.ts', 'client/page/carousel/run-carousel.ts'];

/** Most bytes of these scripts after brotli, without the loader. */
export const MAX_FIRST_VIEW = 4 * 1024;
export const MAX_FIRST_VIEW_SCRIPTS = 8;
