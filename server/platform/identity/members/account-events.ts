import type { Executor } from '../../base/db/index.ts';

/** Event in the history of an account. Kinds are permanent, because operators search by them. */
export interface AccountEvent {
  readonly merchant: string;
  /** Null for a sign-in with an unknown name. */
  readonly memberId: string | null;
  /** Snake case: `signed_in`, `password_changed`, `remember_token_reused`. */
  readonly kind: string;
  readonly clientAddress: string;
  readonly country: string | null;
  readonly at: Date;
}

/** Writes a history line in the transaction of the event. */
export async function recordEvent(
  executor: Executor,
  { merchant, memberId, kind, clientAddress, country, at }: AccountEvent,
): Promise<void> {
  await executor
    .insertInto('account_event')
    .values({ merchant, member_id: memberId, kind, client_address: clientAddress, country, at })
    .execute();
}
