import * as v from 'valibot';
import { MAX_TIERS } from '../../../../../shared/api/agent-contracts/constants.ts';
import { rateOf } from '../../../../../shared/api/agent-contracts/form.ts';
import { termsInput } from '../../../../../shared/api/agent-contracts/schemas.ts';
import { AGENT_TYPES } from '../../../../../shared/constants.ts';
import { parseInputAmount } from '../../../../../shared/money/money.ts';
import { plainAmount } from '../../../../../shared/money/typed-amount.ts';
import { DIVIDEND_PERIODS, WAGE_KINDS } from '../../../../../shared/rules/wages.ts';
import type { Clock } from '../../../base/clock.ts';
import type { Tx } from '../../../base/db/index.ts';
import { Refusal } from '../../../base/refusal.ts';
import { accountKey } from '../../../identity/members/index.ts';
import { readMerchant } from '../../../merchant/index.ts';
import {
  type AuditDeps,
  type ConsoleArea,
  type ConsoleForm,
  checkPayable,
  createApprovals,
  defineForm,
  line,
  named,
  OperatorError,
  pageOf,
  REQUIRED_APPROVALS,
  reason,
  withAuditLog,
} from '../../../operators/index.ts';
import type { Fund } from '../../../rewards/fund/index.ts';
import { fundingForms, newFundingId } from '../../../rewards/fund/index.ts';
import type { Contracts } from '../../contracts/index.ts';
import { endForm } from '../../contracts/index.ts';
import type { WageDesk } from '../desk.ts';
import { WagesPage } from './wage-views.tsx';

export interface WageAreaDeps extends AuditDeps {
  readonly clock: Clock;
  readonly desk: WageDesk;
  readonly funds: { readonly wages: Fund };
  readonly contracts: Contracts;
}

const APPROVE = 'pay';
const offer = v.object({
  account: line(64),
  kind: v.picklist(WAGE_KINDS),
  period: v.picklist(DIVIDEND_PERIODS),
  /** A line for each tier: rate in percent, valid bets, loss of the team, active members. */
  tiers: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(600)),
  reason,
});

/** The account of wages, wages that wait for operators, and contracts of the merchant with agents who have no upline. */
export function wageArea(deps: WageAreaDeps): ConsoleArea {
  const { db, merchant, desk } = deps;
  const fund = deps.funds.wages;
  return {
    pages: [
      {
        path: '/wages',
        action: 'members.adjust',
        title: 'wages',
        inMenu: { group: 'members', place: 90 },
        async load({ session, query }) {
          const { currency } = (await readMerchant(db, merchant)).settings;
          // Two lists of one page share the number of the page.
          const pageOfList = (name: string) => (query.get('list') === name ? query : new URLSearchParams());
          const account = query.get('account')?.trim().slice(0, 64) ?? '';
          const held = await pageOf(pageOfList('held'), (slice) => desk.held(db, slice));
          const contracts = await pageOf(pageOfList('contracts'), (slice) => deps.contracts.running(db, account || undefined, slice));
          const [balance, unfunded, fundings] = [await fund.balance(db, currency), await desk.unfunded(db), await fund.fundings(db)];
          return (
            <WagesPage
              session={session}
              fundingId={newFundingId()}
              currency={currency}
              held={held}
              balance={balance}
              unfunded={unfunded}
              fundings={fundings}
              account={account}
              contracts={contracts}
            />
          );
        },
      },
    ],
    forms: [
      ...fundingForms(deps, {
        to: '/wages',
        fund,
        object: 'wage-funding',
        actions: { propose: 'wages.propose', fund: 'wages.fund', reject: 'wages.fund-reject' },
        funded: 'done_wagesFunded',
      }),
      payForm(deps),
      refuseForm(deps),
      offerForm(deps),
      endForm(deps),
    ],
  };
}

