import type { Executor, Tx } from '../../base/db/index.ts';

/** Invitations between members. They note who invited, and place no member in a team: that is what an agent's invitation does (`affiliates.ts`). */
export interface Referrals {
  /** Whether a typed code can be used; true while members do not invite each other. */
  isCode(executor: Executor, code: string): Promise<boolean>;
  /** Notes who invited the new member, in the transaction of the registration. A code that no member has notes nothing. */
  note(tx: Tx, memberId: string, code: string): Promise<void>;
}
