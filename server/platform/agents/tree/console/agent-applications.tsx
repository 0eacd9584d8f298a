import * as v from 'valibot';
import { MEMBER_TYPE } from '../../../../../shared/constants.ts';
import { defined } from '../../../../kit/defined.ts';
import type { Tx } from '../../../base/db/index.ts';
import type { Accounts } from '../../../identity/accounts/index.ts';
import { accountsOf } from '../../../identity/members/index.ts';
import { readMerchant } from '../../../merchant/index.ts';
import {
  type AuditDeps,
  type AuditEntry,
  Card,
  Collapsible,
  type ConsoleArea,
  type ConsoleForm,
  type ConsoleInput,
  defineForm,
  Facts,
  FirstPassword,
  Form,
  firstPassword,
  MemberLink,
  named,
  type OperatorDeps,
  OperatorError,
  Pager,
  pageOf,
  Reason,
  Select,
  Time,
  tx,
  withAuditLog,
} from '../../../operators/index.ts';
import type { Agents } from '../agents.ts';
import type { Application, Applications } from '../applications.ts';
import type { Terms } from '../terms.ts';
import { uplineOf } from '../tree.ts';
import { agentType, findAgent, optionalAccount, readTerms, termsFields } from './agent-fields.ts';
import { AGENT_TYPE_OPTIONS, TermsFields, UplineField } from './agent-views.tsx';

export interface ApplicationAreaDeps extends AuditDeps, Pick<OperatorDeps, 'passwords'> {
  readonly accounts: Pick<Accounts, 'addMember'>;
  readonly agentTree: { readonly agents: Agents; readonly applications: Applications };
}

const approval = v.object({ ...named.entries, type: agentType, upline: optionalAccount, ...termsFields });

/** Applications as an agent: approved with terms, or refused. The applicant reads the reason. */
export function applicationArea(deps: ApplicationAreaDeps): ConsoleArea {
  const { db, agentTree } = deps;
  return {
    pages: [
      {
        path: '/applications',
        action: 'members.add',
        title: 'applications',
        inMenu: { group: 'members', place: 30 },
        async load({ session, query }) {
          const { rows, ...page } = await pageOf(query, (slice) => agentTree.applications.waiting(db, slice));
          const names = await accountsOf(
            db,
            rows.flatMap(({ memberId }) => (memberId === null ? [] : [memberId])),
          );
          if (rows.length === 0) return <p className="empty">{tx('applicationsNone')}</p>;
          return (
            <>
              {rows.map((row) => (
                <ApplicationCard key={row.id} session={session} application={row} name={names.get(row.memberId ?? '')} />
              ))}
              <Pager to="/applications?list=all" {...page} />
            </>
          );
        },
      },
    ],
    forms: [approveForm(deps), refuseForm(deps)],
  };
}

/** Members become agents; visitors get an account whose first password is shown once. */
function approveForm(deps: ApplicationAreaDeps): ConsoleForm {
  const { db, merchant, passwords, agentTree } = deps;
  return defineForm({
    path: '/applications/approve',
    action: 'members.add',
    body: approval,
    async run(input, { id, type, upline, reason, ...fields }) {
      const terms = readTerms(fields);
      const { currency } = (await readMerchant(db, merchant)).settings;
      const password = firstPassword();
      const passwordHash = await passwords.hash(password);
      const entry: AuditEntry = { action: 'agent.application-approved', object: `application:${id}`, reason };
      const { account } = await withAuditLog(deps, input, entry, async (transaction, afterCommit) => {
        const application = await agentTree.applications.lock(transaction, id);
        const uplineId = upline === '' ? undefined : await findAgent(transaction, merchant, upline, 'upline');
        const appointment = { type: Number(type), terms, uplineId, by: `operator:${input.session.name}` };
        const opened =
          application.memberId === null
            ? await openAgent(deps, transaction, application, { ...appointment, currency, passwordHash })
            : await promote(deps, transaction, application.memberId, appointment);
        await agentTree.applications.decide(transaction, afterCommit, application, { id, approved: true, reason });
        return { account: opened, type, upline: uplineId ?? null };
      });
      if (account === null) return { to: '/applications', message: 'done_applicationApproved' };
      const shown = { account, password, title: 'applicationOpened', text: 'applicationPassword' } as const;
      return { title: 'applications', page: <FirstPassword {...shown} back={{ to: '/applications', text: 'applications' }} /> };
    },
  });
}

