import { randomBytes } from 'node:crypto';
import type { Insertable, Selectable } from 'kysely';
import type { Executor } from '../../base/db/index.ts';
import { rankOfMember, type VipRank } from '../../merchant/index.ts';
import { accountKey } from './account-key.ts';
import type { MemberTable } from './tables.ts';

/** A new member for storage; personal data is sealed already (`new-member.ts`). */
export interface NewMemberRow {
  readonly merchant: string;
  readonly account: string;
  readonly type: number;
  readonly currency: string;
  readonly passwordHash: string;
  /** Whether the member chose the password. A password set by another person must be changed at the first sign-in. */
  readonly ownPassword: boolean;
  /** Other columns that a registration may fill. */
  readonly columns?: Partial<Pick<Insertable<MemberTable>, FilledColumn>>;
}

type FilledColumn =
  | 'nickname'
  | 'language'
  | 'mobile'
  | 'mobile_key'
  | 'mobile_verified_at'
  | 'email'
  | 'email_key'
  | 'email_verified_at'
  | 'payment_hash'
  | 'payment_changed_at'
  | 'sealed_profile'
  | 'affiliate_code'
  | 'agent_id'
  | 'referral_code'
  | 'free_play';

export interface MemberRow extends Pick<Selectable<MemberTable>, (typeof PROFILE_COLUMNS)[number]> {
  /** Null without VIP levels. */
  readonly rank: VipRank | null;
}

const PROFILE_COLUMNS = [
  'id',
  'agent_id',
  'account',
  'type',
  'currency',
  'status',
  'nickname',
  'password_hash',
  'password_changed_at',
  'first_login_at',
  'created_at',
  'last_login_at',
  'previous_login_at',
  'previous_login_country',
  'last_login_country',
  'language',
  'must_change',
  'mobile',
  'mobile_verified_at',
  'email',
  'email_verified_at',
  'free_play',
  'show_wins',
  'avatar_type',
  'avatar',
] as const satisfies readonly (keyof MemberTable)[];
const COLUMNS = [...PROFILE_COLUMNS, rankOfMember.as('rank')];

export function findByName(executor: Executor, merchant: string, account: string): Promise<MemberRow | undefined> {
  return executor
    .selectFrom('member')
    .select(COLUMNS)
    .where('merchant', '=', merchant)
    .where('account_key', '=', accountKey(account))
    .executeTakeFirst();
}

export function findById(executor: Executor, memberId: string): Promise<MemberRow | undefined> {
  return executor.selectFrom('member').select(COLUMNS).where('id', '=', memberId).executeTakeFirst();
}

/** The member who has verified this number; there is at most one. */
export function findByVerifiedMobile(executor: Executor, merchant: string, mobileKey: string): Promise<MemberRow | undefined> {
  return executor
    .selectFrom('member')
    .select(COLUMNS)
    .where('merchant', '=', merchant)
    .where('mobile_key', '=', mobileKey)
    .where('mobile_verified_at', 'is not', null)
    .executeTakeFirst();
}

/** Undefined if the name or a verified contact is taken. The unique indexes decide, also for concurrent requests. */
export function insertMember(executor: Executor, member: NewMemberRow, now: Date): Promise<MemberRow | undefined> {
  return executor
    .insertInto('member')
    .values({
      id: `m_${randomBytes(12).toString('hex')}`,
      merchant: member.merchant,
      account: member.account,
      account_key: accountKey(member.account),
      type: member.type,
      currency: member.currency,
      status: 'active',
      nickname: member.account,
      password_hash: member.passwordHash,
      password_changed_at: now,
      first_login_at: member.ownPassword ? now : null,
      last_login_at: null,
      previous_login_at: null,
      profile: '{}',
      created_at: now,
      ...member.columns,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(COLUMNS)
    .executeTakeFirst();
}

export async function noteLogin(executor: Executor, member: MemberRow, now: Date, country: string | null = null): Promise<void> {
  await executor
    .updateTable('member')
    .set({
      last_login_at: now,
      last_login_country: country,
      previous_login_at: member.last_login_at,
      previous_login_country: member.last_login_country,
    })
    .where('id', '=', member.id)
    .execute();
}

/** A message read at the address verifies it. An address that another member has verified stays theirs. */
export async function verifyEmail(executor: Executor, member: MemberRow, now: Date): Promise<void> {
  if (member.email_verified_at !== null) return;
  await executor
    .updateTable('member')
    .set({ email_verified_at: now })
    .where('id', '=', member.id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('member as holder')
            .select('holder.id')
            .whereRef('holder.merchant', '=', 'member.merchant')
            .whereRef('holder.email_key', '=', 'member.email_key')
            .where('holder.email_verified_at', 'is not', null),
        ),
      ),
    )
    .execute();
}

/** Stores a password chosen by the member; no change is required any more. */
export async function setPassword(executor: Executor, memberId: string, passwordHash: string, now: Date): Promise<void> {
  await executor
    .updateTable('member')
    .set({ password_hash: passwordHash, password_changed_at: now, must_change: false })
    .where('id', '=', memberId)
    .execute();
}
