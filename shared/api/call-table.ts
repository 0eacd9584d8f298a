import * as account from './account-calls.ts';
import * as chat from './chat-calls.ts';
import * as content from './content-calls.ts';
import type { AnyCall } from './define-call.ts';
import * as deposit from './deposit-calls.ts';
import * as factor from './factor-calls.ts';
import * as game from './game-calls.ts';
import * as inbox from './inbox-calls.ts';
import * as lottery from './lottery-calls.ts';
import * as mission from './mission-calls.ts';
import * as oauth from './oauth-calls.ts';
import * as payout from './payout-calls.ts';
import * as profile from './profile-calls.ts';
import * as protection from './protection-calls.ts';
import * as record from './record-calls.ts';
import * as register from './register-calls.ts';
import * as session from './session-calls.ts';
import * as signIn from './sign-in-calls.ts';
import * as system from './system-calls.ts';
import * as transfer from './transfer-calls.ts';
import * as upload from './upload-calls.ts';
import * as verification from './verification-calls.ts';
import * as wallet from './wallet-calls.ts';
import * as withdrawal from './withdrawal-calls.ts';

/**
 * Every call of the platform. A module with calls exports them as values; other exports (schemas) have no `path` and
 * are left out.
 */
export const CALLS: readonly AnyCall[] = [
  signIn,
  session,
  register,
  verification,
  account,
  factor,
  oauth,
  system,
  wallet,
  deposit,
  transfer,
  game,
  record,
  lottery,
  content,
  chat,
  inbox,
  mission,
  payout,
  withdrawal,
  protection,
  upload,
  profile,
]
  .flatMap((family) => Object.values(family) as unknown[])
  .filter(isCall);

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

function isCall(value: unknown): value is AnyCall {
  return typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'module' in value;
}
