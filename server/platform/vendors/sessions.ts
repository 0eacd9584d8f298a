import type { SeamlessAnswer, SeamlessBody } from '../../../shared/api/seamless.ts';
import type { Database, Executor, Tx } from '../db/database.ts';
import { answer } from './answers.ts';
import type { VendorDeps } from './contracts.ts';
import * as store from './store.ts';

const SESSION_MS = 24 * 3_600_000;

/** Exchanges a launch ticket, once. */
export async function authenticate(
  deps: VendorDeps,
  tx: Tx,
  provider: string,
  { ticket, gameId }: SeamlessBody<'authenticate'>,
): Promise<SeamlessAnswer> {
  const now = deps.clock.now();
  const found = await store.findTicket(tx, provider, store.hashToken(ticket));
  if (!found || found.game_id !== gameId || found.used_at !== null) return { status: 'INVALID_TOKEN' };
  if (found.expires_at <= now) return { status: 'TOKEN_EXPIRED' };
  if (!(await store.takeTicket(tx, found.hash, now))) return { status: 'INVALID_TOKEN' };
  const holder = await store.findHolder(tx, provider, found.member_id);
  if (!holder) throw new Error(`member ${found.member_id} has a ticket but no wallet`);
  const member = await deps.members.find(tx, found.member_id);
  if (!member || member.blocked) return answer(holder, 'PLAYER_BLOCKED');
  const { token, hash } = store.makeToken();
  await store.insertSession(tx, { hash, provider, member_id: found.member_id, expires_at: new Date(now.getTime() + SESSION_MS) });
  return { ...answer(holder, 'OK'), token, language: found.language, trial: holder.realm === 'trial' };
}

export async function balance(
  deps: VendorDeps,
  executor: Executor,
  provider: string,
  { token }: SeamlessBody<'balance'>,
): Promise<SeamlessAnswer> {
  const session = await store.findSession(executor, provider, token);
  const holder = session && (await store.findHolder(executor, provider, session.member_id));
  if (!holder) return { status: 'INVALID_TOKEN' };
  return answer(holder, session.expires_at <= deps.clock.now() ? 'TOKEN_EXPIRED' : 'OK');
}

/** What became of a transaction. One that is still running is not known yet: a vendor that must know rolls it back. */
export async function status(executor: Database, provider: string, { transactionId }: SeamlessBody<'status'>): Promise<SeamlessAnswer> {
  const found = await store.findTransaction(executor, provider, transactionId);
  if (!found) return { status: 'TRANSACTION_NOT_FOUND', transaction: { kind: 'bet', state: 'unknown' } };
  const holder = await store.findHolder(executor, provider, found.member_id);
  if (!holder) throw new Error(`member ${found.member_id} has transactions but no wallet`);
  const state = found.state === 'settled' ? 'accepted' : found.state;
  return { ...answer(holder, 'OK', { transferId: found.transfer_id }), transaction: { kind: found.kind, state } };
}
