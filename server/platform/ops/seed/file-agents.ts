import type { Logger } from 'pino';
import { defined } from '../../../kit/defined.ts';
import type { Agents } from '../../agents/tree/index.ts';
import type { Clock } from '../../base/clock.ts';
import type { Tx } from '../../base/db/index.ts';
import { type Accounts, affiliateKey } from '../../identity/accounts/index.ts';
import { accountKey, type Passwords } from '../../identity/members/index.ts';
import { readMerchant } from '../../merchant/index.ts';
import { writeLog } from '../../operators/index.ts';
import type { FileAgent } from './contracts.ts';

export interface FileAgentDeps {
  readonly clock: Clock;
  readonly log: Logger;
  readonly merchant: string;
  readonly accounts: Pick<Accounts, 'addMember'>;
  readonly agents: Agents;
  readonly passwords: Passwords;
}

/** Adds the agents of the merchant file that have no account yet. Existing accounts are not changed: operators own them from then on. */
export async function applyAgents(deps: FileAgentDeps, tx: Tx, agents: readonly FileAgent[]): Promise<void> {
  for (const agent of agents) {
    if (await idOf(deps, tx, agent.account)) continue;
    if (agent.password === undefined)
      deps.log.warn(
        { account: agent.account, variable: agent.passwordVariable },
        'agent of the merchant file not added: no first password',
      );
    else await addAgent(deps, tx, agent, agent.password);
  }
}

async function addAgent(
  deps: FileAgentDeps,
  tx: Tx,
  { account, type, rebateBp, upline, code }: FileAgent,
  password: string,
): Promise<void> {
  const { accounts, agents, passwords, merchant, clock, log } = deps;
  const { currency } = (await readMerchant(tx, merchant)).settings;
  const uplineId = upline === undefined ? undefined : await idOf(deps, tx, upline);
  if (upline !== undefined && uplineId === undefined)
    return log.warn({ account, upline }, 'agent of the merchant file not added: the agent above is missing');
  const passwordHash = await passwords.hash(password);
  const member = await accounts.addMember(tx, {
    account,
    type,
    currency,
    passwordHash,
    ownPassword: false,
    ...defined({ agentId: uplineId }),
  });
  if (!member) throw new Error(`The agent ${account} could not be added.`);
  const terms = { rebateBp, mayRegister: true, mayAddAgents: true };
  await agents.admit(tx, { memberId: member.id, type, uplineId, terms, by: 'file' });
  if (code !== undefined)
    await tx
      .insertInto('affiliate_code')
      .values({ merchant, code: affiliateKey(code), member_id: member.id, domain: null, created_at: clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  const entry = { operator: 'merchant file', action: 'member.added' as const, object: `member:${account}`, reason: '', address: '' };
  await writeLog(tx, { clock, merchant }, { ...entry, detail: { id: member.id, type, upline: uplineId ?? null } });
}

async function idOf({ merchant }: FileAgentDeps, tx: Tx, account: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('member')
    .select('id')
    .where('merchant', '=', merchant)
    .where('account_key', '=', accountKey(account))
    .executeTakeFirst();
  return row?.id;
}
