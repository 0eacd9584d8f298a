import { sql } from 'kysely';
import type { PromotionBlock, PromotionStatus } from '../../../../shared/api/promotions/constants.ts';
import type { PromotionValue } from '../../../../shared/api/promotions/schemas.ts';
import { STUDIO_ART_PATH } from '../../../../shared/games/contract.ts';
import { toWire } from '../../../../shared/money/money.ts';
import { pointsToWire } from '../../../../shared/money/points.ts';
import { DAY_MS } from '../../../../shared/time.ts';
import type { Executor } from '../../base/db/index.ts';
import { readMerchant } from '../../merchant/index.ts';
import { mayBeOffered } from '../may-be-offered.ts';
import { isForMember } from './audience.ts';
import type { PromotionDeps } from './contracts.ts';
import { type EntryRow, type PromotionRow, shareOf, statusOf } from './rules.ts';
import { summaryOf, termsOf, titleOf } from './terms.ts';

type Deps = Pick<PromotionDeps, 'clock' | 'inTeam' | 'merchant' | 'protection' | 'translate'>;

interface Shown {
  readonly promotion: PromotionRow;
  readonly entry: EntryRow | null;
  readonly status: PromotionStatus;
}

/** A promotion that has ended stays in the list for so long. */
const SHOWN_AFTER_MS = 30 * DAY_MS;
const MAX_SHOWN = 100;
const ORDER: readonly PromotionStatus[] = [
  'claim',
  'joined',
  'join',
  'applying',
  'process',
  'coming_soon',
  'issued',
  'claimed',
  'rejected',
  'close',
];
/** Drawings and colours of the kinds. */
const LOOKS: Readonly<Record<PromotionBlock, readonly [art: string, tone: string]>> = {
  deposit: ['deposit-free', 'teal'],
  stake: ['fair-challenge', 'blue'],
  points: ['vip-ladder', 'violet'],
  cash: ['first-steps', 'amber'],
  cashback: ['fair-returns', 'amber'],
};

/** The promotions of a member in the language; `memberId` null: those that every visitor may see. */
export async function listPromotions(deps: Deps, executor: Executor, memberId: string | null, language: string) {
  const { settings } = await readMerchant(executor, deps.merchant);
  if (settings.features.promotions !== true) return { paused: false, promotions: [] };
  const paused = memberId !== null && !(await mayBeOffered(deps.protection, executor, memberId));
  const all = memberId === null ? await shownToAll(deps, executor) : await shownTo(deps, executor, memberId);
  const shown = paused ? all.filter(({ entry }) => entry !== null) : all;
  const reader = { translate: deps.translate, language, timeZone: settings.timeZone };
  const bonusRuns = memberId !== null && (await hasRunningBonus(executor, memberId));
  const promotions = shown.map(({ promotion, entry, status }): PromotionValue => {
    const [art, tone] = LOOKS[promotion.block];
    return {
      promotionId: promotion.id,
      title: titleOf(promotion.titles, language),
      type: promotion.type,
      block: promotion.block,
      status,
      summary: summaryOf(promotion, reader),
      terms: termsOf(promotion, reader),
      startsAt: promotion.starts_at.toISOString(),
      endsAt: promotion.ends_at.toISOString(),
      imageUrl: `${STUDIO_ART_PATH}/banner-${art}.svg`,
      tone,
      bonusRuns: bonusRuns && promotion.block === 'cashback' && (status === 'join' || status === 'joined'),
      ...ownOf(promotion, entry, status),
    };
  });
  return { paused, promotions: promotions.toSorted((a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status)) };
}

async function hasRunningBonus(executor: Executor, memberId: string): Promise<boolean> {
  const running = executor.selectFrom('bonus').select('id').where('member_id', '=', memberId).where('state', '=', 'running');
  return (await running.limit(1).executeTakeFirst()) !== undefined;
}

