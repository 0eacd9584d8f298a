import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { readMerchant } from '../../../merchant/index.ts';
import {
  Amount,
  AmountInput,
  type AuditDeps,
  amountField,
  Badge,
  Collapsible,
  type ConsoleForm,
  checkPayable,
  createApprovals,
  Decide,
  defineForm,
  Form,
  idField,
  type LogAction,
  named,
  OperatorError,
  type OperatorSession,
  Reason,
  reason,
  Table,
  type TextKey,
  Time,
  tx,
  withAuditLog,
} from '../../../operators/index.ts';
import type { Fund, Funding } from '../fund.ts';

/** The funding of an account of the house on its console page. */
interface FundingPage {
  /** "/wages" */
  readonly to: '/wages' | '/rewards';
  readonly fund: Fund;
  /** Begin of the object in the log: `wage-funding:ID`. */
  readonly object: string;
  readonly actions: { readonly propose: LogAction; readonly fund: LogAction; readonly reject: LogAction };
  readonly funded: 'done_wagesFunded' | 'done_rewardsFunded';
}

const FUND = 'fund';
const funding = v.object({ id: idField, amount: amountField, reason });

/** Id of a form: its second sending is the same funding. */
export const newFundingId = () => `f_${randomBytes(12).toString('hex')}`;

/** Every funding needs two operators; the proposal is the first approval. */
export function fundingForms(deps: AuditDeps, page: FundingPage): readonly ConsoleForm[] {
  return [proposeForm(deps, page), fundForm(deps, page), rejectForm(deps, page)];
}

function proposeForm(deps: AuditDeps, { to, fund, object, actions }: FundingPage): ConsoleForm {
  return defineForm({
    path: `${to}/propose`,
    action: 'members.adjust',
    body: funding,
    async run(input, { id, amount, reason: why }) {
      const { currency } = (await readMerchant(deps.db, deps.merchant)).settings;
      checkPayable(amount, currency);
      const subject = `${object}:${id}`;
      await withAuditLog(deps, input, { action: actions.propose, object: subject, reason: why }, async (tx) => {
        const row = await fund.propose(tx, { id, units: amount, currency, reason: why });
        await createApprovals(deps).record(tx, { subject, action: FUND, operatorId: input.session.operatorId, reason: why });
        return { units: row.units, currency };
      });
      return { to, message: 'done_oneMore' };
    },
  });
}

function fundForm(deps: AuditDeps, { to, fund, object, actions, funded }: FundingPage): ConsoleForm {
  return defineForm({
    path: `${to}/fund`,
    action: 'members.adjust',
    body: named,
    async run(input, { id, reason: why }) {
      const subject = `${object}:${id}`;
      const { operatorId } = input.session;
      await withAuditLog(deps, input, { action: actions.fund, object: subject, reason: why }, async (tx, afterCommit) => {
        const row = await fund.lockFunding(tx, id);
        if (!row) throw new OperatorError('wageClosed');
        await createApprovals(deps).recordSecond(tx, { subject, action: FUND, operatorId, reason: why });
        await fund.fund(tx, afterCommit, row);
        return { units: row.units };
      });
      return { to, message: funded };
    },
  });
}

function rejectForm(deps: AuditDeps, { to, fund, object, actions }: FundingPage): ConsoleForm {
  return defineForm({
    path: `${to}/fund-reject`,
    action: 'members.adjust',
    body: named,
    async run(input, { id, reason: why }) {
      await withAuditLog(deps, input, { action: actions.reject, object: `${object}:${id}`, reason: why }, async (tx) => {
        const row = await fund.lockFunding(tx, id);
        if (!row) throw new OperatorError('wageClosed');
        await fund.reject(tx, row);
        return { units: row.units };
      });
      return { to, message: 'done_rejected' };
    },
  });
}

interface FundingsProps {
  readonly session: OperatorSession;
  readonly to: FundingPage['to'];
  readonly caption: TextKey;
  readonly fundingId: string;
  readonly currency: string;
  readonly rows: readonly Funding[];
}

/** The form that proposes a funding, and the list with those that wait for a second operator. */
export function Fundings({ session, to, caption, fundingId, currency, rows }: FundingsProps) {
  return (
    <>
      <Collapsible title={tx('wagesFund')}>
        <Form session={session} to={`${to}/propose`} submit={tx('wagesFund')} fixed={{ id: fundingId }}>
          <AmountInput name="amount" label={tx('amount')} currency={currency} />
          <Reason />
        </Form>
      </Collapsible>
      <Table
        caption={tx(caption)}
        heads={[tx('time'), tx('amount'), tx('reason'), tx('state'), tx('change')]}
        rows={rows.map(({ id, created_at, units, currency: paidIn, reason: why, status }) => ({
          key: id,
          cells: [
            <Time key="at" at={created_at} />,
            <Amount key="amount" units={BigInt(units)} currency={paidIn} />,
            <bdi key="reason">{why}</bdi>,
            <Badge key="state" {...(status !== 'posted' && { tone: status === 'waiting' ? 'warn' : 'neg' })}>
              {tx(`adjustment_${status}`)}
            </Badge>,
            status === 'waiting' ? (
              <Decide key="decide" session={session} id={id} approve={`${to}/fund`} reject={`${to}/fund-reject`} />
            ) : (
              ''
            ),
          ],
        }))}
        empty={tx('nothing')}
      />
    </>
  );
}
