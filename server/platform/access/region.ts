import { type CountryRules, judgeCountry } from '../../../shared/rules/country-rules.ts';
import { readMerchant } from '../content/index.ts';
import type { Database } from '../db/database.ts';

/** What the portal says of the place a visitor comes from. Only portals reach the platform, so it is believed. */
export interface Place {
  readonly country: string | null;
  /** The verdict of the portal's own rules; null: they have none. */
  readonly regionRestricted: boolean | null;
}

/**
 * What nobody may do from a refused place, whatever portal lets them: sign in, register, pay in, begin to play. What ends
 * something stays open: to sign out, to take a break, to say that one has paid, to have money paid out. Stakes in a game that is
 * open already come from its vendor: `vendors/bet.ts` refuses those.
 */
const CLOSED: ReadonlySet<string> = new Set([
  ...['session.login', 'session.loginCode', 'session.stepVerify', 'session.passkeyOptions', 'session.passkeyLogin'],
  ...['session.remembered', 'session.oauthStart', 'session.oauthFinish', 'session.oauthRegister', 'session.freePlay'],
  ...['member.register', 'member.registerMobile', 'verification.smsRegister', 'verification.smsNoLogin'],
  ...['deposit.create', 'wallet.transfer', 'transfer.upline', 'transfer.downline', 'games.launch', 'lottery.launch'],
]);

export function isClosedByRegion(callId: string): boolean {
  return CLOSED.has(callId);
}

export type JudgePlace = (place: Place) => Promise<boolean>;

/** By the portal's word, else by the operators' rules, to which no country is an unknown one. */
export function isPlaceRefused({ country, regionRestricted }: Place, rules: CountryRules): boolean {
  return regionRestricted ?? !judgeCountry(rules, country ?? undefined).allowed;
}

/** Whether a place is refused: by the portal's word, else by the operators' rules, to which no country is an unknown one. */
export function createRegionJudge({ db, merchant }: { readonly db: Database; readonly merchant: string }): JudgePlace {
  return async (place) => place.regionRestricted ?? isPlaceRefused(place, (await readMerchant(db, merchant)).settings.regions);
}
