import { type CountryRules, judgeCountry } from '../../../shared/rules/country-rules.ts';
import type { Database } from '../base/db/index.ts';
import type { JudgePlace, Place } from '../base/http/index.ts';
import { readMerchant } from './settings.ts';

/** The portal's decision, otherwise the operators' rules; a missing country counts as unknown. */
export function isPlaceRefused({ country, regionRestricted }: Place, rules: CountryRules): boolean {
  return regionRestricted ?? !judgeCountry(rules, country ?? undefined).allowed;
}

/** Decides whether a place is refused: the portal's decision, otherwise the operators' rules. */
export function createRegionJudge({ db, merchant }: { readonly db: Database; readonly merchant: string }): JudgePlace {
  return async (place) => place.regionRestricted ?? isPlaceRefused(place, (await readMerchant(db, merchant)).settings.regions);
}
