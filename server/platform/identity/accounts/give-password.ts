import type { AfterCommit, Tx } from '../../base/db/index.ts';
import { setPassword } from '../members/index.ts';
import { lockMember } from '../sessions/index.ts';
import type { ResetForgottenDeps } from './reset-forgotten-password.ts';

/** A member who can get a password from an operator. */
interface Given {
  readonly account: string;
}

/**
 * Sets a password that the member must change at the next sign-in, also without `forcedPasswordChange`, and revokes everything obtained
 * with the old one: sessions, remembered browsers, pending sign-ins, sent links, locks. Undefined for an unknown member and for a trial
 * account, which has no password to change.
 */
export type GivePassword = (tx: Tx, afterCommit: AfterCommit, memberId: string, passwordHash: string) => Promise<Given | undefined>;

type Deps = Pick<ResetForgottenDeps, 'clock' | 'merchant' | 'sessions' | 'signIn' | 'messages'>;

export function createGivePassword({ clock, merchant, sessions, signIn, messages }: Deps): GivePassword {
  return async (tx, afterCommit, memberId, passwordHash) => {
    await lockMember(tx, memberId);
    const member = await tx
      .selectFrom('member')
      .select(['account', 'payment_hash'])
      .where('id', '=', memberId)
      .where('merchant', '=', merchant)
      .where('free_play', '=', false)
      .executeTakeFirst();
    if (!member) return undefined;
    const now = clock.now();
    await setPassword(tx, memberId, passwordHash, now);
    // Two persons know this password until it is changed. A first payment password that is set with it waits like one after a forgotten one.
    const cooling = member.payment_hash === null ? { payment_reset_at: now } : {};
    await tx
      .updateTable('member')
      .set({ must_change: true, ...cooling })
      .where('id', '=', memberId)
      .execute();
    await sessions.end(tx, afterCommit, memberId, { except: null });
    for (const table of ['pending_sign_in', 'password_reset'] as const)
      await tx.updateTable(table).set({ ended_at: now }).where('member_id', '=', memberId).where('ended_at', 'is', null).execute();
    await signIn.unlock(tx, member.account);
    await messages.notify(tx, memberId, 'password_changed');
    return { account: member.account };
  };
}
