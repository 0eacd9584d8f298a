import { sql } from 'kysely';
import { MEMBER_TYPE, WEAK_DEFAULT_PASSWORD } from '../../../../shared/constants.ts';
import { defined } from '../../../kit/defined.ts';
import type { Agents } from '../../agents/tree/index.ts';
import { type AfterCommit, inTransaction, type Tx } from '../../base/db/index.ts';
import type { Translate } from '../../base/http/index.ts';
import type { Secrets } from '../../base/secrets.ts';
import { demoContent, FORMER_CONTENT, removeContent, upsertContent } from '../../content/publishing/index.ts';
import { type Accounts, grantOpeningBalance, type NewMember } from '../../identity/accounts/index.ts';
import type { Passwords } from '../../identity/members/index.ts';
import type { Wallet } from '../../ledger/index.ts';
import { addMerchant, completeSettings, demoSettings, type MerchantSettings, readMerchant } from '../../merchant/index.ts';
import { seedDemoChannels } from '../../money/deposit/index.ts';
import { DEMO_PASSWORD, type Operators, type Role } from '../../operators/index.ts';
import type { DemoAccount, MerchantConfig } from './contracts.ts';
import { applyVendors } from './file-vendors.ts';
import { merged } from './merged.ts';
import { requireOwnDatabase } from './own-database.ts';
import { applyMerchantFile, SEED_LOCK, type SeedMerchantDeps } from './seed-merchant.ts';
import { warnOfUnknownVendors } from './unknown-vendors.ts';

export interface SeedDeps extends SeedMerchantDeps {
  readonly accounts: Accounts;
  readonly agents: Agents;
  readonly passwords: Pick<Passwords, 'hash'>;
  readonly wallet: Wallet;
  readonly translate: Translate;
  readonly secrets: Pick<Secrets, 'keyOf'>;
  readonly operators: Pick<Operators, 'add'>;
}

interface DemoMember extends DemoAccount, Pick<NewMember, 'type' | 'ownPassword' | 'mobile' | 'email'> {
  /** Opening balance in whole units. */
  readonly credit: number;
  /** Invitation code of an agent. */
  readonly affiliateCode?: string;
  /** Account of the agent above. */
  readonly upline?: string;
}

const MEMBERS: readonly DemoMember[] = [
  {
    role: 'member',
    account: 'demo01',
    password: DEMO_PASSWORD,
    ownPassword: true,
    type: MEMBER_TYPE.member,
    credit: 1_000,
    email: { to: 'demo01@example.com', verified: true },
    // A number that Australia reserves for fiction.
    mobile: { to: '+61491570156', verified: true },
    upline: 'agent01',
  },
  { role: 'trial', account: 'trial01', password: DEMO_PASSWORD, ownPassword: true, type: MEMBER_TYPE.trial, credit: 5_000 },
  {
    role: 'agent',
    account: 'agent01',
    password: DEMO_PASSWORD,
    ownPassword: true,
    type: MEMBER_TYPE.agent,
    credit: 500,
    affiliateCode: 'LAGOON01',
  },
  // Like an account created by an operator: the weak default password must be changed at the first sign-in.
  { role: 'fresh', account: 'fresh01', password: WEAK_DEFAULT_PASSWORD, ownPassword: false, type: MEMBER_TYPE.member, credit: 0 },
];
/** The demo offers every built-in game, unless its merchant file chooses. */
const ALL_GAMES = ['*'];
/** The accounts as they are printed at start. */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = MEMBERS.map(({ role, account, password }) => ({ role, account, password }));
/** Console operators of the demo; each sets up an authenticator app at the first sign-in. */
const OPERATORS: readonly (readonly [name: string, role: Role])[] = [
  ['ops01', 'admin'],
  ['ops02', 'cashier'],
  // Second approver besides the cashier.
  ['ops03', 'risk'],
];

