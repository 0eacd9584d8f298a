import { randomBytes } from 'node:crypto';
import { AGENT_TYPES, MEMBER_TYPE } from '../../../../../shared/constants.ts';
import { rateText } from '../../../../../shared/rules/rate.ts';
import {
  Badge,
  Card,
  Collapsible,
  type ConsoleInput,
  Form,
  Input,
  MemberLink,
  MemberState,
  memberType,
  Reason,
  Select,
  Table,
  Time,
  tx,
} from '../../../operators/index.ts';
import type { ListedAgent } from '../desk.ts';
import { RIGHTS } from './agent-fields.ts';

type Session = ConsoleInput['session'];

export function AgentsPage({ session, agents }: { readonly session: Session; readonly agents: readonly ListedAgent[] }) {
  return (
    <>
      <p>
        <a href="/console/new-member">{tx('memberAdd')}</a>
      </p>
      <Card title={tx('agents')}>
        <Table
          caption={tx('agents')}
          heads={[tx('account'), tx('type'), tx('state'), tx('since'), tx('agentMembers'), tx('agentRebate'), tx('agentCodes')]}
          rows={agents.map((agent) => ({
            key: agent.id,
            cells: [
              <MemberLink key="account" id={agent.id} name={agent.account} />,
              memberType(agent.type),
              <MemberState key="state" member={agent} />,
              <Time key="since" at={agent.created_at} />,
              String(agent.members),
              `${rateText(agent.rebate_bp ?? 0)}%`,
              agent.codes.map(({ code }) => code).join(', '),
            ],
          }))}
          empty={tx('agentsNone')}
        />
      </Card>
      <Card title={tx('agentAppoint')}>
        <p>{tx('agentAppointText')}</p>
        <Form session={session} to="/agents/appoint" submit={tx('agentAppoint')}>
          <div className="columns">
            <Input name="account" label={tx('account')} maxLength={64} autoComplete="off" />
            <Select name="type" label={tx('type')} value={String(MEMBER_TYPE.agent)} options={AGENT_TYPE_OPTIONS} />
            <TermsFields />
          </div>
          <Reason />
        </Form>
      </Card>
      {agents.map((agent) => (
        <Codes key={agent.id} session={session} agent={agent} />
      ))}
    </>
  );
}

function Codes({ session, agent: { id, account, codes } }: { readonly session: Session; readonly agent: ListedAgent }) {
  return (
    <Card title={tx('agentCodesOf', { name: account })}>
      {codes.map(({ code, domain, active }) => (
        <div key={code}>
          <p>
            <code>{code}</code> {domain} {active ? <Badge tone="pos">{tx('active')}</Badge> : <Badge tone="neg">{tx('disabled')}</Badge>}
          </p>
          <Collapsible title={tx(active ? 'codeOff' : 'codeOn', { code })}>
            <Form
              session={session}
              to={`/agents/${active ? 'code-off' : 'code-on'}`}
              submit={tx(active ? 'codeOff' : 'codeOn', { code })}
              danger={active}
              fixed={{ id, code }}
            >
              <Reason />
            </Form>
          </Collapsible>
        </div>
      ))}
      <Collapsible title={tx('codeAdd')}>
        <Form session={session} to="/agents/code" submit={tx('codeAdd')} fixed={{ id }}>
          <Input name="code" label={tx('agentCode')} hint={tx('agentCodeHint')} maxLength={16} autoComplete="off" />
          <Input name="domain" label={tx('agentDomain')} hint={tx('agentDomainHint')} required={false} maxLength={253} autoComplete="off" />
          <Reason />
        </Form>
      </Collapsible>
    </Card>
  );
}

export function NewMemberPage({ session }: { readonly session: Session }) {
  return (
    <Card title={tx('memberAdd')}>
      <p>{tx('memberAddText')}</p>
      <Form session={session} to="/new-member/add" submit={tx('memberAdd')}>
        <Input name="account" label={tx('account')} maxLength={32} autoComplete="off" />
        <Select
          name="type"
          label={tx('type')}
          options={[[String(MEMBER_TYPE.member), memberType(MEMBER_TYPE.member)], ...AGENT_TYPE_OPTIONS]}
        />
        <Input
          name="password"
          label={tx('memberFirstPassword')}
          hint={tx('memberFirstPasswordHint')}
          // A random proposal, shown only once.
          value={`A1-${randomBytes(9).toString('base64url')}`.slice(0, 14)}
          maxLength={256}
          autoComplete="off"
        />
        <Input
          name="affiliateCode"
          label={tx('agentCodeAbove')}
          hint={tx('agentCodeAboveHint')}
          required={false}
          maxLength={16}
          autoComplete="off"
        />
        <UplineField />
        <TermsFields />
        <Reason />
      </Form>
    </Card>
  );
}

export const AGENT_TYPE_OPTIONS: readonly (readonly [string, string])[] = AGENT_TYPES.map((type) => [String(type), memberType(type)]);

/** Account of the agent above. */
export function UplineField() {
  return <Input name="upline" label={tx('agentUpline')} hint={tx('agentUplineHint')} required={false} maxLength={64} autoComplete="off" />;
}

/** Rate and rights. */
export function TermsFields() {
  return (
    <>
      <Input
        name="rebate"
        label={tx('agentRebate')}
        hint={tx('agentRebateHint')}
        inputMode="decimal"
        maxLength={6}
        value="0"
        autoComplete="off"
      />
      <Select name="rights" label={tx('agentRights')} options={RIGHTS.map((one) => [one, tx(`agentRights_${one}`)])} />
    </>
  );
}
