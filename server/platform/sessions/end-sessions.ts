import type { Executor, Tx } from '../db/database.ts';
import type { AfterCommit } from '../db/transaction.ts';
import { type EventHub, SESSION_CHANNEL } from '../events/hub.ts';
import type { EndedSessions } from './contracts.ts';
import { revokeAbandoned, revokeFamilies, revokeFamily } from './remember-tokens.ts';

/** Channel of the event hub for the end of one session. */
export const sessionChannel = (sessionId: string): string => `${SESSION_CHANNEL}${sessionId}`;

export interface EndSessionsDeps {
  readonly hub: EventHub;
  /** Stops stakes and reading in games that ended sessions opened. */
  readonly endPlay: (executor: Executor, memberId: string, now: Date) => Promise<void>;
  readonly handPlayOn: (executor: Executor, from: readonly string[], to: string) => Promise<void>;
}

interface EndedRow {
  readonly id: string;
  readonly remember_family: string | null;
}

export async function endSessions(
  { hub, endPlay, handPlayOn }: EndSessionsDeps,
  tx: Tx,
  afterCommit: AfterCommit,
  { memberId, which, now }: { readonly memberId: string; readonly which: EndedSessions; readonly now: Date },
): Promise<number> {
  await lockMember(tx, memberId);
  const kept = await familyThatStays(tx, which);
  const ended = await markEnded(tx, memberId, which, kept, now);
  if ('replacedBy' in which)
    await handPlayOn(
      tx,
      ended.map(({ id }) => id),
      which.replacedBy,
    );
  else {
    await revokeTokens(tx, memberId, which, kept, ended, now);
    await endPlay(tx, memberId, now);
  }
  afterCommit(() => {
    for (const { id } of ended) hub.publish(sessionChannel(id), { type: 'session-ended' });
  });
  return ended.length;
}

/**
 * Serialises everything that opens or ends sessions of a member. Otherwise a session that a remember token is opening would be missed and
 * would outlive a password change.
 */
export async function lockMember(tx: Tx, memberId: string): Promise<void> {
  await tx.selectFrom('member').select('id').where('id', '=', memberId).forNoKeyUpdate().execute();
}

async function familyThatStays(tx: Tx, which: EndedSessions): Promise<string | null> {
  const staying = 'except' in which ? which.except : 'replacedBy' in which ? which.replacedBy : null;
  if (staying === null) return null;
  const row = await tx.selectFrom('member_session').select('remember_family').where('id', '=', staying).executeTakeFirst();
  return row?.remember_family ?? null;
}

async function markEnded(tx: Tx, memberId: string, which: EndedSessions, kept: string | null, now: Date): Promise<readonly EndedRow[]> {
  let ending = tx.updateTable('member_session').set({ ended_at: now }).where('member_id', '=', memberId).where('ended_at', 'is', null);
  if ('only' in which) ending = ending.where('id', '=', which.only);
  else if ('family' in which) ending = ending.where('remember_family', '=', which.family);
  else if ('replacedBy' in which) ending = ending.where('remember_family', '=', kept).where('id', '!=', which.replacedBy);
  else if (which.except !== null) ending = ending.where('id', '!=', which.except);
  return ending.returning(['id', 'remember_family']).execute();
}

async function revokeTokens(
  tx: Tx,
  memberId: string,
  which: Exclude<EndedSessions, { readonly replacedBy: string }>,
  kept: string | null,
  ended: readonly EndedRow[],
  now: Date,
): Promise<void> {
  if ('family' in which) await revokeFamily(tx, which.family, now);
  else if ('except' in which) await revokeFamilies(tx, memberId, kept, now);
  else
    await revokeAbandoned(
      tx,
      ended.flatMap(({ remember_family }) => remember_family ?? []),
      now,
    );
}
