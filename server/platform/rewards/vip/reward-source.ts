import { sql } from 'kysely';
import { WAITING_PER_SOURCE } from '../../../../shared/api/reward-centre/constants.ts';
import { toWire } from '../../../../shared/money/money.ts';
import type { Executor } from '../../base/db/index.ts';
import type { Translate } from '../../base/http/index.ts';
import { readMerchant } from '../../merchant/index.ts';
import type { RewardReader, RewardSourceParts, WaitingReward } from '../centre/index.ts';
import { claimGifts, type GiftPayDeps } from './gift-pay.ts';
import type { GiftRow } from './gifts.ts';

export interface GiftSourceDeps extends GiftPayDeps {
  readonly translate: Translate;
}

/** Gifts of levels and birthdays in the reward centre. */
export function giftSource(deps: GiftSourceDeps): RewardSourceParts {
  return {
    async waiting(executor, reader) {
      const { rows } = await sql<GiftRow>`
        select * from vip_gift
         where member_id = ${reader.memberId} and (state = 'unfunded' or (state = 'claimable' and claim_until > ${reader.now}))
         order by case when state = 'claimable' then claim_until end nulls last, id limit ${WAITING_PER_SOURCE}::int`.execute(executor);
      const nameOf = await names(deps, executor, reader);
      return rows.map((row) => ({ ...shown(row, nameOf), ...stepOf(row), note: '' }));
    },
    async count(executor, memberId, now) {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from vip_gift where member_id = ${memberId} and state = 'claimable' and claim_until > ${now}`.execute(
        executor,
      );
      return rows[0]?.count ?? 0;
    },
    async past(executor, reader, limit) {
      const { rows } = await sql<GiftRow & { readonly at: Date }>`
        select *, coalesce(paid_at, claim_until) as at from vip_gift where member_id = ${reader.memberId} and ${ended(reader.now)}
         order by at desc, id desc limit ${limit}::int`.execute(executor);
      const nameOf = await names(deps, executor, reader);
      return rows.map((row) => ({
        ...shown(row, nameOf),
        outcome: row.state === 'paid' ? 'claimed' : 'expired',
        at: row.at.toISOString(),
      }));
    },
    async countPast(executor, memberId, now) {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from vip_gift where member_id = ${memberId} and ${ended(now)}`.execute(executor);
      return rows[0]?.count ?? 0;
    },
    claim: (tx, afterCommit, memberId, id) => claimGifts(deps, tx, afterCommit, memberId, id),
  };
}

/** The job that ends the time to claim runs some seconds later. */
function ended(now: Date) {
  return sql<boolean>`(state in ('paid', 'expired') or (state = 'claimable' and claim_until <= ${now}))`;
}

function stepOf({ state, claim_until }: GiftRow): Pick<WaitingReward, 'step' | 'until'> {
  return state === 'claimable' ? { step: 'claim', until: claim_until.toISOString() } : { step: 'processing', until: null };
}

/** "Gift for Tide", "Birthday gift 2026". */
async function names({ merchant, translate }: GiftSourceDeps, executor: Executor, { language }: RewardReader) {
  const { vipLevels } = (await readMerchant(executor, merchant)).settings;
  return ({ kind, level, year }: GiftRow): string =>
    kind === 'birthday'
      ? translate(language, 'vip.giftBirthday', { year })
      : translate(language, 'vip.giftUpgrade', { level: vipLevels[level - 1]?.labelName ?? String(level) });
}

function shown(row: GiftRow, nameOf: (row: GiftRow) => string) {
  return {
    rewardId: row.id,
    name: nameOf(row),
    period: null,
    amount: toWire(BigInt(row.amount)),
    points: null,
    href: '/member/playerRank',
  };
}
