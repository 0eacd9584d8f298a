import type { BodyOf, ValueOf } from '../../../../shared/api/client-call.ts';
import type { sessionConfirm, sessionState } from '../../../../shared/api/session/calls.ts';
import type { CONFIRM_METHODS } from '../../../../shared/api/session/constants.ts';
import type { Actor } from '../../base/actor.ts';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/db/index.ts';
import type { Caller } from '../../base/http/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { readMerchant } from '../../merchant/index.ts';
import { type Factors, holdsFactor } from '../factors/index.ts';
import { findById, recordEvent } from '../members/index.ts';
import type { Sessions } from '../sessions/index.ts';
import type { SignIn } from '../sign-in/index.ts';

type Method = (typeof CONFIRM_METHODS)[number];

export interface ConfirmDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly merchant: string;
  readonly sessions: Sessions;
  readonly signIn: SignIn;
  readonly factors: Factors;
}

/** Confirms an idle session with a factor. Password failures count for the account's lock, codes for their own limit. */
export async function confirmSession(
  deps: ConfirmDeps,
  actor: Actor,
  caller: Caller,
  { method, proof }: BodyOf<typeof sessionConfirm>,
): Promise<void> {
  const { db, clock, merchant, sessions } = deps;
  if (!(await isProofValid(deps, actor, caller, method, proof))) {
    const { clientAddress, country } = caller;
    await recordEvent(db, { merchant, memberId: actor.memberId, kind: 'confirmation_failed', clientAddress, country, at: clock.now() });
    throw new Refusal('confirmation_failed');
  }
  if (!(await sessions.confirm(db, actor.sessionId))) throw new Refusal('unauthorized');
}

export async function sessionStateOf(
  { db, merchant, factors }: ConfirmDeps,
  { memberId, account, sessionId, idle, confirmed }: Actor,
): Promise<ValueOf<typeof sessionState>> {
  const { settings } = await readMerchant(db, merchant);
  const member = await findById(db, memberId);
  const session = await db.selectFrom('member_session').select('expires_at').where('id', '=', sessionId).executeTakeFirst();
  if (!member || !session) throw new Refusal('unauthorized');
  const held = await factors.held(db, memberId);
  const methods: readonly [Method, boolean][] = [
    ['passkey', held.passkeys > 0],
    ['totp', held.totp],
    ['recovery', held.recoveryCodesLeft > 0],
    ['password', !member.free_play && !holdsFactor(held)],
  ];
  return {
    account,
    idle,
    confirmed,
    methods: methods.flatMap(([method, has]) => (has ? [method] : [])),
    idleMinutes: settings.access.idleMinutes,
    expiresAt: session.expires_at.toISOString(),
  };
}

async function isProofValid(
  { db, signIn, factors }: ConfirmDeps,
  { memberId, account }: Actor,
  caller: Caller,
  method: Method,
  proof: string,
): Promise<boolean> {
  if (method !== 'password') return factors.check(memberId, method, proof, caller.siteOrigin);
  // Otherwise an attacker who took over a session and knows the password could remove the second factor.
  if (holdsFactor(await factors.held(db, memberId))) return false;
  return signIn.isPassword(account, await findById(db, memberId), proof, caller);
}
