import * as account from './account-calls.ts';
import * as chat from './chat-calls.ts';
import * as content from './content-calls.ts';
import type { AnyCall } from './define-call.ts';
import * as factor from './factor-calls.ts';
import * as game from './game-calls.ts';
import * as lottery from './lottery-calls.ts';
import * as oauth from './oauth-calls.ts';
import * as register from './register-calls.ts';
import * as session from './session-calls.ts';
import * as signIn from './sign-in-calls.ts';
import * as system from './system-calls.ts';
import * as verification from './verification-calls.ts';
import * as wallet from './wallet-calls.ts';

/**
 * Every call of the platform. A module with calls exports them as values; anything else that it exports (schemas) has
 * no `path` and is left out here.
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
  game,
  lottery,
  content,
  chat,
]
  .flatMap((family) => Object.values(family) as unknown[])
  .filter(isCall);

/** Path families of the proxy: `/wps`, `/lgw`, `/lotto`. */
export const UPSTREAM_FAMILIES = ['wps', 'lgw', 'lotto'] as const;
export type UpstreamFamily = (typeof UPSTREAM_FAMILIES)[number];

const BY_ID = new Map(CALLS.map((call) => [call.id, call]));
const BY_ROUTE = new Map(CALLS.map((call) => [`${call.method} ${call.path}`, call]));
const PATHS = new Set(CALLS.map((call) => call.path));

export function callById(id: string): AnyCall | undefined {
  return BY_ID.get(id);
}

/** The call of a method and an exact path (no query). */
export function callByRoute(method: string, path: string): AnyCall | undefined {
  return BY_ROUTE.get(`${method} ${path}`);
}

/** True when the path is known, under whatever method. */
export function isCallPath(path: string): boolean {
  return PATHS.has(path);
}

function isCall(value: unknown): value is AnyCall {
  return typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'module' in value;
}
