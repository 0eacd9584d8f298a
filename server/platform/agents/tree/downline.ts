import type { DownlineKind } from '../../../../shared/api/agent-tree/constants.ts';
import type { AgentDesk } from '../../../../shared/api/agent-tree/schemas.ts';
import { checkField } from '../../../../shared/rules/check-field.ts';
import { checkNewPassword } from '../../../../shared/rules/check-registration.ts';
import { rateText } from '../../../../shared/rules/rate.ts';
import type { Actor } from '../../base/actor.ts';
import type { Clock } from '../../base/clock.ts';
import { type Database, type Executor, inTransaction } from '../../base/db/index.ts';
import type { Caller } from '../../base/http/index.ts';
import { Refusal } from '../../base/refusal.ts';
import type { Accounts } from '../../identity/accounts/index.ts';
import { type Passwords, recordEvent } from '../../identity/members/index.ts';
import { type AgentRules, type MerchantSettings, readMerchant } from '../../merchant/index.ts';
import { type Agents, depthReached, rightsOf } from './agents.ts';
import type { Links } from './links.ts';
import { kindOfType, levelsLeft, readRate, termsOf, typeOfKind } from './terms.ts';
import { depthOf, lockTree, visibleName } from './tree.ts';

export interface DownlineDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly merchant: string;
  readonly accounts: Pick<Accounts, 'addMember'>;
  readonly passwords: Passwords;
  readonly agents: Agents;
  readonly links: Links;
}

export interface DownlineAccount {
  readonly account: string;
  readonly password: string;
  readonly kind: DownlineKind;
  /** Percentage as typed. */
  readonly rebate: string;
}

/** Accounts that agents open below themselves. */
export interface Downline {
  desk(actor: Actor): Promise<AgentDesk>;
  /** The account must change the password at the first sign-in. Refuses with all invalid fields at once. */
  register(actor: Actor, caller: Caller, account: DownlineAccount): Promise<Pick<DownlineAccount, 'account' | 'kind' | 'rebate'>>;
}

const NEWEST = 10;

export function createDownline(deps: DownlineDeps): Downline {
  const { db, clock, merchant, accounts, passwords, agents, links } = deps;
  return {
    async desk({ memberId }) {
      const { agents: rules } = (await readMerchant(db, merchant)).settings;
      const [terms, left, depth, own, levels, newest] = await Promise.all([
        termsOf(db, memberId),
        levelsLeft(db, memberId, rules),
        depthOf(db, memberId),
        links.list(db, memberId),
        countLevels(db, memberId, rules),
        newestBelow(db, memberId, rules),
      ]);
      return {
        rebate: rateText(terms.rebateBp),
        level: depth + 1,
        mayRegister: terms.mayRegister,
        mayAddAgents: terms.mayRegister && terms.mayAddAgents && left > 0,
        links: [...own],
        linksLeft: Math.max(0, rules.linksPerAgent - own.length),
        levels,
        newest,
      };
    },

    async register(actor, { clientAddress, country }, { account, password, kind, rebate }) {
      const { settings } = await readMerchant(db, merchant);
      checkAccount(settings, account, password);
      const rebateBp = readRate(rebate);
      const passwordHash = await passwords.hash(password);
      const type = typeOfKind(kind);
      await inTransaction(db, async (tx) => {
        await lockTree(tx, 'shared');
        const rights = await rightsOf(tx, actor.memberId, settings.agents);
        if (!rights.mayRegister) throw new Refusal('agent_not_allowed');
        if (kind === 'agent' && !rights.mayAddAgents)
          throw (await termsOf(tx, actor.memberId)).mayAddAgents ? depthReached(settings.agents) : new Refusal('agent_not_allowed');
        const { currency } = settings;
        const member = await accounts.addMember(tx, { account, type, currency, passwordHash, ownPassword: false, agentId: actor.memberId });
        if (!member) throw new Refusal('username_taken', {}, { account: { code: 'field_taken' } });
        const terms = { rebateBp, mayRegister: true, mayAddAgents: true };
        await agents.admit(tx, { memberId: member.id, type, uplineId: actor.memberId, terms, by: `agent:${actor.memberId}` });
        await recordEvent(tx, { merchant, memberId: member.id, kind: 'registered', clientAddress, country, at: clock.now() });
      });
      return { account, kind, rebate: rateText(rebateBp) };
    },
  };
}

/** A password known to the agent must be changed, so the merchant's settings must allow to force that. */
function checkAccount({ registration, features }: MerchantSettings, account: string, password: string): void {
  if (!registration.open || features.forcedPasswordChange === false) throw new Refusal('registration_closed');
  const { username, password: passwordRule } = registration.fields;
  const name = username && checkField({ ...username, required: true }, account);
  const { newPassword } = checkNewPassword(passwordRule, password, password, account);
  const problems = { ...(name && { account: name }), ...(newPassword && { password: newPassword }) };
  if (Object.keys(problems).length > 0) throw new Refusal('invalid_fields', {}, problems);
}

/** Reads the index of the closure only: tens of milliseconds for a tree of a hundred thousand. */
async function countLevels(executor: Executor, agentId: string, { visibleDepth }: AgentRules): Promise<AgentDesk['levels']> {
  const rows = await executor
    .selectFrom('agent_closure')
    .select(({ fn }) => ['depth as level', fn.countAll<string>().as('accounts')])
    .where('ancestor_id', '=', agentId)
    .where('depth', '>', 0)
    .where('depth', '<=', visibleDepth)
    .groupBy('depth')
    .orderBy('depth')
    .execute();
  return rows.map(({ level, accounts }) => ({ level, accounts: Number(accounts) }));
}

async function newestBelow(executor: Executor, agentId: string, rules: AgentRules): Promise<AgentDesk['newest']> {
  const rows = await executor
    .selectFrom('member')
    .leftJoin('agent_profile', 'agent_profile.member_id', 'member.id')
    .select(['member.account', 'member.type', 'member.created_at', 'agent_profile.rebate_bp'])
    .where('member.agent_id', '=', agentId)
    .orderBy('member.created_at', 'desc')
    .orderBy('member.id')
    .limit(NEWEST)
    .execute();
  return rows.map(({ account, type, created_at, rebate_bp }) => ({
    account: visibleName(account, 1, rules),
    kind: kindOfType(type),
    rebate: rateText(rebate_bp ?? 0),
    createdAt: created_at.toISOString(),
  }));
}
