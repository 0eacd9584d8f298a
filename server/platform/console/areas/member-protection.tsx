import { toScreen } from '../../../../shared/money/money.ts';
import { LIMIT_KINDS, LIMIT_PERIODS } from '../../../../shared/rules/protection.ts';
import {
  AmountInput,
  Badge,
  Card,
  Collapsible,
  type ConsoleInput,
  Form,
  isActionAllowed,
  Reason,
  Select,
  Table,
  Time,
  tx,
} from '../../operators/index.ts';
import type { FoundMember, MemberFacts } from './member-reads.ts';

interface Props {
  readonly session: ConsoleInput['session'];
  readonly member: FoundMember;
  readonly facts: MemberFacts;
  readonly now: Date;
}

/** The member's pause and limits. */
export function MemberProtection({ session, member, facts, now }: Props) {
  const { pause, limits, leastDeposit } = facts;
  const limitRow = (kind: string, value: string) =>
    kind === 'session' ? tx('minutes', { count: Number(value) }) : `${toScreen(BigInt(value), member.currency)} ${member.currency}`;
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
            row.kind === 'deposit' && leastDeposit !== undefined && BigInt(row.value) < leastDeposit ? (
              <span key="value">
                {limitRow(row.kind, row.value)}{' '}
                <Badge tone="warn">{tx('limitBelowMethods', { least: limitRow(row.kind, String(leastDeposit)) })}</Badge>
              </span>
            ) : (
              limitRow(row.kind, row.value)
            ),
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
            <AmountInput name="value" label={tx('value')} hint={tx('limitHint')} required={false} currency={member.currency} />
            <Reason />
          </Form>
        </Collapsible>
      ) : null}
    </Card>
  );
}
