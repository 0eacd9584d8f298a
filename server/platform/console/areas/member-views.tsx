import { toScreen } from '../../../../shared/money/money.ts';
import { LIMIT_KINDS, LIMIT_PERIODS } from '../../../../shared/rules/protection.ts';
import { HOLD, type MemberAccount, WALLET } from '../../ledger/index.ts';
import type { ListedAdjustment } from '../adjustments.ts';
import type { ConsoleInput } from '../page.ts';
import { Amount, Badge, Card, Collapsible, Facts, Form, Input, MemberLink, Pager, Reason, Select, Table, Time } from '../parts.tsx';
import { type Action, isActionAllowed } from '../roles.ts';
import { tx } from '../texts.ts';
import { AdjustmentForm, AdjustmentTable } from './adjustments.tsx';
import { MemberState, memberType } from './member-list.tsx';
import { MemberNotes } from './member-notes.tsx';
import type { FoundMember, MemberFacts } from './member-reads.ts';

type Session = ConsoleInput['session'];

interface PageProps {
  readonly session: Session;
  readonly member: FoundMember;
  readonly facts: MemberFacts;
  readonly accounts: readonly MemberAccount[];
  readonly adjustments: readonly ListedAdjustment[];
  readonly now: Date;
}

export function MemberPage({ session, member, facts, accounts, adjustments, now }: PageProps) {
  const isAllowed = (action: Action) => isActionAllowed(session.role, action);
  const money = (units: string | bigint) => <Amount units={BigInt(units)} currency={member.currency} />;
  return (
    <>
      <p>
        <strong>
          <bdi>{member.account}</bdi>
        </strong>{' '}
        <MemberState member={member} />
      </p>
      <div className="columns">
        <Card title={tx('member')}>
          <Facts
            rows={[
              [tx('id'), <code key="id">{member.id}</code>],
              [tx('nickname'), <bdi key="nick">{member.nickname}</bdi>],
              [tx('type'), memberType(member.type)],
              [tx('phone'), facts.mobile ?? tx('none')],
              [tx('email'), facts.email ?? tx('none')],
              [tx('upline'), member.agent_id === null ? tx('none') : <MemberLink key="agent" id={member.agent_id} name={facts.agent} />],
              [tx('since'), <Time key="since" at={member.created_at} />],
              [tx('lastSignIn'), member.last_login_at ? <Time key="seen" at={member.last_login_at} /> : tx('never')],
            ]}
          />
        </Card>
        <Card title={tx('money')}>
          <Facts
            rows={accounts.map(({ kind, units, currency }) => [nameOf(kind), <Amount key={kind} units={units} currency={currency} />])}
          />
          {isAllowed('withdrawals.read') ? (
            <ul className="plain">
              {facts.withdrawals.map((row) => (
                <li key={row.id}>
                  <a href={`/console/withdrawals/${row.id}`}>{tx('withdrawal')}</a> {money(row.amount)} {tx(`withdrawal_${row.status}`)}{' '}
                  <Time at={row.requested_at} />
                </li>
              ))}
              {facts.deposits.map((row) => (
                <li key={row.id}>
                  <a href={`/console/deposits/${row.id}`}>{tx('deposit')}</a> {money(row.amount)} {tx(`deposit_${row.status}`)}{' '}
                  <Time at={row.created_at} />
                </li>
              ))}
              <li>
                <a href={`/console/deposits?member=${encodeURIComponent(member.id)}`}>{tx('depositsAll')}</a> ·{' '}
                <a href={`/console/withdrawals?member=${encodeURIComponent(member.id)}`}>{tx('withdrawalsAll')}</a>
              </li>
            </ul>
          ) : null}
        </Card>
      </div>
      <MemberNotes session={session} memberId={member.id} notes={facts.notes} />
      <Protection session={session} member={member} facts={facts} now={now} />
      {isAllowed('members.adjust') ? (
        <Card title={tx('adjustments')}>
          {adjustments.length > 0 ? (
            <AdjustmentTable session={session} rows={adjustments} names={new Map([[member.id, member.account]])} />
          ) : null}
          <Collapsible title={tx('adjustNew')}>
            <AdjustmentForm session={session} memberId={member.id} />
          </Collapsible>
        </Card>
      ) : null}
      <Card title={tx('movements')}>
        <Table
          caption={tx('movements')}
          heads={[tx('time'), tx('kind'), tx('amount'), tx('balanceAfter'), tx('reference')]}
          rows={facts.movements.map((row) => ({
            key: row.id,
            cells: [
              <Time key="at" at={row.created_at} />,
              row.kind,
              money(row.amount),
              money(row.balance_after),
              <code key="reference">{row.reference}</code>,
            ],
          }))}
          empty={tx('nothing')}
        />
        <Pager to={`/members/${encodeURIComponent(member.id)}?of=movements`} pageNo={facts.pageNo} more={facts.moreMovements} />
      </Card>
      <Access session={session} member={member} facts={facts} />
      {isAllowed('log.read') ? (
        <Card title={tx('log')}>
          <Table
            caption={tx('log')}
            heads={[tx('time'), tx('operator'), tx('action'), tx('reason'), tx('detail')]}
            rows={facts.lines.map((row) => ({
              key: row.id,
              cells: [
                <Time key="at" at={row.at} />,
                row.operator,
                row.action,
                row.reason,
                <code key="detail">{row.detail === '{}' ? '' : row.detail}</code>,
              ],
            }))}
            empty={tx('nothing')}
          />
        </Card>
      ) : null}
    </>
  );
}

