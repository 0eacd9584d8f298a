import { sql } from 'kysely';
import type { Database } from '../base/db/index.ts';
import type { Wallet } from '../ledger/index.ts';

let members = 0;

/** A member with a wallet in dollars, without the registration. Ids grow in the order of the calls. */
export async function addRewardMember(db: Database, wallet: Pick<Wallet, 'openMember'>, merchant: string): Promise<string> {
  members += 1;
  const memberId = `m_reward${String(members).padStart(5, '0')}`;
  await sql`
    insert into member (id, merchant, account, account_key, type, currency, status, nickname, password_hash, password_changed_at, profile, created_at)
    values (${memberId}, ${merchant}, ${memberId}, ${memberId}, 0, 'USD', 'active', ${memberId}, '', now(), '{}', now())`.execute(db);
  await wallet.openMember(db, { memberId, currency: 'USD', realm: 'real' });
  return memberId;
}
