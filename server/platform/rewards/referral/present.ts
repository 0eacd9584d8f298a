import { sql } from 'kysely';
import { FRIENDS_PAGE_SIZE, type ReferralStep, SHOWN_BELOW, SHOWN_EARNINGS } from '../../../../shared/api/referral/constants.ts';
import type { ReferralEarningValue, ReferralFriendValue, ReferralOverview } from '../../../../shared/api/referral/schemas.ts';
import { toWire } from '../../../../shared/money/money.ts';
import type { Database, Executor } from '../../base/db/index.ts';
import { type MerchantSettings, readMerchant, toUnits } from '../../merchant/index.ts';
import { maskName } from '../../play/games/index.ts';
import { codeOf } from './codes.ts';
import { mayReceive, type RewardRow, type SettleDeps } from './settle.ts';

export interface ReferralReader {
  readonly memberId: string;
  readonly page: number;
  readonly now: Date;
}

type ReaderDeps = Pick<SettleDeps, 'merchant' | 'protection'>;

/** What the member sees of its invitations. Nothing is offered to members on a break, excluded or blocked; what was earned stays. */
export async function readReferral(
  db: Database,
  { merchant, protection }: ReaderDeps,
  { memberId, page: wanted, now }: ReferralReader,
): Promise<Omit<ReferralOverview, 'currency' | 'currencySymbol' | 'now'>> {
  const { settings } = await readMerchant(db, merchant);
  const isPaused = !(await mayReceive({ protection }, db, memberId));
  const isOffered = !isPaused && settings.features.referral === true;
  const counts = await countFriends(db, memberId);
  const pages = Math.max(1, Math.ceil(counts.registered / FRIENDS_PAGE_SIZE));
  const page = Math.min(wanted, pages);
  return {
    paused: isPaused,
    code: isOffered ? await codeOf(db, memberId, now) : null,
    ...(isOffered ? offerOf(settings) : NO_OFFER),
    claimDays: settings.referral.claimDays,
    sums: await sumsOf(db, memberId, now),
    counts,
    page,
    pages,
    friends: await readFriends(db, memberId, page),
    earnings: await readEarnings(db, memberId, now),
  };
}

type Offer = Pick<ReferralOverview, 'rules' | 'perMonth' | 'maxFriends'>;
const NO_OFFER: Offer = { rules: [], perMonth: null, maxFriends: null };

function offerOf({ referral: { stages, perMonth, maxFriends } }: MerchantSettings): Offer {
  return {
    rules: stages.map(({ stage, deposits, stake, withinDays, referrer, friend }) => ({
      stage,
      deposits: toWire(toUnits(deposits)),
      stake: toWire(toUnits(stake)),
      withinDays,
      referrer: toWire(toUnits(referrer)),
      friend: toWire(toUnits(friend)),
    })),
    perMonth: perMonth === null ? null : toWire(toUnits(perMonth)),
    maxFriends,
  };
}

async function countFriends(executor: Executor, memberId: string): Promise<ReferralOverview['counts']> {
  const { rows } = await sql<ReferralOverview['counts']>`
    select count(*)::int as registered, count(deposited_at)::int as deposited, count(played_at)::int as played
      from referral where referrer_id = ${memberId}`.execute(executor);
  return rows[0] ?? { registered: 0, deposited: 0, played: 0 };
}

interface FriendRow {
  friend_id: string;
  nickname: string;
  registered_at: Date;
  deposited_at: Date | null;
  played_at: Date | null;
}

async function readFriends(executor: Executor, memberId: string, page: number): Promise<ReferralFriendValue[]> {
  const { rows } = await sql<FriendRow>`
    select r.friend_id, m.nickname, r.registered_at, r.deposited_at, r.played_at from referral r join member m on m.id = r.friend_id
     where r.referrer_id = ${memberId} order by r.registered_at desc, r.friend_id
     limit ${FRIENDS_PAGE_SIZE}::int offset ${(page - 1) * FRIENDS_PAGE_SIZE}::int`.execute(executor);
  const below = await sql<{ referrer_id: string; nickname: string; registered_at: Date; place: number; count: number }>`
    select * from (
      select r.referrer_id, m.nickname, r.registered_at, row_number() over (partition by r.referrer_id order by r.registered_at desc, r.friend_id)::int as place,
             count(*) over (partition by r.referrer_id)::int as count
        from referral r join member m on m.id = r.friend_id
       where r.referrer_id = any(${rows.map(({ friend_id }) => friend_id)}::text[])) as b
     where place <= ${SHOWN_BELOW}::int order by referrer_id, place`.execute(executor);
  return rows.map((row) => {
    const invited = below.rows.filter(({ referrer_id }) => referrer_id === row.friend_id);
    return {
      name: maskName(row.nickname),
      registeredAt: row.registered_at.toISOString(),
      depositedAt: row.deposited_at?.toISOString() ?? null,
      playedAt: row.played_at?.toISOString() ?? null,
      invited: invited.map(({ nickname, registered_at }) => ({ name: maskName(nickname), registeredAt: registered_at.toISOString() })),
      invitedCount: invited[0]?.count ?? 0,
    };
  });
}