function nameOf(kind: string): string {
  if (kind === WALLET) return tx('wallet');
  return kind === HOLD ? tx('hold') : kind;
}

type PartProps = Pick<PageProps, 'session' | 'member' | 'facts'>;

function Protection({ session, member, facts, now }: PartProps & { readonly now: Date }) {
  const { pause, limits } = facts;
  const limitRow = (kind: string, value: string) =>
    kind === 'session' ? tx('minutes', { count: Number(value) }) : `${toScreen(BigInt(value))} ${member.currency}`;
  const running = pause !== null && (pause.break_until === null || pause.break_until > now || pause.break_kind === 'exclusion');
  return (
    <Card title={tx('protection')}>
      {running ? (
        <p>
          <Badge tone="neg">{tx(pause.break_kind === 'exclusion' ? 'excluded' : 'resting')}</Badge>{' '}
          {pause.break_until ? <Time at={pause.break_until} /> : tx('forEver')}
        </p>
      ) : null}
      <Table
        caption={tx('limits')}
        heads={[tx('kind'), tx('period'), tx('setBy'), tx('value'), tx('since')]}
        rows={limits.map((row) => ({
          key: `${row.kind}-${row.period}-${row.set_by}`,
          cells: [
            tx(`limit_${row.kind}`),
            tx(`period_${row.period}`),
            tx(row.set_by === 'operator' ? 'operator' : 'member'),
            limitRow(row.kind, row.value),
            <Time key="at" at={row.set_at} />,
          ],
        }))}
        empty={tx('limitsNone')}
      />
      {isActionAllowed(session.role, 'members.limit') ? (
        <Collapsible title={tx('limitSet')}>
          <Form session={session} to="/members/limit" submit={tx('limitSet')} fixed={{ id: member.id }}>
            <Select name="kind" label={tx('kind')} options={LIMIT_KINDS.map((kind) => [kind, tx(`limit_${kind}`)])} />
            <Select name="period" label={tx('period')} options={LIMIT_PERIODS.map((period) => [period, tx(`period_${period}`)])} />
            <Input
              name="value"
              label={tx('value')}
              hint={tx('limitHint')}
              required={false}
              inputMode="decimal"
              maxLength={16}
              autoComplete="off"
            />
            <Reason />
          </Form>
        </Collapsible>
      ) : null}
    </Card>
  );
}

function Access({ session, member, facts }: PartProps) {
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