/** The demo merchant: settings, games, content and operators. Idempotent; accounts of older versions are updated. True: it was not known before. */
export async function seedSite(deps: SeedDeps, config?: MerchantConfig): Promise<boolean> {
  const { db, clock, merchant, accounts, secrets, translate, operators } = deps;
  // Before the first write; the transaction checks again.
  await requireOwnDatabase(db, merchant, config);
  await accounts.sealOldProfiles();
  return inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(${SEED_LOCK})`.execute(tx);
    await requireOwnDatabase(tx, merchant, config);
    const known = await tx.selectFrom('merchant').select('code').where('code', '=', merchant).executeTakeFirst();
    const settings = merged(demoSettings(), config?.settings ?? {}) as MerchantSettings;
    await addMerchant(tx, merchant, settings);
    await completeSettings(tx, merchant, settings);
    if (config) await applyMerchantFile(deps, tx, config);
    await applyVendors(deps, tx, { ...config?.vendors, builtIn: config?.vendors?.builtIn ?? ALL_GAMES });
    await warnOfUnknownVendors(deps, tx);
    await upsertContent(tx, merchant, demoContent());
    await removeContent(tx, merchant, FORMER_CONTENT);
    const name = (key: string) => translate(settings.defaultLanguage, `deposit.${key}`);
    await seedDemoChannels(tx, { clock, secrets, currency: settings.currency, name });
    for (const [operator, role] of OPERATORS) await operators.add(tx, { name: operator, role, password: DEMO_PASSWORD, mustChange: false });
    return known === undefined;
  });
}

/** The demo's agent, or its other accounts, with their opening balances. Idempotent. */
export async function seedMembers(deps: SeedDeps, which: 'agent' | 'others'): Promise<void> {
  const { db, merchant, passwords } = deps;
  const wanted = MEMBERS.filter(({ role }) => (role === 'agent') === (which === 'agent'));
  const accounts = wanted.map(({ account }) => account);
  const existing = await db
    .selectFrom('member')
    .select('account')
    .where('merchant', '=', merchant)
    .where('account', 'in', accounts)
    .execute();
  const isKnown = new Set(existing.map(({ account }) => account));
  const missing = wanted.filter(({ account }) => !isKnown.has(account));
  const hashes = new Map<string, string>();
  for (const { password } of missing) hashes.set(password, await passwords.hash(password));
  await inTransaction(db, async (tx, afterCommit) => {
    await sql`select pg_advisory_xact_lock(${SEED_LOCK})`.execute(tx);
    const { currency } = (await readMerchant(tx, merchant)).settings;
    for (const member of missing)
      await seedMember(deps, tx, afterCommit, member, { currency, passwordHash: hashes.get(member.password) ?? '' });
    for (const { account, upline } of wanted) if (upline !== undefined) await seedUpline(tx, merchant, account, upline);
  });
}

/** Once: an operator may have moved the member since. */
async function seedUpline(tx: Tx, merchant: string, account: string, upline: string): Promise<void> {
  await tx
    .updateTable('member')
    .set(({ selectFrom }) => ({
      agent_id: selectFrom('member as agent').where('agent.merchant', '=', merchant).where('agent.account', '=', upline).select('agent.id'),
    }))
    .where('merchant', '=', merchant)
    .where('account', '=', account)
    .where('agent_id', 'is', null)
    .execute();
}

async function agentOf(tx: Tx, merchant: string, account: string): Promise<string | undefined> {
  const agent = await tx
    .selectFrom('member')
    .select('id')
    .where('merchant', '=', merchant)
    .where('account', '=', account)
    .executeTakeFirst();
  return agent?.id;
}

async function seedMember(
  { accounts, wallet, merchant }: SeedDeps,
  tx: Tx,
  afterCommit: AfterCommit,
  { account, type, ownPassword, mobile, email, credit, affiliateCode, upline }: DemoMember,
  made: Pick<NewMember, 'currency' | 'passwordHash'>,
): Promise<void> {
  // Before the opening balance, which is a bonus of the team.
  const agentId = upline === undefined ? undefined : await agentOf(tx, merchant, upline);
  const member = await accounts.addMember(tx, { ...made, account, type, ownPassword, ...defined({ mobile, email, agentId }) });
  if (!member) return;
  if (credit > 0) await grantOpeningBalance(wallet, tx, afterCommit, member, credit);
  if (affiliateCode !== undefined)
    await tx.insertInto('affiliate_code').values({ merchant, code: affiliateCode, member_id: member.id, domain: null }).execute();
}
