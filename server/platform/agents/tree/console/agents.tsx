import * as v from 'valibot';
import { AGENT_TYPES, MEMBER_TYPE } from '../../../../../shared/constants.ts';
import { checkField } from '../../../../../shared/rules/check-field.ts';
import { checkNewPassword } from '../../../../../shared/rules/check-registration.ts';
import { defined } from '../../../../kit/defined.ts';
import { Refusal } from '../../../base/refusal.ts';
import { type Accounts, affiliateKey } from '../../../identity/accounts/index.ts';
import { readMerchant } from '../../../merchant/index.ts';
import {
  type AuditDeps,
  type ConsoleArea,
  type ConsoleForm,
  type ConsolePage,
  defineForm,
  findAccount,
  idField,
  line,
  named,
  type OperatorDeps,
  OperatorError,
  reason,
  withAuditLog,
} from '../../../operators/index.ts';
import type { Agents } from '../agents.ts';
import type { AgentDesk } from '../desk.ts';
import { agentType, findAgent, optionalAccount, readTerms, termsFields } from './agent-fields.ts';
import { AgentsPage, NewMemberPage } from './agent-views.tsx';

export interface AgentAreaDeps extends AuditDeps, Pick<OperatorDeps, 'passwords'> {
  readonly accounts: Pick<Accounts, 'addMember'>;
  readonly agentTree: { readonly agents: Agents; readonly desk: AgentDesk };
}

const CODE_PATTERN = '[A-Za-z0-9]{4,16}';
const code = v.pipe(line(16), v.regex(new RegExp(`^${CODE_PATTERN}$`)));
const newMember = v.object({
  account: line(32),
  type: v.picklist([MEMBER_TYPE.member, ...AGENT_TYPES].map(String)),
  password: v.pipe(v.string(), v.nonEmpty(), v.maxLength(256)),
  /** Invitation code of the agent above; empty: none. */
  affiliateCode: v.union([v.pipe(v.string(), v.trim(), v.literal('')), code]),
  /** Account of the agent above, instead of a code. */
  upline: optionalAccount,
  ...termsFields,
  reason,
});
const appointment = v.object({ account: line(64), type: agentType, ...termsFields, reason });
const newCode = v.object({
  ...named.entries,
  code,
  /** Host whose visitors the code counts for; empty: all, with the code. */
  domain: v.optional(v.pipe(v.string(), v.trim(), v.toLowerCase(), v.regex(/^(?:[a-z0-9.-]{1,253}(?::\d{1,5})?)?$/)), ''),
});
const codeChange = v.object({ id: idField, code, reason });

/** Members and agents made by operators, and the invitation codes of agents. */
export function agentArea(deps: AgentAreaDeps): ConsoleArea {
  return {
    pages: [listPage(deps), newMemberPage()],
    forms: [addForm(deps), appointForm(deps), codeForm(deps), switchForm(deps, 'code-off', false), switchForm(deps, 'code-on', true)],
  };
}

function listPage({ db, agentTree }: AgentAreaDeps): ConsolePage {
  return {
    path: '/agents',
    action: 'members.add',
    title: 'agents',
    inMenu: { group: 'members', place: 20 },
    load: async ({ session }) => <AgentsPage session={session} agents={await agentTree.desk.list(db)} />,
  };
}

function newMemberPage(): ConsolePage {
  return {
    path: '/new-member',
    action: 'members.add',
    title: 'memberAdd',
    load: async ({ session }) => <NewMemberPage session={session} />,
  };
}

