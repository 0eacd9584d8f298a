import { textKeys } from '../../runtime/text-keys.ts';
import type { IslandTexts } from '../island-props.ts';

/** Locale keys of the islands of this folder. Only the server reads them. */
export const TEXTS: IslandTexts = {
  'domain-routes': textKeys({
    play: `routesText routesAddress routesPlatform routesYours routesMs routesMeasuring routesSilent routesFastest routesHere
    routesGo routesOpen routesAgain`,
  }),
};