/** Goals of the member, and of its friends, that can still be reached. */
const pending = (memberId: string, now: Date) => sql`
  select s.side, g.friend_id, g.stage, g.need_deposits, g.need_stake, g.ends_at, r.registered_at,
         case s.side when 'friend' then g.friend_amount else g.referrer_amount end as amount
    from referral r join referral_goal g on g.friend_id = r.friend_id
    cross join (values ('referrer'), ('friend')) as s (side)
   where (r.referrer_id = ${memberId} and s.side = 'referrer' or r.friend_id = ${memberId} and s.side = 'friend')
     and g.reached_at is null and g.ends_at > ${now}
     and case s.side when 'friend' then g.friend_amount else g.referrer_amount end > 0
     and not exists (select from referral_reward w
                      where w.friend_id = g.friend_id and w.stage = g.stage and w.side = s.side and w.state <> 'withdrawn')`;

async function sumsOf(executor: Executor, memberId: string, now: Date): Promise<ReferralOverview['sums']> {
  const { rows } = await sql<Record<keyof ReferralOverview['sums'], string>>`
    select (select coalesce(sum(amount), 0) from (${pending(memberId, now)}) as p) as pending,
           coalesce(sum(amount) filter (where state = 'claimable' and claim_until > ${now}), 0) as claimable,
           coalesce(sum(amount) filter (where state = 'held'), 0) as held,
           coalesce(sum(amount) filter (where state in ('due', 'paid')), 0) as claimed
      from referral_reward where member_id = ${memberId}`.execute(executor);
  const wire = (units = '0') => toWire(BigInt(units));
  const { pending: open, claimable, held, claimed } = rows[0] ?? {};
  return { pending: wire(open), claimable: wire(claimable), held: wire(held), claimed: wire(claimed) };
}

interface EarningRow {
  readonly side: ReferralEarningValue['side'];
  readonly stage: ReferralEarningValue['stage'];
  readonly nickname: string;
  readonly need_deposits: string;
  readonly need_stake: string;
  readonly amount: string;
}

async function readEarnings(executor: Executor, memberId: string, now: Date): Promise<ReferralEarningValue[]> {
  const given = await sql<EarningRow & RewardRow>`
    select w.*, m.nickname, g.need_deposits, g.need_stake
      from referral_reward w join member m on m.id = w.friend_id
      join referral_goal g on g.friend_id = w.friend_id and g.stage = w.stage
     where w.member_id = ${memberId}
     order by w.state = 'claimable' and w.claim_until > ${now} desc, w.state in ('held', 'due') desc, w.created_at desc, w.id desc
     limit ${SHOWN_EARNINGS}::int`.execute(executor);
  const open = await sql<EarningRow & { ends_at: Date; registered_at: Date }>`
    select p.*, m.nickname from (${pending(memberId, now)}) as p join member m on m.id = p.friend_id
     order by p.ends_at, p.friend_id, p.stage limit ${SHOWN_EARNINGS}::int`.execute(executor);
  const rows = given.rows.map((row) => ofReward(row, now));
  const waiting = rows.filter(({ step }) => WAITING_STEPS.includes(step));
  const rest = rows.filter(({ step }) => !WAITING_STEPS.includes(step));
  return [...waiting, ...open.rows.map(ofGoal), ...rest];
}

const WAITING_STEPS: readonly ReferralStep[] = ['claim', 'held', 'processing'];
const STEPS: Readonly<Record<RewardRow['state'], ReferralStep>> = {
  claimable: 'claim',
  held: 'held',
  due: 'processing',
  paid: 'claimed',
  expired: 'expired',
  withdrawn: 'withdrawn',
  refused: 'refused',
};

function commonOf({ side, stage, nickname, need_deposits, need_stake, amount }: EarningRow) {
  return {
    side,
    stage,
    name: side === 'friend' ? '' : maskName(nickname),
    deposits: toWire(BigInt(need_deposits)),
    stake: toWire(BigInt(need_stake)),
    amount: toWire(BigInt(amount)),
  };
}

function ofGoal(row: EarningRow & { readonly ends_at: Date; readonly registered_at: Date }): ReferralEarningValue {
  const at = row.registered_at.toISOString();
  return { rewardId: null, ...commonOf(row), step: 'pending', cause: null, reason: '', until: row.ends_at.toISOString(), at };
}

function ofReward(row: EarningRow & RewardRow, now: Date): ReferralEarningValue {
  const step = row.state === 'claimable' && row.claim_until <= now ? 'expired' : STEPS[row.state];
  return {
    rewardId: `referral:${row.id}`,
    ...commonOf(row),
    step,
    cause: row.state === 'withdrawn' ? 'reversed' : row.cause,
    reason: row.cause === 'operator' ? (row.decision ?? '') : '',
    until: step === 'claim' ? row.claim_until.toISOString() : null,
    at: (row.paid_at ?? row.created_at).toISOString(),
  };
}
