import * as v from 'valibot';
import { rateText } from '../../../../../shared/rules/rate.ts';
import { WAGE_KINDS } from '../../../../../shared/rules/wages.ts';
import {
  Amount,
  type AuditDeps,
  Badge,
  Card,
  Collapsible,
  type ConsoleForm,
  defineForm,
  Form,
  Input,
  idField,
  MemberLink,
  type OperatorSession,
  Pager,
  Reason,
  reason,
  Table,
  Time,
  tx,
  withAuditLog,
} from '../../../operators/index.ts';
import type { Contracts } from '../contracts.ts';
import type { RunningContract } from '../store.ts';
import { readTerms } from '../terms.ts';

const ended = v.object({ id: idField, kind: v.picklist(WAGE_KINDS), reason });

export interface ContractListProps {
  readonly session: OperatorSession;
  readonly currency: string;
  /** The searched account; empty: all. */
  readonly account: string;
  readonly contracts: { readonly rows: readonly RunningContract[]; readonly pageNo: number; readonly more: boolean };
}

/** Contracts that are not over, with state and terms, and the form that ends one. */
export function WageContracts({ session, currency, account, contracts: { rows, ...page } }: ContractListProps) {
  return (
    <Card title={tx('wageContracts')}>
      <form method="get" action="/console/wages">
        <input type="hidden" name="list" value="contracts" />
        <Input name="account" label={tx('account')} type="search" value={account} required={false} maxLength={64} autoComplete="off" />
        <button type="submit">{tx('search')}</button>
      </form>
      <Table
        caption={tx('wageContracts')}
        heads={[tx('member'), tx('wageContractFrom'), tx('kind'), tx('state'), tx('since'), tx('wagesTiers'), tx('change')]}
        rows={rows.map((row) => ({
          key: row.id,
          cells: [
            <MemberLink key="member" id={row.agent_id} name={row.account} />,
            row.upline_id === null ? (
              tx('wageContractMerchant')
            ) : (
              <MemberLink key="upline" id={row.upline_id} name={row.upline ?? undefined} />
            ),
            `${tx(`wageKind_${row.kind}`)}${row.period === null ? '' : `, ${tx(`wagePeriod_${row.period}`)}`}`,
            <State key="state" row={row} />,
            <Time key="since" at={row.valid_from ?? row.created_at} />,
            <Terms key="terms" row={row} currency={currency} />,
            row.state === 'ended' ? null : <End key="end" session={session} row={row} />,
          ],
        }))}
        empty={tx('nothing')}
      />
      <Pager to={`/wages?list=contracts${account === '' ? '' : `&account=${encodeURIComponent(account)}`}`} {...page} />
    </Card>
  );
}

function State({ row: { state, valid_until } }: { readonly row: RunningContract }) {
  if (state === 'active') return <Badge tone="pos">{tx('wageContract_active')}</Badge>;
  if (state === 'requested' || valid_until === null) return <Badge>{tx('wageContract_requested')}</Badge>;
  return (
    <>
      <Badge tone="warn">{tx('wageContract_ended')}</Badge> <Time at={valid_until} />
    </>
  );
}

/** A line for each rate, with the conditions that it has. */
function Terms({ row, currency }: { readonly row: RunningContract; readonly currency: string }) {
  const { tiers, minSingleBet, carryNegative, ownPlay } = readTerms(row.terms);
  return (
    <ul className="plain">
      {tiers.map(({ rateBp, minValidBet, minProfit, minActive }) => (
        <li key={rateBp}>
          {rateText(rateBp)}%{minValidBet === 0n ? null : <Condition name="wageTermValid" units={minValidBet} currency={currency} />}
          {minProfit === 0n ? null : <Condition name="wageTermProfit" units={minProfit} currency={currency} />}
          {minActive === 0 ? null : `; ${tx('wageTermActive')} ${minActive}`}
        </li>
      ))}
      {minSingleBet === 0n ? null : (
        <li>
          {tx('wageTermSingle')} <Amount units={minSingleBet} currency={currency} />
        </li>
      )}
      {ownPlay ? <li>{tx('wageTermOwn')}</li> : null}
      {carryNegative ? null : <li>{tx('wageTermNoCarry')}</li>}
    </ul>
  );
}

function Condition({
  name,
  units,
  currency,
}: {
  readonly name: 'wageTermValid' | 'wageTermProfit';
  readonly units: bigint;
  readonly currency: string;
}) {
  return (
    <>
      ; {tx(name)} <Amount units={units} currency={currency} />
    </>
  );
}

function End({ session, row: { id, kind } }: { readonly session: OperatorSession; readonly row: RunningContract }) {
  return (
    <Collapsible title={tx('wageContractEnd')}>
      <p>{tx('wageContractEndText')}</p>
      <Form session={session} to="/wages/end" submit={tx('wageContractEnd')} danger fixed={{ id, kind }}>
        <Reason />
      </Form>
    </Collapsible>
  );
}

/** Ends any contract with its present window, and those below it. */
export function endForm(deps: AuditDeps & { readonly contracts: Contracts }): ConsoleForm {
  return defineForm({
    path: '/wages/end',
    action: 'members.adjust',
    body: ended,
    async run(input, { id, kind, reason: why }) {
      await withAuditLog(deps, input, { action: 'wages.end', object: `contract:${id}`, reason: why }, async (tx, afterCommit) => {
        await deps.contracts.end(tx, afterCommit, id, kind);
        return { contract: id, kind };
      });
      return { to: '/wages?list=contracts', message: 'done_wageContractEnded' };
    },
  });
}
