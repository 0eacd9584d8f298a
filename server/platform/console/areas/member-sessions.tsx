import { Card, Collapsible, type ConsoleInput, Form, isActionAllowed, Reason, Table, Time, tx } from '../../operators/index.ts';
import type { FoundMember, MemberFacts } from './member-reads.ts';

interface Props {
  readonly session: ConsoleInput['session'];
  readonly member: FoundMember;
  readonly facts: MemberFacts;
}

/** The member's sessions, with the forms that end them or lock the member. */
export function MemberSessions({ session, member, facts }: Props) {
  const fixedFields = { id: member.id };
  const locked = member.status === 'blocked';
  return (
    <Card title={tx('sessions')}>
      <Table
        caption={tx('sessions')}
        heads={[tx('since'), tx('lastSeen'), tx('address'), tx('country'), tx('device')]}
        rows={facts.sessions.map((row) => ({
          key: row.id,
          cells: [
            <Time key="since" at={row.created_at} />,
            <Time key="seen" at={row.seen_at} />,
            row.client_address,
            row.country ?? '',
            <small key="device">{row.user_agent}</small>,
          ],
        }))}
        empty={tx('sessionsNone')}
      />
      {isActionAllowed(session.role, 'members.lock') ? (
        <div className="actions">
          <Collapsible title={tx('signOutMember')}>
            <Form session={session} to="/members/sign-out" submit={tx('signOutMember')} danger fixed={fixedFields}>
              <Reason />
            </Form>
          </Collapsible>
          {isActionAllowed(session.role, 'members.password') ? (
            <Collapsible title={tx('passwordGive')}>
              <p>{tx('passwordGiveText')}</p>
              <Form session={session} to="/members/password" submit={tx('passwordGive')} danger fixed={fixedFields}>
                <Reason />
              </Form>
            </Collapsible>
          ) : null}
          <Collapsible title={tx('paymentPasswordAway')}>
            <p>{tx('paymentPasswordAwayText')}</p>
            <Form session={session} to="/members/payment-password" submit={tx('paymentPasswordAway')} danger fixed={fixedFields}>
              <Reason />
            </Form>
          </Collapsible>
          <Collapsible title={tx(locked ? 'unlock' : 'lock')}>
            <p>{tx(locked ? 'unlockText' : 'lockText')}</p>
            <Form
              session={session}
              to={locked ? '/members/unlock' : '/members/lock'}
              submit={tx(locked ? 'unlock' : 'lock')}
              danger={!locked}
              fixed={fixedFields}
            >
              <Reason />
            </Form>
          </Collapsible>
        </div>
      ) : null}
    </Card>
  );
}
