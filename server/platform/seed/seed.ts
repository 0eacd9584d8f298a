import { sql } from 'kysely';
import { MEMBER_TYPE, WEAK_DEFAULT_PASSWORD } from '../../../shared/constants.ts';
import { type Accounts, grantOpeningBalance, type NewMember, type Passwords } from '../accounts/index.ts';
import { seedDemoBank } from '../cashier/index.ts';
import { addMerchant, completeSettings, putContent, raiseContentVersion } from '../content/index.ts';
import type { DemoAccount } from '../contracts.ts';
import type { Database, Tx } from '../db/database.ts';
import { type AfterCommit, inTransaction } from '../db/transaction.ts';
import type { Say } from '../http/texts.ts';
import type { Wallet } from '../wallet/index.ts';
import { demoContent } from './demo-content.ts';
import { seedGames } from './demo-games.ts';
import { demoSettings } from './demo-settings.ts';

export interface SeedDeps {
  readonly db: Database;
  readonly merchant: string;
  readonly accounts: Accounts;
  readonly passwords: Passwords;
  readonly wallet: Wallet;
  readonly say: Say;
  /** Provider of the studio's games. */
  readonly studio: string;
}

interface DemoMember extends DemoAccount, Pick<NewMember, 'type' | 'ownPassword' | 'mobile' | 'email'> {
  /** Opening balance in whole units. */
  readonly credit: number;
  /** Invitation code of an agent. */
  readonly affiliateCode?: string;
}

const PASSWORD = 'Lagoon-demo-1';
const MEMBERS: readonly DemoMember[] = [
  {
    role: 'member',
    account: 'demo01',
    password: PASSWORD,
    ownPassword: true,
    type: MEMBER_TYPE.member,
    credit: 1_000,
    email: { to: 'demo01@example.com', verified: true },
    // One of the numbers that Australia keeps for stories: valid, and nobody's.
    mobile: { to: '+61491570156', verified: true },
  },
  { role: 'trial', account: 'trial01', password: PASSWORD, ownPassword: true, type: MEMBER_TYPE.trial, credit: 5_000 },
  {
    role: 'agent',
    account: 'agent01',
    password: PASSWORD,
    ownPassword: true,
    type: MEMBER_TYPE.agent,
    credit: 500,
    affiliateCode: 'LAGOON01',
  },
  // As an operator makes one: the weak default has to be changed at the first sign-in.
  { role: 'fresh', account: 'fresh01', password: WEAK_DEFAULT_PASSWORD, ownPassword: false, type: MEMBER_TYPE.member, credit: 0 },
];
/** Any number; two processes that seed at once take turns. */
const SEED_LOCK = 5_180_233;

/**
 * The demo merchant: settings, games, content, accounts with an opening balance. A second run changes nothing, but members
 * of an older version are brought up to this one.
 */
export async function seedDemo(deps: SeedDeps): Promise<readonly DemoAccount[]> {
  const { db, merchant, accounts, passwords, say, studio } = deps;
  await accounts.sealOldProfiles();
  const hashes = new Map<string, string>();
  for (const { password } of MEMBERS) if (!hashes.has(password)) hashes.set(password, await passwords.hash(password));
  await inTransaction(db, async (tx, afterCommit) => {
    await sql`select pg_advisory_xact_lock(${SEED_LOCK})`.execute(tx);
    const settings = demoSettings();
    await addMerchant(tx, merchant, settings);
    await completeSettings(tx, merchant, settings);
    if (await seedGames(tx, studio)) await raiseContentVersion(tx, merchant);
    await putContent(tx, merchant, demoContent());
    await seedDemoBank(tx, { currency: settings.currency, name: say(settings.defaultLanguage, 'content.demoBank') });
    for (const member of MEMBERS)
      await seedMember(deps, tx, afterCommit, member, { currency: settings.currency, passwordHash: hashes.get(member.password) ?? '' });
  });
  return MEMBERS.map(({ role, account, password }) => ({ role, account, password }));
}

async function seedMember(
  { accounts, wallet, merchant }: SeedDeps,
  tx: Tx,
  afterCommit: AfterCommit,
  { account, type, ownPassword, mobile, email, credit, affiliateCode }: DemoMember,
  made: Pick<NewMember, 'currency' | 'passwordHash'>,
): Promise<void> {
  const member = await accounts.addMember(tx, { ...made, account, type, ownPassword, mobile, email });
  if (!member) return;
  if (credit > 0) await grantOpeningBalance(wallet, tx, afterCommit, member, credit);
  if (affiliateCode !== undefined)
    await tx.insertInto('affiliate_code').values({ merchant, code: affiliateCode, member_id: member.id, domain: null }).execute();
}