/** From the merchant's amount for corrections on, two operators must approve. */
function payForm(deps: WageAreaDeps): ConsoleForm {
  return defineForm({
    path: '/wages/approve',
    action: 'members.adjust',
    body: named,
    async run(input, { id, reason: why }) {
      const { adjustments } = (await readMerchant(deps.db, deps.merchant)).settings;
      const limit = adjustments.secondApprovalFrom === null ? undefined : parseInputAmount(adjustments.secondApprovalFrom);
      const { outcome } = await withAuditLog(
        deps,
        input,
        { action: 'wages.approve', object: wage(id), reason: why },
        async (tx, afterCommit) => {
          const row = await deps.desk.lockHeld(tx, id);
          if (!row) throw new OperatorError('wageClosed');
          const count = await approval(deps, tx, input.session.operatorId, wage(id), APPROVE, why);
          const isEnough = limit === undefined || BigInt(row.amount) < limit || count >= REQUIRED_APPROVALS;
          return { units: row.amount, outcome: isEnough ? await deps.desk.approve(tx, afterCommit, row) : 'waiting' };
        },
      );
      return { to: '/wages', message: outcome === 'waiting' ? 'done_oneMore' : 'done_wagePaid' };
    },
  });
}

function refuseForm(deps: WageAreaDeps): ConsoleForm {
  return defineForm({
    path: '/wages/reject',
    action: 'members.adjust',
    body: named,
    async run(input, { id, reason: why }) {
      await withAuditLog(deps, input, { action: 'wages.reject', object: wage(id), reason: why }, async (tx) => {
        const row = await deps.desk.lockHeld(tx, id);
        if (!row) throw new OperatorError('wageClosed');
        await deps.desk.reject(tx, row);
        return { units: row.amount };
      });
      return { to: '/wages', message: 'done_rejected' };
    },
  });
}

/** The agent accepts the contract in the agent centre. */
function offerForm(deps: WageAreaDeps): ConsoleForm {
  return defineForm({
    path: '/wages/offer',
    action: 'members.adjust',
    body: offer,
    async run(input, { account, kind, period, tiers, reason: why }) {
      const { currency } = (await readMerchant(deps.db, deps.merchant)).settings;
      const terms = v.safeParse(termsInput, { tiers: tiersOf(tiers, currency) });
      if (!terms.success) throw new OperatorError('wageTiers', {}, 'tiers');
      for (const { minValidBet, minProfit } of terms.output.tiers)
        for (const text of [minValidBet, minProfit]) checkPayable(parseInputAmount(text) ?? 0n, currency, 'tiers');
      await withAuditLog(deps, input, { action: 'wages.offer', object: `member:${account}`, reason: why }, async (tx, afterCommit) => {
        const agentId = await agentNamed(deps, tx, account);
        const order = { agentId, kind, period: kind === 'dividend' ? period : null, terms: terms.output, endLowered: true };
        return { contract: await deps.contracts.offer(tx, afterCommit, order), kind };
      });
      return { to: '/wages', message: 'done_wageOffered' };
    },
  });
}

function tiersOf(text: string, currency: string): unknown[] {
  return text
    .split('\n')
    .slice(0, MAX_TIERS + 1)
    .map((one) => one.trim().split(/[\s;]+/))
    .map(([rate = '', minValidBet = '0', minProfit = '0', minActive = '0']) => ({
      rateBp: rateOf(rate),
      minValidBet: plainAmount(minValidBet, currency),
      minProfit: plainAmount(minProfit, currency),
      minActive,
    }));
}

async function agentNamed({ merchant }: WageAreaDeps, tx: Tx, account: string): Promise<string> {
  const row = await tx
    .selectFrom('member')
    .select('id')
    .where('merchant', '=', merchant)
    .where('account_key', '=', accountKey(account))
    .where('type', 'in', AGENT_TYPES)
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  return row.id;
}

const wage = (id: string) => `wage:${id}`;

function approval(deps: WageAreaDeps, tx: Tx, operatorId: string, of: string, action: string, why: string): Promise<number> {
  return createApprovals(deps).record(tx, { subject: of, action, operatorId, reason: why });
}
