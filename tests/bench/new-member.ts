import { randomBytes } from 'node:crypto';
import type { insertMember } from '../../server/platform/identity/members/store.ts';

/** A member of the demo's merchant without a password. */
export function newMember(nr: number): Parameters<typeof insertMember>[1] {
  const account = `guest${nr}x${randomBytes(4).toString('hex')}`;
  const nothing = { sealed_profile: null, affiliate_code: null, agent_id: null, referral_code: null, payment_hash: null };
  const contacts = { mobile: null, mobile_key: null, mobile_verified_at: null, email: null, email_key: null, email_verified_at: null };
  return {
    merchant: 'lagoon',
    account,
    type: 0,
    currency: 'USD',
    passwordHash: '-',
    ownPassword: true,
    columns: { nickname: account, language: null, payment_changed_at: null, free_play: false, ...nothing, ...contacts },
  };
}