function ownOf(
  row: PromotionRow,
  entry: EntryRow | null,
  status: PromotionStatus,
): Pick<PromotionValue, 'amount' | 'claimUntil' | 'points' | 'progress' | 'reason'> {
  const { block, gives } = row;
  const isKnown =
    entry !== null &&
    (block !== 'deposit' || entry.deposit !== null) &&
    (block !== 'cashback' || entry.state === 'due' || entry.state === 'paid');
  return {
    progress: entry !== null && status === 'joined' ? progressOf(row, entry) : null,
    // A bonus, free rounds and tickets are in the sentence of the promotion.
    amount: isKnown && gives === null && BigInt(entry.amount) > 0n ? toWire(BigInt(entry.amount)) : null,
    points: isKnown && BigInt(entry.points) > 0n ? pointsToWire(BigInt(entry.points)) : null,
    claimUntil: status === 'claim' ? (entry?.claim_until?.toISOString() ?? null) : null,
    reason: entry?.state === 'rejected' ? entry.reason : '',
  };
}

function progressOf(row: PromotionRow, { counted }: EntryRow): PromotionValue['progress'] {
  if (row.block === 'stake') return { have: toWire(atLeastZero(counted)), need: toWire(BigInt(row.target)) };
  if (row.block === 'cashback') return { have: toWire(shareOf(row, BigInt(counted))), need: toWire(BigInt(row.amount)) };
  return null;
}

function atLeastZero(units: string): bigint {
  const value = BigInt(units);
  return value > 0n ? value : 0n;
}

async function shownToAll({ clock }: Deps, executor: Executor): Promise<readonly Shown[]> {
  const now = clock.now();
  const rows = await executor
    .selectFrom('promotion')
    .selectAll()
    .where('state', '=', 'live')
    .where('ends_at', '>', now)
    .where('agent_id', 'is', null)
    .orderBy('starts_at')
    .orderBy('id')
    .limit(MAX_SHOWN)
    .execute();
  return rows.map((promotion) => ({ promotion, entry: null, status: statusOf(promotion, null, now) })).filter(isShown);
}

async function shownTo({ clock, inTeam }: Deps, executor: Executor, memberId: string): Promise<readonly Shown[]> {
  const now = clock.now();
  const entries = await executor.selectFrom('promotion_entry').selectAll().where('member_id', '=', memberId).execute();
  const entryOf = new Map(entries.map((entry) => [entry.promotion_id, entry]));
  const { rows } = await sql<PromotionRow>`
    select p.* from promotion p join member m on m.id = ${memberId}
     where p.state <> 'draft' and (
       (p.state = 'live' and p.ends_at > ${now}::timestamptz and ${isForMember(inTeam, now)})
       or (p.id = any(${entries.map(({ promotion_id }) => promotion_id)}::text[])
           and p.ends_at + p.claim_days * interval '1 day' > ${new Date(now.getTime() - SHOWN_AFTER_MS)}::timestamptz))
     order by p.starts_at, p.id limit ${MAX_SHOWN}::int`.execute(executor);
  return rows
    .map((promotion) => {
      const entry = entryOf.get(promotion.id) ?? null;
      return { promotion, entry, status: statusOf(promotion, entry, now) };
    })
    .filter(isShown);
}

/** A closed promotion is shown only to members who were in it. */
function isShown({ entry, status }: Shown): boolean {
  return entry !== null || status !== 'close';
}

/** Ids of the promotions that the member can join or claim now. The caller has asked whether offers may be shown. */
export async function openPromotionsOf(deps: Deps, executor: Executor, memberId: string): Promise<readonly string[]> {
  const { settings } = await readMerchant(executor, deps.merchant);
  if (settings.features.promotions !== true || !(await mayBeOffered(deps.protection, executor, memberId))) return [];
  return (await shownTo(deps, executor, memberId))
    .filter(({ status }) => status === 'join' || status === 'claim')
    .map(({ promotion }) => promotion.id);
}

/** Whether a promotion was published, stopped, has started or ended between the times: the numbers of badges change then. */
export async function changedBetween(executor: Executor, from: Date, until: Date): Promise<boolean> {
  const { rows } = await sql`
    select 1 from promotion where state <> 'draft' and exists (
      select from unnest(array[published_at, stopped_at, starts_at, ends_at]) as at where at > ${from}::timestamptz and at <= ${until}::timestamptz)
     limit 1`.execute(executor);
  return rows.length > 0;
}
