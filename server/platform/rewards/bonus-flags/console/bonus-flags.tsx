import { defined } from '../../../../kit/defined.ts';
import { accountsOf } from '../../../identity/members/index.ts';
import {
  Amount,
  type AuditDeps,
  type AuditEntry,
  Badge,
  Card,
  type ConsoleArea,
  defineForm,
  Facts,
  Form,
  isActionAllowed,
  MemberLink,
  named,
  type OperatorSession,
  Pager,
  pageOf,
  Reason,
  Table,
  Tabs,
  type TextKey,
  Time,
  tx,
  withAuditLog,
} from '../../../operators/index.ts';
import type { BonusFlag, BonusFlagDesk } from '../desk.ts';
import { BONUS_FLAG_STATES, type BonusFlagState } from '../tables.ts';

export interface BonusFlagAreaDeps extends AuditDeps {
  readonly desk: BonusFlagDesk;
}

const PATH = '/bonus-checks';
const TONES: Readonly<Record<BonusFlagState, 'pos' | 'neg' | 'warn'>> = { open: 'warn', dismissed: 'pos', stopped: 'neg' };

/** Play with bonuses that operators should look at. No decision takes money, so one operator decides. */
export function bonusFlagArea(deps: BonusFlagAreaDeps): ConsoleArea {
  const { db, desk } = deps;
  const decide = (verb: 'dismiss' | 'stop', message: TextKey) =>
    defineForm({
      path: `${PATH}/${verb}`,
      action: 'reviews.decide',
      body: named,
      async run(input, { id, reason }) {
        const entry: AuditEntry = { action: `bonus-check.${verb}`, object: `bonus-check:${id}`, reason };
        await withAuditLog(deps, input, entry, async (transaction, afterCommit) => ({
          member: await desk[verb](transaction, afterCommit, { id, operator: input.session.name, reason }),
        }));
        return { to: `${PATH}/${id}`, message };
      },
    });
  const allow = defineForm({
    path: `${PATH}/allow`,
    action: 'reviews.decide',
    body: named,
    async run(input, { id, reason }) {
      const entry: AuditEntry = { action: 'bonus-check.allow', object: `member:${id}`, reason };
      await withAuditLog(deps, input, entry, async (transaction, afterCommit) => {
        await desk.allow(transaction, afterCommit, id);
        return { member: id };
      });
      return { to: `${PATH}?state=all`, message: 'done_bonusAllowed' };
    },
  });
  return {
    pages: [
      {
        path: PATH,
        action: 'reviews.read',
        title: 'bonusChecks',
        inMenu: { group: 'members', place: 60 },
        async load({ query }) {
          const requested = query.get('state') ?? 'open';
          const state = BONUS_FLAG_STATES.find((one) => one === requested);
          const page = await pageOf(query, (slice) => desk.list(db, { ...defined({ state }), ...slice }));
          return <FlagList {...page} state={state} names={await namesOf(deps, page.rows)} />;
        },
      },
      {
        path: `${PATH}/:id`,
        action: 'reviews.read',
        title: 'bonusCheck',
        async load({ session, params }) {
          const flag = await desk.get(db, params.id ?? '');
          return flag && <FlagPage session={session} flag={flag} names={await namesOf(deps, [flag])} />;
        },
      },
    ],
    forms: [decide('dismiss', 'done_bonusCheckDismissed'), decide('stop', 'done_bonusStopped'), allow],
  };
}

function namesOf({ db }: BonusFlagAreaDeps, flags: readonly BonusFlag[]) {
  return accountsOf(
    db,
    flags.flatMap(({ member_id, evidence }) => [member_id, ...evidence.links.map(({ memberId }) => memberId)]),
  );
}

interface ListProps {
  readonly rows: readonly BonusFlag[];
  readonly state: BonusFlagState | undefined;
  readonly names: ReadonlyMap<string, string>;
  readonly pageNo: number;
  readonly more: boolean;
}

function FlagList({ rows, state, names, pageNo, more }: ListProps) {
  const chosen = state ?? 'all';
  return (
    <>
      <Tabs
        label={tx('state')}
        items={[...BONUS_FLAG_STATES, 'all' as const].map((one) => ({
          href: `${PATH}?state=${one}`,
          text: tx(`bonusCheck_${one}`),
          isCurrent: one === chosen,
        }))}
      />
      <Card title={tx('bonusChecks')}>
        <p>{tx('bonusChecksText')}</p>
        <Table
          caption={tx('bonusChecks')}
          heads={[tx('bonusCheckRule'), tx('time'), tx('member'), tx('bonusCheckMatched'), tx('bonusCheckStakes'), tx('state')]}
          rows={rows.map((row) => ({
            key: row.id,
            cells: [
              <a key="id" href={`/console${PATH}/${row.id}`}>
                {tx(`bonusRule_${row.rule}`)}
              </a>,
              <Time key="at" at={row.created_at} />,
              <MemberLink key="member" id={row.member_id} name={names.get(row.member_id)} />,
              tx('bonusCheckOf', { matched: row.evidence.matched, examined: row.evidence.examined }),
              <Amount key="stake" units={BigInt(row.evidence.stake)} currency={row.currency} />,
              <Status key="state" state={row.state} />,
            ],
          }))}
          empty={tx('nothing')}
        />
        <Pager to={`${PATH}?state=${chosen}`} pageNo={pageNo} more={more} />
      </Card>
    </>
  );
}

