import type { Clock } from '../../base/clock.ts';
import type { AfterCommit, Tx } from '../../base/db/index.ts';
import type { Caller } from '../../base/http/index.ts';
import type { Messages } from '../../notify/messages/index.ts';
import { type MemberRow, recordEvent, setPassword } from '../members/index.ts';
import type { Sessions } from '../sessions/index.ts';
import type { SignIn } from '../sign-in/index.ts';

export interface ResetForgottenDeps {
  readonly clock: Clock;
  readonly merchant: string;
  readonly sessions: Sessions;
  readonly signIn: SignIn;
  readonly messages: Messages;
}

/**
 * Sets the password of a member who has verified an address or number, and revokes everything obtained with the old one: sessions,
 * remembered browsers, open games, pending sign-ins, sent links.
 */
export async function resetForgottenPassword(
  { clock, merchant, sessions, signIn, messages }: ResetForgottenDeps,
  tx: Tx,
  afterCommit: AfterCommit,
  { member, passwordHash, caller }: { member: MemberRow; passwordHash: string; caller: Caller },
): Promise<void> {
  const now = clock.now();
  await setPassword(tx, member.id, passwordHash, now);
  await sessions.end(tx, afterCommit, member.id, { except: null });
  for (const table of ['pending_sign_in', 'password_reset'] as const)
    await tx.updateTable(table).set({ ended_at: now }).where('member_id', '=', member.id).where('ended_at', 'is', null).execute();
  await signIn.unlock(tx, member.account);
  await messages.notify(tx, member.id, 'password_changed');
  const { clientAddress, country } = caller;
  await recordEvent(tx, { merchant, memberId: member.id, kind: 'password_reset', clientAddress, country, at: now });
}
