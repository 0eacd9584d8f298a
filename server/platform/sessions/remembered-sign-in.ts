import type { LoginValue } from '../../../shared/api/sign-in-calls.ts';
import { recordEvent } from '../accounts/account-events.ts';
import { findById, type MemberRow } from '../accounts/store.ts';
import type { Clock } from '../clock.ts';
import type { Database, Tx } from '../db/database.ts';
import { type AfterCommit, inTransaction } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';
import type { Caller, SignIn, SignInResult } from '../sign-in/contracts.ts';
import { presentSignIn } from '../sign-in/present.ts';
import type { Sessions } from './contracts.ts';
import { lockMember } from './end-sessions.ts';
import { findToken, type RememberToken, setUsed } from './remember-tokens.ts';

/** Tabs of one browser that come back together send the same token. */
const RACE_MS = 30_000;

export interface RememberedSignInDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly merchant: string;
  readonly sessions: Sessions;
  readonly signIn: SignIn;
}

/**
 * Signs in with a remember token. The token works once and its successor comes with the answer, so a copy shows itself:
 * when a used token comes again, one of the two who hold it is a thief. Nobody can tell which one, so the family and every
 * session made from it end, and the owner signs in with the password.
 *
 * Except for tabs. A browser that starts with several pages sends its token several times before the first answer is
 * there. For 30 seconds such a repetition gets a session, if it comes from the same address and the same browser as the
 * session that the first use has opened, and that session still stands.
 * - The owner loses nothing: the first tab has brought the successor. The others bring none and take none away.
 * - A thief gains nothing: from elsewhere, or with another browser, a repetition ends the family also within the 30
 *   seconds. Behind the same address and with a forged browser name there is a session to be had, but no token: it ends
 *   when it is idle, is never confirmed, stands in the list of sessions, and falls with the family at the next alarm.
 * - A thief who comes first ends the owner's session of that browser (`replacedBy`). The owner's browser shows the token
 *   at once, and that is the alarm.
 *
 * A token that meets a second step has opened nothing and is not used up: its successor comes with the end of that step.
 */
export async function signInRemembered(deps: RememberedSignInDeps, token: string | null, caller: Caller): Promise<LoginValue> {
  const result = token === null ? null : await inTransaction(deps.db, (tx, afterCommit) => takeToken(deps, tx, afterCommit, token, caller));
  // Refused out here: the end of a family must be committed.
  if (!result) throw new Refusal('unauthorized');
  return presentSignIn(result);
}

async function takeToken(
  deps: RememberedSignInDeps,
  tx: Tx,
  afterCommit: AfterCommit,
  token: string,
  caller: Caller,
): Promise<SignInResult | null> {
  const found = await findToken(tx, deps.merchant, token);
  if (!found) return null;
  await lockMember(tx, found.member_id);
  // Once more: whoever had the lock before may have used or revoked it.
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
  const twin = await tx
    .selectFrom('member_session')
    .select('id')
    .where('remember_family', '=', family)
    .where('created_at', '>=', usedAt)
    .where('ended_at', 'is', null)
    .where('client_address', '=', clientAddress)
    .where('user_agent', '=', userAgent)
    .limit(1)
    .executeTakeFirst();
  return twin !== undefined;
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
