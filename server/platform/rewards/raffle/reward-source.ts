import { sql } from 'kysely';
import { WAITING_PER_SOURCE } from '../../../../shared/api/reward-centre/constants.ts';
import { toWire } from '../../../../shared/money/money.ts';
import type { RewardSourceParts } from '../centre/index.ts';
import type { RaffleDeps } from './contracts.ts';
import { claimWins } from './pay.ts';
import type { RaffleRow, WinRow } from './rules.ts';
import { titleOf } from './terms.ts';

type Row = WinRow & Pick<RaffleRow, 'titles'>;

/** Prizes of raffles in the reward centre. */
export function raffleSource(deps: RaffleDeps): RewardSourceParts {
  return {
    async waiting(executor, { memberId, now, language }) {
      const { rows } = await sql<Row>`
        select w.*, r.titles from raffle_win w join raffle r on r.id = w.raffle_id
         where w.member_id = ${memberId} and (w.state = 'due' or (w.state = 'claimable' and w.claim_until > ${now}))
         order by case when w.state = 'claimable' then w.claim_until end nulls last, w.id limit ${WAITING_PER_SOURCE}::int`.execute(
        executor,
      );
      return rows.map((row) => {
        const isOpen = row.state === 'claimable';
        const step = isOpen ? ('claim' as const) : ('processing' as const);
        return { ...shown(row, language), step, until: isOpen ? row.claim_until.toISOString() : null, note: '' };
      });
    },
    async count(executor, memberId, now) {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from raffle_win where member_id = ${memberId} and state = 'claimable' and claim_until > ${now}`.execute(
        executor,
      );
      return rows[0]?.count ?? 0;
    },
    async past(executor, { memberId, now, language }, limit) {
      const { rows } = await sql<Row & { readonly at: Date }>`
        select w.*, r.titles, coalesce(w.paid_at, w.claim_until) as at from raffle_win w join raffle r on r.id = w.raffle_id
         where w.member_id = ${memberId} and ${isPast(now)} order by at desc, w.id desc limit ${limit}::int`.execute(executor);
      return rows.map((row) => ({
        ...shown(row, language),
        outcome: row.state === 'paid' ? 'claimed' : 'expired',
        at: row.at.toISOString(),
      }));
    },
    async countPast(executor, memberId, now) {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from raffle_win w where w.member_id = ${memberId} and ${isPast(now)}`.execute(executor);
      return rows[0]?.count ?? 0;
    },
    claim: (tx, afterCommit, memberId, id) => claimWins(deps, tx, afterCommit, memberId, id),
  };
}

/** Paid, or not claimed in time: the job that ends the time to claim runs some seconds later. */
function isPast(now: Date) {
  return sql<boolean>`(w.state = 'paid' or (w.state in ('claimable', 'ended') and w.claim_until <= ${now}))`;
}

function shown({ id, titles, amount, raffle_id }: Row, language: string) {
  const href = `/raffle?id=${raffle_id}`;
  return { rewardId: id, name: titleOf(titles, language), period: null, amount: toWire(BigInt(amount)), points: null, href };
}
