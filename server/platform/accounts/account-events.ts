import type { Executor } from '../db/database.ts';

/** What is worth remembering about an account; a kind is permanent, operators search by it. */
export interface AccountEvent {
  readonly merchant: string;
  /** Null where nobody is known: a sign-in with a name that no member has. */
  readonly memberId: string | null;
  /** Snake case: `signed_in`, `password_changed`, `remember_token_reused`. */
  readonly kind: string;
  readonly clientAddress: string;
  readonly country: string | null;
  readonly at: Date;
}

/** Writes one line of an account's history, in the transaction of what happened. */
export async function recordEvent(
  executor: Executor,
  { merchant, memberId, kind, clientAddress, country, at }: AccountEvent,
): Promise<void> {
  await executor
    .insertInto('account_event')
    .values({ merchant, member_id: memberId, kind, client_address: clientAddress, country, at })
    .execute();
}
