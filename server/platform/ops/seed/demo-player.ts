import { MEMBER_TYPE } from '../../../../shared/constants.ts';
import { inTransaction } from '../../base/db/index.ts';
import { readMerchant } from '../../merchant/index.ts';
import { DEMO_PASSWORD } from '../../operators/index.ts';
import type { DemoAccount } from './contracts.ts';
import type { SeedDeps } from './seed.ts';

/** A member without an agent. With a history it plays every day, and its cashback is in every state. */
export const DEMO_PLAYER: DemoAccount = { role: 'player', account: 'player01', password: DEMO_PASSWORD };

/** Idempotent. */
export async function seedDemoPlayer({ db, merchant, accounts, passwords }: SeedDeps): Promise<void> {
  const { account, password } = DEMO_PLAYER;
  const known = await db
    .selectFrom('member')
    .select('id')
    .where('merchant', '=', merchant)
    .where('account', '=', account)
    .executeTakeFirst();
  if (known) return;
  const passwordHash = await passwords.hash(password);
  await inTransaction(db, async (tx) => {
    const { currency } = (await readMerchant(tx, merchant)).settings;
    await accounts.addMember(tx, { account, type: MEMBER_TYPE.member, ownPassword: true, currency, passwordHash });
  });
}
