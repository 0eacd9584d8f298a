import { BONUS, BONUS_HELD, HOLD, type MemberAccount, WALLET } from '../../ledger/index.ts';
import {
  type Action,
  Amount,
  Card,
  Collapsible,
  type ConsoleInput,
  detailText,
  Facts,
  isActionAllowed,
  kindText,
  MemberLink,
  MemberState,
  memberType,
  Pager,
  Table,
  Time,
  tx,
} from '../../operators/index.ts';
import type { ListedAdjustment } from '../adjustments.ts';
import { AdjustmentForm, AdjustmentTable } from './adjustments.tsx';
import { MemberNotes } from './member-notes.tsx';
import { MemberProtection } from './member-protection.tsx';
import type { FoundMember, MemberFacts } from './member-reads.ts';
import { MemberSessions } from './member-sessions.tsx';

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
  return (
    <>
      <p>
        <strong>
          <bdi>{member.account}</bdi>
        </strong>{' '}
        <MemberState member={member} />
      </p>
      <div className="columns">
        <MemberCard member={member} facts={facts} />
        <MoneyCard session={session} member={member} facts={facts} accounts={accounts} />
      </div>
      <MemberNotes session={session} memberId={member.id} notes={facts.notes} />
      <MemberProtection session={session} member={member} facts={facts} now={now} />
      {isAllowed('members.adjust') ? <AdjustmentCard session={session} member={member} adjustments={adjustments} /> : null}
      <MovementCard member={member} facts={facts} />
      <MemberSessions session={session} member={member} facts={facts} />
      {isAllowed('log.read') ? <LogCard member={member} facts={facts} /> : null}
    </>
  );
}

function MemberCard({ member, facts }: Pick<PageProps, 'member' | 'facts'>) {
  return (
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
  );
}

function MoneyCard({ session, member, facts, accounts }: Omit<PageProps, 'adjustments' | 'now'>) {
  return (
    <Card title={tx('money')}>
      <Facts rows={accounts.map(({ kind, units, currency }) => [nameOf(kind), <Amount key={kind} units={units} currency={currency} />])} />
      {isActionAllowed(session.role, 'withdrawals.read') ? <LatestPayments member={member} facts={facts} /> : null}
    </Card>
  );
}

function LatestPayments({ member, facts }: Pick<PageProps, 'member' | 'facts'>) {
  const money = (units: string | bigint) => <Amount units={BigInt(units)} currency={member.currency} />;
  return (
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
  );
}

function AdjustmentCard({ session, member, adjustments }: Pick<PageProps, 'session' | 'member' | 'adjustments'>) {
  return (
    <Card title={tx('adjustments')}>
      {adjustments.length > 0 ? (
        <AdjustmentTable session={session} rows={adjustments} names={new Map([[member.id, member.account]])} />
      ) : null}
      <p>
        <a href={`/console/member-points/${encodeURIComponent(member.id)}`}>{tx('pointsOfMember')}</a>
      </p>
      <p>
        <a href={`/console/member-cashback/${encodeURIComponent(member.id)}`}>{tx('cashbackOfMember')}</a>
      </p>
      <Collapsible title={tx('adjustNew')}>
        <AdjustmentForm session={session} memberId={member.id} />
      </Collapsible>
    </Card>
  );
}

function MovementCard({ member, facts }: Pick<PageProps, 'member' | 'facts'>) {
  const money = (units: string | bigint) => <Amount units={BigInt(units)} currency={member.currency} />;
  return (
    <Card title={tx('movements')}>
      <Table
        caption={tx('movements')}
        heads={[tx('time'), tx('kind'), tx('amount'), tx('balanceAfter'), tx('reference')]}
        rows={facts.movements.map((row) => ({
          key: row.id,
          cells: [
            <Time key="at" at={row.created_at} />,
            kindText('transfer', row.kind),
            money(row.amount),
            money(row.balance_after),
            <code key="reference">{row.reference}</code>,
          ],
        }))}
        empty={tx('nothing')}
      />
      <Pager to={`/members/${encodeURIComponent(member.id)}?of=movements`} pageNo={facts.pageNo} more={facts.moreMovements} />
    </Card>
  );
}

function LogCard({ member, facts }: Pick<PageProps, 'member' | 'facts'>) {
  return (
    <Card title={tx('log')}>
      <Table
        caption={tx('log')}
        heads={[tx('time'), tx('operator'), tx('action'), tx('reason'), tx('detail')]}
        rows={facts.lines.map((row) => ({
          key: row.id,
          cells: [
            <Time key="at" at={row.at} />,
            row.operator,
            kindText('log', row.action),
            row.reason,
            <code key="detail">{detailText(row.detail, member.currency)}</code>,
          ],
        }))}
        empty={tx('nothing')}
      />
    </Card>
  );
}

function nameOf(kind: string): string {
  if (kind === WALLET) return tx('wallet');
  if (kind === BONUS || kind === BONUS_HELD) return tx(kind === BONUS ? 'bonusMoney' : 'bonusHeldMoney');
  return kind === HOLD ? tx('hold') : tx('vendorWallet', { vendor: kind.replace(/^vendor:/, '') });
}
