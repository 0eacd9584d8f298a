import * as accounts from './accounts/contract.ts';
import * as agentContracts from './agent-contracts/contract.ts';
import * as agentTeam from './agent-team/contract.ts';
import * as agentTree from './agent-tree/contract.ts';
import * as agentWages from './agent-wages/contract.ts';
import * as balance from './balance/contract.ts';
import * as bonus from './bonus/contract.ts';
import * as cashback from './cashback/contract.ts';
import * as chat from './chat/contract.ts';
import type { AnyCall } from './define-call.ts';
import * as deposit from './deposit/contract.ts';
import * as games from './games/contract.ts';
import * as inbox from './inbox/contract.ts';
import * as live from './live/contract.ts';
import * as missions from './missions/contract.ts';
import * as oauth from './oauth/contract.ts';
import * as payoutAccounts from './payout-accounts/contract.ts';
import * as points from './points/contract.ts';
import * as profile from './profile/contract.ts';
import * as promotions from './promotions/contract.ts';
import * as publishing from './publishing/contract.ts';
import * as raffles from './raffles/contract.ts';
import * as records from './records/contract.ts';
import * as referral from './referral/contract.ts';
import * as register from './register/contract.ts';
import * as responsibleGaming from './responsible-gaming/contract.ts';
import * as rewardCentre from './reward-centre/contract.ts';
import * as schedule from './schedule/contract.ts';
import * as security from './security/contract.ts';
import * as session from './session/contract.ts';
import * as signIn from './sign-in/contract.ts';
import * as system from './system/contract.ts';
import * as transfer from './transfer/contract.ts';
import * as uploads from './uploads/contract.ts';
import * as vendors from './vendors/contract.ts';
import * as verification from './verification/contract.ts';
import * as vip from './vip/contract.ts';
import * as withdrawal from './withdrawal/contract.ts';

/** Every call of the platform. A contract exports calls only. */
export const CALLS: readonly AnyCall[] = [
  signIn,
  session,
  register,
  verification,
  accounts,
  security,
  oauth,
  system,
  balance,
  bonus,
  deposit,
  transfer,
  games,
  records,
  agentTeam,
  schedule,
  publishing,
  live,
  cashback,
  chat,
  inbox,
  missions,
  referral,
  vip,
  payoutAccounts,
  withdrawal,
  responsibleGaming,
  rewardCentre,
  vendors,
  uploads,
  profile,
  agentContracts,
  agentWages,
  agentTree,
  points,
  promotions,
  raffles,
].flatMap((contract) => Object.values<AnyCall>(contract));

/** Path families of the proxy: `/wps`, `/lgw`, `/lotto`. */
export const UPSTREAM_FAMILIES = ['wps', 'lgw', 'lotto'] as const;
export type UpstreamFamily = (typeof UPSTREAM_FAMILIES)[number];

const BY_ID = new Map(CALLS.map((call) => [call.id, call]));
const BY_ROUTE = new Map(CALLS.map((call) => [`${call.method} ${call.path}`, call]));
const PATHS = new Set(CALLS.map((call) => call.path));
const PATHS_IN_LOWER_CASE = new Set(CALLS.map((call) => call.path.toLowerCase()));

export function callById(id: string): AnyCall | undefined {
  return BY_ID.get(id);
}

/** The call of a method and an exact path (no query). */
export function callByRoute(method: string, path: string): AnyCall | undefined {
  return BY_ROUTE.get(`${method} ${path}`);
}

/** True if the path is known, for any method. */
export function isCallPath(path: string): boolean {
  return PATHS.has(path);
}

/** True if a case-insensitive server would take the path for a known one. */
export function isLikeCallPath(path: string): boolean {
  return PATHS_IN_LOWER_CASE.has(path.toLowerCase());
}
