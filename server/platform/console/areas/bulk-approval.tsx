import * as v from 'valibot';
import { DEFAULT_LANGUAGE } from '../../../../shared/constants.ts';
import type { Translate } from '../../base/http/index.ts';
import { Refusal } from '../../base/refusal.ts';
import type { WithdrawalRow } from '../../money/withdrawal/index.ts';
import {
  Amount,
  Badge,
  Card,
  type ConsoleForm,
  type ConsoleInput,
  defineForm,
  Facts,
  Form,
  idField,
  MemberLink,
  OperatorError,
  Reason,
  reason,
  Table,
  tx,
} from '../../operators/index.ts';
import { approveOne, type WithdrawalAreaDeps } from './withdrawal-approval.ts';

export interface BulkDeps extends WithdrawalAreaDeps {
  readonly translate: Translate;
}

const MAX = 50;
/** One checkbox is sent as a text, several as a list. */
const selected = v.object({
  id: v.optional(
    v.union([
      v.pipe(
        idField,
        v.transform((id) => [id]),
      ),
      v.pipe(v.array(idField), v.maxLength(MAX)),
    ]),
  ),
});
const confirmed = v.object({
  ids: v.pipe(
    v.string(),
    v.transform((text) => text.split(',')),
    v.array(idField),
    v.maxLength(MAX),
  ),
  reason,
});

interface Result {
  readonly id: string;
  readonly tone: 'pos' | 'warn' | 'neg';
  readonly text: string;
}

/** Approval of several withdrawals with one reason. Each is checked and logged like a single approval; one refusal stops no other. */
export function bulkApprovalForms(deps: BulkDeps): readonly ConsoleForm[] {
  return [
    defineForm({
      path: '/withdrawals/select',
      action: 'withdrawals.review',
      body: selected,
      async run({ session }, { id: ids = [] }) {
        if (ids.length === 0) throw new OperatorError('bulkNothing');
        const rows = await deps.withdrawalDesk.ofMerchant(deps.db, deps.merchant, ids);
        return { title: 'bulkTitle', page: <Confirmation session={session} rows={rows} names={namesOf(rows)} /> };
      },
    }),
    defineForm({
      path: '/withdrawals/approve-selected',
      action: 'withdrawals.review',
      body: confirmed,
      async run(input, { ids, reason: why }) {
        const rows = await deps.withdrawalDesk.ofMerchant(deps.db, deps.merchant, ids);
        const results: Result[] = [];
        // One after the other: approvals of one member must not wait for each other's locks.
        for (const id of ids) results.push(await decide(deps, input, id, why));
        return { title: 'bulkTitle', page: <Results results={results} rows={rows} names={namesOf(rows)} /> };
      },
    }),
  ];
}

async function decide(deps: BulkDeps, input: ConsoleInput, id: string, why: string): Promise<Result> {
  try {
    const { status } = await approveOne(deps, input, { id, reason: why });
    return status === 'review' ? { id, tone: 'warn', text: tx('bulkOneMore') } : { id, tone: 'pos', text: tx('bulkApproved') };
  } catch (error) {
    if (error instanceof OperatorError) return { id, tone: 'neg', text: tx(error.key, error.parameters) };
    if (error instanceof Refusal) return { id, tone: 'neg', text: deps.translate(DEFAULT_LANGUAGE, `errors.${error.code}`, error.params) };
    throw error;
  }
}

function namesOf(rows: readonly (WithdrawalRow & { readonly account: string })[]): ReadonlyMap<string, string> {
  return new Map(rows.map(({ member_id, account }) => [member_id, account]));
}

interface ListProps {
  readonly rows: readonly WithdrawalRow[];
  readonly names: ReadonlyMap<string, string>;
}

function Confirmation({ session, rows, names }: ListProps & { readonly session: ConsoleInput['session'] }) {
  return (
    <Card title={tx('bulkTitle')}>
      <Facts
        rows={[
          [tx('bulkCount'), String(rows.length)],
          [tx('bulkSum'), <Sums key="sum" rows={rows} />],
        ]}
      />
      <Table
        caption={tx('withdrawals')}
        heads={[tx('withdrawal'), tx('member'), tx('amount'), tx('payTo')]}
        rows={rows.map((row) => ({ key: row.id, cells: [...cellsOf(row, names), `${row.payout_name} ${row.payout_masked}`] }))}
        empty={tx('nothing')}
      />
      <p>{tx('bulkText')}</p>
      <Form
        session={session}
        to="/withdrawals/approve-selected"
        submit={tx('bulkApprove', { count: rows.length })}
        fixed={{ ids: rows.map(({ id }) => id).join(',') }}
      >
        <Reason />
      </Form>
      <p>
        <a href="/console/withdrawals?status=review">{tx('back')}</a>
      </p>
    </Card>
  );
}

function Results({ results, rows, names }: ListProps & { readonly results: readonly Result[] }) {
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const done = results.filter(({ tone }) => tone !== 'neg').length;
  return (
    <Card title={tx('bulkTitle')}>
      <p role="status">{tx('bulkResult', { done, count: results.length })}</p>
      <Table
        caption={tx('withdrawals')}
        heads={[tx('withdrawal'), tx('member'), tx('amount'), tx('state')]}
        rows={results.map(({ id, tone, text }) => {
          const row = rowOf.get(id);
          const state = (
            <span key="state">
              <Badge tone={tone}>{tx(tone === 'neg' ? 'bulkRefused' : tone === 'warn' ? 'bulkRecorded' : 'bulkDone')}</Badge> {text}
            </span>
          );
          return { key: id, cells: row ? [...cellsOf(row, names), state] : [id, '', '', state] };
        })}
        empty={tx('nothing')}
      />
      <p>
        <a href="/console/withdrawals?status=review">{tx('back')}</a>
      </p>
    </Card>
  );
}

function cellsOf(row: WithdrawalRow, names: ReadonlyMap<string, string>) {
  return [
    <a key="id" href={`/console/withdrawals/${row.id}`}>
      {row.id}
    </a>,
    <MemberLink key="member" id={row.member_id} name={names.get(row.member_id)} />,
    <Amount key="amount" units={BigInt(row.amount)} currency={row.currency} />,
  ];
}

function Sums({ rows }: { readonly rows: readonly WithdrawalRow[] }) {
  const sums = new Map<string, bigint>();
  for (const { currency, amount } of rows) sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(amount));
  return [...sums].map(([currency, units]) => <Amount key={currency} units={units} currency={currency} />);
}
