import { sql } from 'kysely';
import { MEMBER_TYPE } from '../../../shared/constants.ts';
import { UNITS_PER_WHOLE } from '../../../shared/money/money.ts';
import type { Accounts, Passwords } from '../accounts/index.ts';
import { seedDemoBank } from '../cashier/index.ts';
import { addMerchant, putContent, raiseContentVersion } from '../content/index.ts';
import type { DemoAccount } from '../contracts.ts';
import type { Database, Tx } from '../db/database.ts';
import { type AfterCommit, inTransaction } from '../db/transaction.ts';
import type { Say } from '../http/texts.ts';
import { memberLegs, type Realm, type TransferInstruction, type Wallet } from '../wallet/index.ts';
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

interface DemoMember {
  readonly role: DemoAccount['role'];
  readonly account: string;
  readonly type: number;
  readonly credit: bigint;
  readonly realm: Realm;
  readonly kind: TransferInstruction['kind'];
}

const PASSWORD = 'Lagoon-demo-1';
const MEMBERS: readonly DemoMember[] = [
  { role: 'member', account: 'demo01', type: MEMBER_TYPE.member, credit: 1_000n, realm: 'real', kind: 'adjustment' },
  { role: 'trial', account: 'trial01', type: MEMBER_TYPE.trial, credit: 5_000n, realm: 'trial', kind: 'trial-grant' },
  { role: 'agent', account: 'agent01', type: MEMBER_TYPE.agent, credit: 500n, realm: 'real', kind: 'adjustment' },
];
/** Any number; two processes that seed at once take turns. */
const SEED_LOCK = 5_180_233;

/** The demo merchant: settings, games, content, three accounts with an opening balance. A second run changes nothing. */
export async function seedDemo(deps: SeedDeps): Promise<readonly DemoAccount[]> {
  const { db, merchant, passwords, say, studio } = deps;
  const passwordHash = await passwords.hash(PASSWORD);
  await inTransaction(db, async (tx, afterCommit) => {
    await sql`select pg_advisory_xact_lock(${SEED_LOCK})`.execute(tx);
    const settings = demoSettings();
    await addMerchant(tx, merchant, settings);
    if (await seedGames(tx, studio)) await raiseContentVersion(tx, merchant);
    for (const item of demoContent()) await putContent(tx, merchant, item);
    await seedDemoBank(tx, { currency: settings.currency, name: say(settings.defaultLanguage, 'content.demoBank') });
    for (const member of MEMBERS) await seedMember(deps, tx, afterCommit, member, settings.currency, passwordHash);
  });
  return MEMBERS.map(({ role, account }) => ({ role, account, password: PASSWORD }));
}

/** The opening balance goes through the ledger like any other money, once. */
async function seedMember(
  { accounts, wallet }: SeedDeps,
  tx: Tx,
  afterCommit: AfterCommit,
  { account, type, credit, realm, kind }: DemoMember,
  currency: string,
  passwordHash: string,
): Promise<void> {
  const member = await accounts.addMember(tx, { account, type, currency, passwordHash, ownPassword: true });
  if (!member) return;
  const legs = memberLegs(member.id, kind, credit * UNITS_PER_WHOLE);
  const result = await wallet.transfer(
    tx,
    { reference: `opening:${member.id}`, kind, currency, realm, memberId: member.id, legs },
    afterCommit,
  );
  if (result.outcome !== 'posted') throw new Error(`The opening balance of ${account} was not posted: ${result.outcome}.`);
}
