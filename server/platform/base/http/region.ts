/** Place of a visitor as reported by the portal. Only portals can reach the platform, so it is trusted. */
export interface Place {
  readonly country: string | null;
  /** Decision of the portal's own rules; null: it has none. */
  readonly regionRestricted: boolean | null;
}

/**
 * Calls that are blocked from a refused place, for every portal: sign in, register, deposit, start to play. Calls that end
 * something stay open: log out, take a break, report a payment, withdraw. Stakes in open games come from the vendor and are refused in
 * `play/vendors/bet.ts`.
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