interface FlagProps {
  readonly session: OperatorSession;
  readonly flag: BonusFlag;
  readonly names: ReadonlyMap<string, string>;
}

function FlagPage({ session, flag, names }: FlagProps) {
  const { id, rule, evidence, currency, state } = flag;
  const mayDecide = isActionAllowed(session.role, 'reviews.decide');
  const amount = (key: string, units: string) => <Amount key={key} units={BigInt(units)} currency={currency} />;
  return (
    <>
      <Card title={tx(`bonusRule_${rule}`)}>
        <p>{tx(`bonusRuleText_${rule}`)}</p>
        <Facts
          rows={[
            [tx('state'), <Status key="state" state={state} />],
            [tx('member'), <MemberLink key="member" id={flag.member_id} name={names.get(flag.member_id)} />],
            ...evidence.links.map(
              ({ memberId, kinds }) =>
                [
                  tx('bonusCheckLinked'),
                  <span key={memberId}>
                    <MemberLink id={memberId} name={names.get(memberId)} />: {kinds.map((kind) => tx(`trait_${kind}`)).join(', ')}
                  </span>,
                ] as const,
            ),
            [tx('bonusCheckBonus'), amount('bonus', flag.amount)],
            [tx('bonusCheckAccepted'), <Time key="accepted" at={flag.accepted_at} />],
            [tx('bonusCheckMatched'), tx('bonusCheckOf', { matched: evidence.matched, examined: evidence.examined })],
            [tx('bonusCheckStakes'), amount('stake', evidence.stake)],
            ...(evidence.payout === null ? [] : ([[tx('bonusCheckWins'), amount('payout', evidence.payout)]] as const)),
            [tx('bonusCheckFrom'), <Time key="from" at={new Date(evidence.from)} />],
            [tx('bonusCheckUntil'), <Time key="until" at={new Date(evidence.until)} />],
            ...(flag.decided_at
              ? ([
                  [tx('operator'), flag.decided_by ?? ''],
                  [tx('reviewDecidedAt'), <Time key="decided" at={flag.decided_at} />],
                  [tx('reason'), <Words key="reason" text={flag.decision ?? ''} />],
                ] as const)
              : []),
          ]}
        />
        {state === 'open' && mayDecide ? (
          <>
            <Form session={session} to={`${PATH}/dismiss`} submit={tx('bonusCheckDismiss')} fixed={{ id }}>
              <Reason />
            </Form>
            <Form session={session} to={`${PATH}/stop`} submit={tx('bonusCheckStop')} danger fixed={{ id }}>
              <Reason />
            </Form>
          </>
        ) : null}
        {flag.is_stopped ? <p>{tx('bonusCheckIsStopped')}</p> : null}
        {flag.is_stopped && mayDecide ? (
          <Form session={session} to={`${PATH}/allow`} submit={tx('bonusCheckAllow')} fixed={{ id: flag.member_id }}>
            <Reason />
          </Form>
        ) : null}
      </Card>
      <Card title={tx('bonusCheckExamples')}>
        <Table
          caption={tx('bonusCheckExamples')}
          heads={[tx('time'), tx('what'), tx('bonusCheckCount'), tx('bonusCheckStakes'), tx('bonusCheckWins')]}
          rows={evidence.examples.map(({ at, what, count, stake, payout }) => ({
            key: `${at} ${what}`,
            cells: [
              <Time key="at" at={new Date(at)} />,
              <code key="what">{what}</code>,
              String(count),
              amount('stake', stake),
              payout === null ? '' : amount('payout', payout),
            ],
          }))}
          empty={tx('nothing')}
        />
      </Card>
    </>
  );
}

function Status({ state }: { readonly state: BonusFlagState }) {
  return <Badge tone={TONES[state]}>{tx(`bonusCheck_${state}`)}</Badge>;
}

/** Written by an operator, in any language. */
function Words({ text }: { readonly text: string }) {
  return <span dir="auto">{text}</span>;
}
