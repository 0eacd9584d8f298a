import { sql } from 'kysely';
import { WAITING_PER_SOURCE } from '../../../../shared/api/reward-centre/constants.ts';
import { amountText, currencyView } from '../../../../shared/money/amount-text.ts';
import { toWire } from '../../../../shared/money/money.ts';
import type { Executor } from '../../base/db/index.ts';
import type { RewardReader, RewardSourceParts } from '../centre/index.ts';
import type { FreeRoundDeps, GrantRow } from './contracts.ts';
import { gamesNamed, hrefOf } from './named-games.ts';
import { playable } from './play.ts';

type SourceDeps = Pick<FreeRoundDeps, 'games' | 'clock' | 'translate'>;

/** Free rounds in the reward centre. They are played in their game. */
export function freeRoundSource(deps: SourceDeps): RewardSourceParts {
  return {
    async waiting(executor, reader) {
      const rows = (await playable(executor, reader.memberId, reader.now)).slice(0, WAITING_PER_SOURCE);
      const names = await namesOf(deps, executor, rows, reader.language);
      return rows.map((row) => ({
        ...shown(deps, row, reader, names),
        amount: null,
        step: 'open' as const,
        until: row.expires_at.toISOString(),
        note: noteOf(deps, row, reader),
      }));
    },
    count: async (executor, memberId, now) => (await playable(executor, memberId, now)).length,
    async past(executor, reader, limit) {
      const { rows } = await sql<GrantRow & { readonly ended_at: Date }>`
        select * from free_round_grant where member_id = ${reader.memberId} and ended_at is not null
         order by ended_at desc, id desc limit ${limit}::int`.execute(executor);
      const names = await namesOf(deps, executor, rows, reader.language);
      return rows.map((row) => ({
        ...shown(deps, row, reader, names),
        amount: toWire(BigInt(row.won)),
        outcome: row.played > 0 ? ('claimed' as const) : ('expired' as const),
        at: row.ended_at.toISOString(),
      }));
    },
    async countPast(executor, memberId) {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from free_round_grant where member_id = ${memberId} and ended_at is not null`.execute(executor);
      return rows[0]?.count ?? 0;
    },
  };
}

async function namesOf({ games }: SourceDeps, executor: Executor, rows: readonly GrantRow[], language: string) {
  const ids = [...new Set(rows.flatMap((row) => row.games))];
  const found = await games.findMany(executor, ids, language);
  return new Map([...found].map(([id, { gameName }]) => [id, gameName]));
}

function shown(deps: SourceDeps, row: GrantRow, { language }: RewardReader, names: ReadonlyMap<string, string>) {
  const values = { left: row.rounds - row.played, rounds: row.rounds, game: gamesNamed(deps, row, names, language) };
  return {
    rewardId: row.id,
    name: deps.translate(language, row.state === 'open' ? 'rewards.free_left' : 'rewards.free_ended', values),
    period: null,
    points: null,
    href: hrefOf(row),
  };
}

/** What they cost the member: nothing, and what happens with the wins. */
function noteOf({ translate }: SourceDeps, { stake, currency, wagering, reason }: GrantRow, { language }: RewardReader): string {
  const values = { stake: amountText(BigInt(stake), currencyView(currency)), times: wagering ?? 0 };
  return `${reason}. ${translate(language, wagering === null ? 'rewards.free_real' : 'rewards.free_bonus', values)}`;
}
