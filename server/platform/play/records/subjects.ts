import { sql } from 'kysely';
import type { Executor } from '../../base/db/index.ts';
import type { MovementRow } from './movements.ts';

/** Subject of a movement: a round, or a deposit, withdrawal and the like. */
export interface Subject {
  readonly type: 'bet' | 'deposit' | 'withdrawal';
  readonly id: string;
  /** For rounds only. */
  readonly gameId?: string;
}

const SEAMLESS = /^seamless:([^:]+):(.+)$/;

/** Subjects by transfer id. Stakes, payouts and refunds are found by the vendor's transaction id; others carry an id. */
export async function subjectsOf(executor: Executor, movements: readonly MovementRow[]): Promise<ReadonlyMap<string, Subject>> {
  const subjects = new Map<string, Subject>();
  for (const { transferId, meta } of movements) {
    if (meta.depositId !== undefined) subjects.set(transferId, { type: 'deposit', id: meta.depositId });
    else if (meta.withdrawalId !== undefined) subjects.set(transferId, { type: 'withdrawal', id: meta.withdrawalId });
  }
  for (const { transferId, id, gameId } of await roundsOf(executor, movements)) subjects.set(transferId, { type: 'bet', id, gameId });
  return subjects;
}

async function roundsOf(executor: Executor, movements: readonly MovementRow[]) {
  const named = movements.flatMap(({ reference }) => {
    const [, provider, transactionId] = SEAMLESS.exec(reference) ?? [];
    return provider !== undefined && transactionId !== undefined ? [{ provider, transactionId }] : [];
  });
  if (named.length === 0) return [];
  const { rows } = await sql<{ transfer_id: string | null; id: string; game_id: string }>`
    select v.transfer_id, r.id, r.game_id
      from unnest(${named.map(({ provider }) => provider)}::text[], ${named.map(({ transactionId }) => transactionId)}::text[]) as n(provider, id)
      join vendor_transaction v on v.provider = n.provider and v.transaction_id = n.id
      join vendor_round r on r.provider = v.provider and r.round_id = v.round_id`.execute(executor);
  return rows.flatMap(({ transfer_id, id, game_id }) => (transfer_id === null ? [] : [{ transferId: transfer_id, id, gameId: game_id }]));
}
