import { sql } from 'kysely';
import type { SlipLeg } from '../../../../shared/seamless/slips.ts';
import type { SeamlessAnswer, SeamlessBody } from '../../../../shared/seamless/wallet.ts';
import type { Executor } from '../../base/db/index.ts';
import type { VendorDeps } from './contracts.ts';

/** Stores the bet slips of a vendor's rounds. Unknown rounds are rejected and listed in the reply. */
export async function storeSlips({ db, clock }: VendorDeps, provider: string, { slips }: SeamlessBody<'slips'>): Promise<SeamlessAnswer> {
  // If a call has a round twice, the last one counts.
  const latest = [...new Map(slips.map((slip) => [slip.roundId, slip])).values()];
  const slipsJson = JSON.stringify(latest.map(({ roundId, gameId, legs }) => ({ round_id: roundId, game_id: gameId, legs })));
  const { rows } = await sql<{ round_id: string }>`
    insert into vendor_slip (provider, round_id, legs, reported_at)
    select ${provider}, reported.round_id, reported.legs, ${clock.now()}
      from jsonb_to_recordset(${slipsJson}::text::jsonb) as reported (round_id text, game_id text, legs jsonb)
      join vendor_round r on r.provider = ${provider} and r.round_id = reported.round_id and r.game_id = reported.game_id
    on conflict (provider, round_id) do update set legs = excluded.legs, reported_at = excluded.reported_at
    returning round_id`.execute(db);
  const storedIds = new Set(rows.map((row) => row.round_id));
  const rejected = latest.filter(({ roundId }) => !storedIds.has(roundId)).map(({ roundId }) => roundId);
  return rejected.length === 0 ? { status: 'OK' } : { status: 'OK', message: `left out: ${rejected.join(', ')}` };
}

/** Slip legs by row id of the round, for rounds that have any. */
export async function slipsOf(
  executor: Executor,
  rounds: readonly { readonly id: string }[],
): Promise<ReadonlyMap<string, readonly SlipLeg[]>> {
  if (rounds.length === 0) return new Map();
  const rows = await executor
    .selectFrom('vendor_slip')
    .innerJoin('vendor_round', (join) =>
      join.onRef('vendor_round.provider', '=', 'vendor_slip.provider').onRef('vendor_round.round_id', '=', 'vendor_slip.round_id'),
    )
    .select(['vendor_round.id', 'vendor_slip.legs'])
    .where(
      'vendor_round.id',
      'in',
      rounds.map(({ id }) => id),
    )
    .execute();
  return new Map(rows.map(({ id, legs }) => [id, legs]));
}
