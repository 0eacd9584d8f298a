import { toWire } from '../../../../shared/money/money.ts';
import { readSpans } from './stored.ts';
import type { Recomputed } from './verify.ts';
import { TAKEN_AS_STORED } from './verify-people.ts';

/** A wage computed again, as it is printed and as the admin port serves it. */
export interface ExplainedWage {
  readonly lines: readonly string[];
  /** It equals the statement. */
  readonly same: boolean;
}

/** Lines of text about a wage: its inputs, the steps, and what differs. */
export function explainWage({ statement, lines, wage, differences }: Recomputed): ExplainedWage {
  const costs = BigInt(statement.costs);
  const percent = (rateBp: number) => `${(rateBp / 100).toFixed(2)} %`;
  const text = [
    `wage ${statement.id}: ${statement.kind}${statement.period === null ? '' : ` ${statement.period}`} of ${statement.agent_id}, ${statement.state}`,
    `window ${statement.window_start.toISOString()} to ${statement.window_end.toISOString()}, contract ${statement.contract_id}`,
    ...readSpans(statement.spans).map(
      ({ from, uplineContractId }) =>
        `${from === null ? 'at first' : `from ${from}`} below ${uplineContractId === null ? 'no contract' : `contract ${uplineContractId}`}`,
    ),
    ...lines.map(
      ({ category, own, excluded, bet, valid, stake, payout }) =>
        `play ${category}${own ? ', own' : ''}${excluded ? ', excluded' : ''}${bet > 0n ? `, bets from ${toWire(bet)}` : ''}: valid ${toWire(valid)}, stakes ${toWire(stake)}, payouts ${toWire(payout)}`,
    ),
    `valid bets ${toWire(wage.validBet)}, loss of the team ${toWire(wage.profit)}, active members ${statement.active}`,
    `costs ${toWire(costs)}: other wages of the team ${toWire(costs - BigInt(statement.bonuses))}, bonuses and rewards ${toWire(BigInt(statement.bonuses))}`,
    `tier ${wage.tier === undefined ? 'none' : wage.tier + 1}, rate ${percent(wage.rateBp)}`,
    ...wage.parts.map(
      ({ rateBp, base }) => `base ${toWire(base / 100n)} with ${percent(rateBp)} below: ${percent(Math.max(0, wage.rateBp - rateBp))}`,
    ),
    `gross ${toWire(wage.gross)}, below ${toWire(wage.below)}, carried in ${toWire(wage.carriedIn)}, carried on ${toWire(wage.carriedOut)}`,
    `amount ${toWire(wage.amount)}`,
    `taken as stored: ${TAKEN_AS_STORED}`,
    ...differences.map((difference) => `DIFFERENCE: ${difference}`),
    differences.length === 0 ? 'The statement equals the computation from the facts.' : 'THE STATEMENT DIFFERS.',
  ];
  return { lines: text, same: differences.length === 0 };
}
