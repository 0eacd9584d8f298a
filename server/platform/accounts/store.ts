import { randomBytes } from 'node:crypto';
import type { Executor } from '../db/database.ts';
import type { MemberTable } from '../db/schema/accounts.ts';
import { accountKey } from './account-key.ts';

export interface NewMember {
  readonly merchant: string;
  readonly account: string;
  readonly type: number;
  readonly currency: string;
  readonly passwordHash: string;
  readonly affiliateCode?: string | undefined;
  readonly referralCode?: string | undefined;
  readonly profile?: Readonly<Record<string, string>>;
  /** Whether the member has chosen the password; one set by somebody else is to be changed at the first sign-in. */
  readonly ownPassword: boolean;
}

export type MemberRow = Pick<
  MemberTable,
  | 'id'
  | 'account'
  | 'type'
  | 'currency'
  | 'status'
  | 'nickname'
  | 'password_hash'
  | 'password_changed_at'
  | 'first_login_at'
  | 'last_login_at'
  | 'previous_login_at'
>;

const COLUMNS = [
  'id',
  'account',
  'type',
  'currency',
  'status',
  'nickname',
  'password_hash',
  'password_changed_at',
  'first_login_at',
  'last_login_at',
  'previous_login_at',
] as const satisfies readonly (keyof MemberRow)[];

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

/** Undefined when the name is taken: the unique constraint decides, also between two registrations at once. */
export function insertMember(executor: Executor, member: NewMember, now: Date): Promise<MemberRow | undefined> {
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
      affiliate_code: member.affiliateCode ?? null,
      referral_code: member.referralCode ?? null,
      profile: JSON.stringify(member.profile ?? {}),
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['merchant', 'account_key']).doNothing())
    .returning(COLUMNS)
    .executeTakeFirst();
}

export async function noteLogin(executor: Executor, member: MemberRow, now: Date): Promise<void> {
  await executor
    .updateTable('member')
    .set({ first_login_at: member.first_login_at ?? now, last_login_at: now, previous_login_at: member.last_login_at })
    .where('id', '=', member.id)
    .execute();
}

export async function setPassword(executor: Executor, memberId: string, passwordHash: string, now: Date): Promise<void> {
  await executor.updateTable('member').set({ password_hash: passwordHash, password_changed_at: now }).where('id', '=', memberId).execute();
}
