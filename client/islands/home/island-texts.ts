import type { IslandTexts } from '../island-props.ts';

/** Locale keys of the islands of this folder. Only the server reads them. */
export const TEXTS: IslandTexts = {
  carousel: ['common.highlights', 'common.pauseBanners', 'common.playBanners', 'common.showBanner'],
};
