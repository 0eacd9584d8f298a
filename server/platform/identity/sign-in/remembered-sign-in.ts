import type { LoginValue } from '../../../../shared/api/sign-in/schemas.ts';
import type { Clock } from '../../base/clock.ts';
import { type AfterCommit, type Database, inTransaction, type Tx } from '../../base/db/index.ts';
import type { Caller } from '../../base/http/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { findById, type MemberRow, recordEvent } from '../members/index.ts';
import { findToken, lockMember, type RememberToken, type Sessions, setUsed } from '../sessions/index.ts';
import type { SignIn, SignInResult } from './contracts.ts';
import { presentSignIn } from './present.ts';

/** Tabs restored together send the same token. */
const RACE_MS = 30_000;

export interface RememberedSignInDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly merchant: string;
  readonly sessions: Sessions;
  readonly signIn: SignIn;
}

/**
 * Signs in with a remember token. The token works once and the reply brings its successor, so a stolen copy is detected: if a used token is
 * sent again, one of its two holders is a thief. As it is unknown which one, the family and all its sessions end, and the owner signs in
 * with the password.
 *
 * Restored tabs are an exception, because a browser may send its token several times before the first reply. For 30 seconds such a
 * repetition gets a session, if it comes from the same address and user agent as the session of the first use, and that session is still
 * open.
 * - The owner loses nothing: the first tab receives the successor, the others receive none and delete none.
 * - A thief gains nothing: with another address or user agent, a repetition ends the family at once. From the same address and with a
 *   forged user agent the thief gets a session but no token. The session ends when idle, is never confirmed, is listed among the sessions,
 *   and ends with the family at the next detection.
 * - A thief who uses the token first ends the owner's session of that browser (`replacedBy`). The owner's browser sends the token at once,
 *   which is the detection.
 *
 * A token that leads to a second step has not opened a session and is not consumed: its successor comes after that step.
 */
export async function signInRemembered(deps: RememberedSignInDeps, token: string | null, caller: Caller): Promise<LoginValue> {
  const result =
    token === null ? null : await inTransaction(deps.db, (tx, afterCommit) => rotateToken(deps, tx, afterCommit, token, caller));
  // Thrown outside of the transaction, because the end of the family must be committed.
  if (!result) throw new Refusal('unauthorized');
  return presentSignIn(result);
}

async function rotateToken(
  deps: RememberedSignInDeps,
  tx: Tx,
  afterCommit: AfterCommit,
  token: string,
  caller: Caller,
): Promise<SignInResult | null> {
  const found = await findToken(tx, deps.merchant, token);
  if (!found) return null;
  await lockMember(tx, found.member_id);
  // Read again under the lock: a concurrent call may have used or revoked it.
  const row = await findToken(tx, deps.merchant, token);
  const member = await findById(tx, found.member_id);
  if (!row || row.revoked_at || row.expires_at <= deps.clock.now() || member?.status !== 'active') return null;
  if (!row.used_at) return spendToken(deps, tx, afterCommit, row, member, caller);
  if (await isRace(deps, tx, row, row.used_at, caller)) return complete(deps, tx, afterCommit, row, member, caller);
  await endFamily(deps, tx, afterCommit, row, caller);
  return null;
}

async function spendToken(
  deps: RememberedSignInDeps,
  tx: Tx,
  afterCommit: AfterCommit,
  row: RememberToken,
  member: MemberRow,
  caller: Caller,
): Promise<SignInResult> {
  const now = deps.clock.now();
  await setUsed(tx, row, now);
  const result = await complete(deps, tx, afterCommit, row, member, caller);
  if (result.kind === 'pending') {
    await setUsed(tx, row, null);
    return result;
  }
  await deps.sessions.end(tx, afterCommit, member.id, { replacedBy: result.session.sessionId });
  const next = await deps.sessions.renew(tx, member.id, row.family);
  return { ...result, remember: next && { token: next.token, expiresAt: next.expiresAt.toISOString() } };
}

function complete(
  { signIn }: RememberedSignInDeps,
  tx: Tx,
  afterCommit: AfterCommit,
  { family }: RememberToken,
  member: MemberRow,
  caller: Caller,
): Promise<SignInResult> {
  return signIn.complete(tx, afterCommit, { member, path: 'remember', caller, remember: false, rememberFamily: family });
}

async function isRace(
  { clock }: RememberedSignInDeps,
  tx: Tx,
  { family }: RememberToken,
  usedAt: Date,
  { clientAddress, userAgent }: Caller,
): Promise<boolean> {
  if (clock.now().getTime() - usedAt.getTime() > RACE_MS) return false;
  const sibling = await tx
    .selectFrom('member_session')
    .select('id')
    .where('remember_family', '=', family)
    .where('created_at', '>=', usedAt)
    .where('ended_at', 'is', null)
    .where('client_address', '=', clientAddress)
    .where('user_agent', '=', userAgent)
    .limit(1)
    .executeTakeFirst();
  return sibling !== undefined;
}

async function endFamily(
  { clock, merchant, sessions }: RememberedSignInDeps,
  tx: Tx,
  afterCommit: AfterCommit,
  { member_id: memberId, family }: RememberToken,
  { clientAddress, country }: Caller,
): Promise<void> {
  await sessions.end(tx, afterCommit, memberId, { family });
  await recordEvent(tx, { merchant, memberId, kind: 'remember_token_reused', clientAddress, country, at: clock.now() });
}
