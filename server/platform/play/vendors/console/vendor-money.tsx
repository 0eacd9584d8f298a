import * as v from 'valibot';
import { accountsOf } from '../../../identity/members/index.ts';
import {
  Amount,
  type AuditDeps,
  Badge,
  Card,
  Collapsible,
  type ConsoleArea,
  type ConsoleInput,
  defineForm,
  Form,
  MemberLink,
  named,
  OperatorError,
  Reason,
  recordDualConsent,
  Select,
  Table,
  Time,
  tx,
  withAuditLog,
} from '../../../operators/index.ts';
import type { VendorMoneyDesk } from '../transfer-wallet/desk.ts';

export interface VendorMoneyAreaDeps extends AuditDeps {
  readonly desk: VendorMoneyDesk;
}

const SHOWN = 100;
const settlement = v.object({ ...named.entries, outcome: v.picklist(['done', 'returned']) });

/** Money at providers that keep balances: what is on its way, what is not booked, and what differs. */
export function vendorMoneyArea(deps: VendorMoneyAreaDeps): ConsoleArea {
  const { db, desk } = deps;
  return {
    pages: [
      {
        path: '/vendor-money',
        action: 'withdrawals.pay',
        title: 'vendorMoney',
        inMenu: { group: 'money', place: 30 },
        async load({ session }) {
          const [moves, entries, histories, differences] = await Promise.all([
            desk.openMoves(SHOWN),
            desk.waitingEntries(SHOWN),
            desk.histories(),
            desk.differences(SHOWN),
          ]);
          const ids = [...moves, ...differences].map((row) => row.member_id).concat(entries.flatMap(({ memberId }) => memberId ?? []));
          return (
            <VendorMoneyPage
              session={session}
              moves={moves}
              entries={entries}
              histories={histories}
              differences={differences}
              names={await accountsOf(db, ids)}
            />
          );
        },
      },
    ],
    forms: [
      defineForm({
        path: '/vendor-money/settle',
        action: 'withdrawals.pay',
        body: settlement,
        async run(input, { id, reason, outcome }) {
          const entry = { action: `vendor-move.${outcome}` as const, object: `vendor-move:${id}`, reason };
          const { status } = await withAuditLog(deps, input, entry, async (transaction, afterCommit) => {
            const move = await desk.lockOpen(transaction, id);
            if (!move) throw new OperatorError('vendorMoveOver');
            // Always by two: a wrong outcome creates or destroys money.
            const consent = { subject: `vendor-move:${id}`, action: outcome, reason };
            if (!(await recordDualConsent(deps, transaction, input.session.operatorId, consent))) return { status: 'waiting' };
            await desk.settle(transaction, afterCommit, id, { state: outcome, operator: input.session.name });
            return { status: outcome };
          });
          return { to: '/vendor-money', message: status === 'waiting' ? 'done_oneMore' : 'done_payoutSettled' };
        },
      }),
    ],
  };
}

interface PageProps {
  readonly session: ConsoleInput['session'];
  readonly moves: Awaited<ReturnType<VendorMoneyDesk['openMoves']>>;
  readonly entries: Awaited<ReturnType<VendorMoneyDesk['waitingEntries']>>;
  readonly histories: Awaited<ReturnType<VendorMoneyDesk['histories']>>;
  readonly differences: Awaited<ReturnType<VendorMoneyDesk['differences']>>;
  readonly names: ReadonlyMap<string, string>;
}

function VendorMoneyPage({ session, moves, entries, histories, differences, names }: PageProps) {
  return (
    <>
      <Card title={tx('vendorMoves')}>
        <p>{tx('vendorMovesText')}</p>
        <Moves session={session} moves={moves} names={names} />
      </Card>
      <Card title={tx('vendorDifferences')}>
        <p>{tx('vendorDifferencesText')}</p>
        <Table
          caption={tx('vendorDifferences')}
          heads={[tx('provider'), tx('member'), tx('vendorDifference'), tx('since')]}
          rows={differences.map(({ provider, member_id, difference, difference_since, currency }) => ({
            key: `${provider} ${member_id}`,
            cells: [
              provider,
              <MemberLink key="member" id={member_id} name={names.get(member_id)} />,
              <Amount key="units" units={BigInt(difference)} currency={currency} />,
              difference_since ? <Time key="since" at={difference_since} /> : tx('never'),
            ],
          }))}
          empty={tx('vendorDifferencesNone')}
        />
      </Card>
      <Card title={tx('vendorEntries')}>
        <p>{tx('vendorEntriesText')}</p>
        <Table
          caption={tx('vendorEntries')}
          heads={[tx('provider'), tx('vendorEntry'), tx('member'), tx('reason'), tx('since')]}
          rows={entries.map(({ provider, entryId, player, memberId, reason, arrivedAt }) => ({
            key: `${provider} ${entryId}`,
            cells: [
              provider,
              entryId,
              memberId === null ? player : <MemberLink key="member" id={memberId} name={names.get(memberId)} />,
              reason ?? tx('vendorEntryBehind'),
              <Time key="since" at={arrivedAt} />,
            ],
          }))}
          empty={tx('vendorEntriesNone')}
        />
      </Card>
      <Card title={tx('vendorHistories')}>
        <Table
          caption={tx('vendorHistories')}
          heads={[tx('provider'), tx('state'), tx('vendorHistoryRead'), tx('vendorLastError')]}
          rows={histories.map(({ provider, readAt, failedSince, lastError }) => ({
            key: provider,
            cells: [
              provider,
              failedSince ? (
                <Badge key="state" tone="neg">
                  {tx('vendorHistoryFails')}
                </Badge>
              ) : (
                <Badge key="state" tone="pos">
                  {tx('on')}
                </Badge>
              ),
              readAt ? <Time key="read" at={readAt} /> : tx('never'),
              lastError ?? '',
            ],
          }))}
          empty={tx('vendorHistoriesNone')}
        />
      </Card>
    </>
  );
}

function Moves({ session, moves, names }: Pick<PageProps, 'session' | 'moves' | 'names'>) {
  return (
    <Table
      caption={tx('vendorMoves')}
      heads={[
        tx('vendorMove'),
        tx('provider'),
        tx('member'),
        tx('vendorDirection'),
        tx('amount'),
        tx('since'),
        tx('payoutTries'),
        tx('vendorLastError'),
        tx('change'),
      ]}
      rows={moves.map((move) => ({
        key: move.id,
        cells: [
          move.id,
          move.provider,
          <MemberLink key="member" id={move.member_id} name={names.get(move.member_id)} />,
          tx(move.direction === 'in' ? 'vendorMoveIn' : 'vendorMoveOut'),
          <Amount key="amount" units={BigInt(move.amount)} currency={move.currency.trim()} />,
          <Time key="since" at={move.created_at} />,
          String(move.tries),
          move.conflict === null ? (
            (move.last_error ?? '')
          ) : (
            <Badge key="conflict" tone="neg">
              {move.conflict}
            </Badge>
          ),
          <Collapsible key="settle" title={tx('payoutSettle')}>
            <p>{tx('vendorSettleText')}</p>
            <Form session={session} to="/vendor-money/settle" submit={tx('payoutSettle')} danger fixed={{ id: move.id }}>
              <Select
                name="outcome"
                label={tx('vendorOutcome')}
                value=""
                options={[
                  ['', ''],
                  ['done', tx('vendorOutcomeDone')],
                  ['returned', tx('vendorOutcomeReturned')],
                ]}
              />
              <Reason />
            </Form>
          </Collapsible>,
        ],
      }))}
      empty={tx('vendorMovesNone')}
    />
  );
}