/** The account has a password that must be changed at the first login. */
function addForm(deps: AgentAreaDeps): ConsoleForm {
  const { db, merchant, passwords, accounts, agentTree } = deps;
  return defineForm({
    path: '/new-member/add',
    action: 'members.add',
    body: newMember,
    async run(input, { account, type, password, affiliateCode, upline, reason: auditReason, ...fields }) {
      const terms = readTerms(fields);
      const { currency, registration, features } = (await readMerchant(db, merchant)).settings;
      if (features.forcedPasswordChange === false) throw new OperatorError('memberKeepsPassword', {}, 'password');
      const { username, password: passwordRule } = registration.fields;
      if (username && checkField({ ...username, required: true }, account)) throw new OperatorError('memberName', {}, 'account');
      if (Object.keys(checkNewPassword(passwordRule, password, password, account)).length > 0)
        throw new OperatorError('memberPassword', {}, 'password');
      const passwordHash = await passwords.hash(password);
      const object = `member:${account}`;
      const { id } = await withAuditLog(deps, input, { action: 'member.added', object, reason: auditReason }, async (tx) => {
        const affiliate = affiliateCode === '' ? undefined : await agentTree.desk.activeCode(tx, affiliateCode);
        if (affiliateCode !== '' && !affiliate) throw new OperatorError('codeUnknown', {}, 'affiliateCode');
        const agentId = upline === '' ? undefined : await findAgent(tx, merchant, upline, 'upline');
        const uplineId = affiliate?.agentId ?? agentId;
        const made = { account, currency, passwordHash, ...defined({ affiliate, agentId }), type: Number(type), ownPassword: false };
        const member = await accounts.addMember(tx, made);
        if (!member) throw new OperatorError('memberTaken', {}, 'account');
        const by = `operator:${input.session.name}`;
        await agentTree.agents.admit(tx, { memberId: member.id, type: member.type, uplineId, terms, by });
        return { id: member.id, type: member.type, affiliateCode: affiliate?.code ?? null, upline: uplineId ?? null };
      });
      return { to: `/members/${id}`, message: 'done_memberAdded' };
    },
  });
}

/** Makes a member an agent, or changes type and terms of an agent. */
function appointForm(deps: AgentAreaDeps): ConsoleForm {
  return defineForm({
    path: '/agents/appoint',
    action: 'members.add',
    body: appointment,
    async run(input, { account, type, reason: auditReason, ...fields }) {
      const terms = readTerms(fields);
      await withAuditLog(deps, input, { action: 'agent.appointed', object: `member:${account}`, reason: auditReason }, async (tx) => {
        const { id } = await findAccount(tx, deps.merchant, account);
        await deps.agentTree.agents.appoint(tx, id, { type: Number(type), terms, by: `operator:${input.session.name}` });
        return { id, type, ...terms };
      });
      return { to: '/agents', message: 'done_appointed' };
    },
  });
}

function codeForm(deps: AgentAreaDeps): ConsoleForm {
  return defineForm({
    path: '/agents/code',
    action: 'members.add',
    body: newCode,
    async run(input, { id, code: entered, domain, reason: auditReason }) {
      await withAuditLog(deps, input, { action: 'agent.code-added', object: `member:${id}`, reason: auditReason }, async (tx) => {
        const added = await deps.agentTree.desk.addCode(tx, { agentId: id, entered, domain });
        if (added === 'unknown') throw new Refusal('not_found');
        if (added === 'taken') throw new OperatorError('codeTaken', {}, 'code');
        return { code: affiliateKey(entered), domain };
      });
      return { to: '/agents', message: 'done_codeAdded' };
    },
  });
}

function switchForm(deps: AgentAreaDeps, verb: 'code-off' | 'code-on', active: boolean): ConsoleForm {
  return defineForm({
    path: `/agents/${verb}`,
    action: 'members.add',
    body: codeChange,
    async run(input, { id, code: entered, reason: auditReason }) {
      await withAuditLog(deps, input, { action: `agent.${verb}`, object: `member:${id}`, reason: auditReason }, async (tx) => {
        if (!(await deps.agentTree.desk.switchCode(tx, { agentId: id, entered, active }))) throw new OperatorError('codeUnchanged');
        return { code: affiliateKey(entered) };
      });
      return { to: '/agents', message: active ? 'done_codeOn' : 'done_codeOff' };
    },
  });
}
