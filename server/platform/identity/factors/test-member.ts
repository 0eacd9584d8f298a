import { randomBytes, randomUUID } from 'node:crypto';
import { DAY_MS } from '../../../../shared/time.ts';
import { hashOfToken } from '../../../kit/token-hash.ts';
import type { TestPlatform } from '../../test-platform.ts';

export interface TestMember {
  readonly memberId: string;
  readonly account: string;
  /** Token of a confirmed session. */
  readonly token: string;
}

/** A new signed-in member for one test. */
export async function addTestMember(test: TestPlatform, type = 0): Promise<TestMember> {
  const memberId = `m_${randomBytes(12).toString('hex')}`;
  const account = `t${memberId.slice(2, 14)}`;
  const now = test.clock.now();
  await test.db
    .insertInto('member')
    .values({
      id: memberId,
      merchant: test.merchant,
      account,
      account_key: account,
      type,
      currency: 'USD',
      status: 'active',
      nickname: account,
      password_hash: 'none',
      password_changed_at: now,
      first_login_at: now,
      last_login_at: now,
      previous_login_at: null,
      affiliate_code: null,
      referral_code: null,
      profile: '{}',
      created_at: now,
    })
    .execute();
  return { memberId, account, token: await openTestSession(test, memberId) };
}

/** Another confirmed session of the member. */
export async function openTestSession(test: TestPlatform, memberId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const now = test.clock.now();
  await test.db
    .insertInto('member_session')
    .values({
      id: randomUUID(),
      member_id: memberId,
      token_hash: hashOfToken(token),
      created_at: now,
      seen_at: now,
      expires_at: new Date(now.getTime() + DAY_MS),
      ended_at: null,
      client_address: '203.0.113.7',
      user_agent: 'test',
      country: null,
      confirmed_at: now,
      change_until: null,
      device_id: null,
      remember_family: null,
    })
    .execute();
  return token;
}