interface Appointment {
  readonly type: number;
  readonly terms: Terms;
  readonly uplineId: string | undefined;
  readonly by: string;
}

async function openAgent(
  { accounts, agentTree }: ApplicationAreaDeps,
  transaction: Tx,
  { account, email }: Application,
  { currency, passwordHash, type, terms, uplineId, by }: Appointment & { readonly currency: string; readonly passwordHash: string },
): Promise<string> {
  const contact = { to: email, verified: false };
  const made = { account, type, currency, passwordHash, ownPassword: false, email: contact, ...defined({ agentId: uplineId }) };
  const member = await accounts.addMember(transaction, made);
  if (!member) throw new OperatorError('memberTaken');
  await agentTree.agents.admit(transaction, { memberId: member.id, type, uplineId, terms, by });
  return account;
}

/** The upline of a member is changed by two operators only. */
async function promote(
  { agentTree }: ApplicationAreaDeps,
  transaction: Tx,
  memberId: string,
  { type, terms, uplineId, by }: Appointment,
): Promise<null> {
  if (uplineId !== undefined && uplineId !== (await uplineOf(transaction, memberId)))
    throw new OperatorError('applicationUpline', {}, 'upline');
  await agentTree.agents.appoint(transaction, memberId, { type, terms, by });
  return null;
}

function refuseForm(deps: ApplicationAreaDeps): ConsoleForm {
  const { applications } = deps.agentTree;
  return defineForm({
    path: '/applications/refuse',
    action: 'members.add',
    body: named,
    async run(input, { id, reason }) {
      const entry: AuditEntry = { action: 'agent.application-refused', object: `application:${id}`, reason };
      await withAuditLog(deps, input, entry, async (transaction, afterCommit) => {
        const application = await applications.lock(transaction, id);
        await applications.decide(transaction, afterCommit, application, { id, approved: false, reason });
        return { member: application.memberId };
      });
      return { to: '/applications', message: 'done_applicationRefused' };
    },
  });
}

interface CardProps {
  readonly session: ConsoleInput['session'];
  readonly application: Application;
  readonly name: string | undefined;
}

function ApplicationCard({ session, application: { id, memberId, account, email, content, createdAt }, name }: CardProps) {
  return (
    <Card title={tx('applicationOf', { name: name ?? account })}>
      <Facts
        rows={[
          [tx('time'), <Time key="time" at={createdAt} />],
          [tx('from'), memberId === null ? email : <MemberLink key="member" id={memberId} name={name} />],
          [
            tx('text'),
            <span key="text" dir="auto">
              {content}
            </span>,
          ],
        ]}
      />
      <Collapsible title={tx('approve')}>
        <Form session={session} to="/applications/approve" submit={tx('approve')} fixed={{ id }}>
          <div className="columns">
            <Select name="type" label={tx('type')} value={String(MEMBER_TYPE.agent)} options={AGENT_TYPE_OPTIONS} />
            <UplineField />
            <TermsFields />
          </div>
          <Reason hint={tx('applicationReasonHint')} />
        </Form>
      </Collapsible>
      <Collapsible title={tx('reject')}>
        <Form session={session} to="/applications/refuse" submit={tx('reject')} danger fixed={{ id }}>
          <Reason hint={tx('applicationReasonHint')} />
        </Form>
      </Collapsible>
    </Card>
  );
}
