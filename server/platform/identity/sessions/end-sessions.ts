import type { AfterCommit, Executor, Tx } from '../../base/db/index.ts';
import { type EventHub, SESSION_CHANNEL } from '../../base/events/index.ts';
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
  { memberId, selection, now }: { readonly memberId: string; readonly selection: EndedSessions; readonly now: Date },
): Promise<number> {
  await lockMember(tx, memberId);
  const keptFamily = await survivingFamily(tx, selection);
  const ended = await markEnded(tx, memberId, selection, keptFamily, now);
  if ('replacedBy' in selection)
    await handPlayOn(
      tx,
      ended.map(({ id }) => id),
      selection.replacedBy,
    );
  else {
    await revokeTokens(tx, memberId, selection, keptFamily, ended, now);
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

async function survivingFamily(tx: Tx, selection: EndedSessions): Promise<string | null> {
  const survivingSessionId = 'except' in selection ? selection.except : 'replacedBy' in selection ? selection.replacedBy : null;
  if (survivingSessionId === null) return null;
  const row = await tx.selectFrom('member_session').select('remember_family').where('id', '=', survivingSessionId).executeTakeFirst();
  return row?.remember_family ?? null;
}

async function markEnded(
  tx: Tx,
  memberId: string,
  selection: EndedSessions,
  keptFamily: string | null,
  now: Date,
): Promise<readonly EndedRow[]> {
  let ending = tx.updateTable('member_session').set({ ended_at: now }).where('member_id', '=', memberId).where('ended_at', 'is', null);
  if ('only' in selection) ending = ending.where('id', '=', selection.only);
  else if ('family' in selection) ending = ending.where('remember_family', '=', selection.family);
  else if ('replacedBy' in selection) ending = ending.where('remember_family', '=', keptFamily).where('id', '!=', selection.replacedBy);
  else if (selection.except !== null) ending = ending.where('id', '!=', selection.except);
  return ending.returning(['id', 'remember_family']).execute();
}

async function revokeTokens(
  tx: Tx,
  memberId: string,
  selection: Exclude<EndedSessions, { readonly replacedBy: string }>,
  keptFamily: string | null,
  ended: readonly EndedRow[],
  now: Date,
): Promise<void> {
  if ('family' in selection) await revokeFamily(tx, selection.family, now);
  else if ('except' in selection) await revokeFamilies(tx, memberId, keptFamily, now);
  else
    await revokeAbandoned(
      tx,
      ended.flatMap(({ remember_family }) => remember_family ?? []),
      now,
    );
}
