import type { DividendPeriod, WageKind } from '../../../../../shared/rules/wages.ts';
import type { ContractOrder, Contracts } from '../../../agents/contracts/index.ts';
import { type Database, inTransaction } from '../../../base/db/index.ts';

type Terms = ContractOrder['terms'];

/** A contract of the demo between the accounts of two agents; of the merchant without `upline`. */
interface DemoContract {
  readonly upline?: string;
  readonly agent: string;
  readonly kind: WageKind;
  readonly terms: Terms;
}

/** Rate in basis points, then the conditions: valid bets, loss of the team, active members. */
type Tier = readonly [rateBp: number, minValidBet?: number, minProfit?: number, minActive?: number];
const termsOf = (tiers: readonly Tier[], minSingleBet = 0): Terms => ({
  tiers: tiers.map(([rateBp, minValidBet = 0, minProfit = 0, minActive = 0]) => ({
    rateBp,
    minValidBet: String(minValidBet),
    minProfit: String(minProfit),
    minActive,
  })),
  minSingleBet: String(minSingleBet),
  carryNegative: true,
  ownPlay: false,
});

/** Valid from the first week of the history on; an upline before those below. */
export const FIRST_CONTRACTS: readonly DemoContract[] = [
  { agent: 'agent01', kind: 'dividend', terms: termsOf([[2_000], [2_500, 0, 300, 5], [3_000, 0, 1_000, 10]]) },
  { agent: 'agent01', kind: 'daily', terms: termsOf([[40], [60, 1_000, 0, 5], [80, 3_000, 0, 8]]) },
  { agent: 'coralbay', upline: 'agent01', kind: 'dividend', terms: termsOf([[1_000], [1_500, 0, 200, 3]]) },
  { agent: 'driftwood', upline: 'agent01', kind: 'dividend', terms: termsOf([[1_200]]) },
  { agent: 'coralbay', upline: 'agent01', kind: 'daily', terms: termsOf([[25], [45, 500, 0, 3]]) },
  { agent: 'driftwood', upline: 'agent01', kind: 'daily', terms: termsOf([[35]]) },
  { agent: 'saltwind', upline: 'agent01', kind: 'daily', terms: termsOf([[30]]) },
  { agent: 'reefline', upline: 'coralbay', kind: 'dividend', terms: termsOf([[800]]) },
  { agent: 'reefline', upline: 'coralbay', kind: 'daily', terms: termsOf([[15], [30, 200]]) },
  { agent: 'lowtide', upline: 'driftwood', kind: 'daily', terms: termsOf([[20]]) },
];

/** Hourly wages have a statement for each hour, so these contracts are valid for the last day only. */
export const HOURLY_CONTRACTS: readonly DemoContract[] = [
  { agent: 'agent01', kind: 'hourly', terms: termsOf([[30], [50, 300]]) },
  { agent: 'coralbay', upline: 'agent01', kind: 'hourly', terms: termsOf([[20], [35, 150]]) },
];

/** Valid for the last hours. */
export const REAL_TIME_CONTRACTS: readonly DemoContract[] = [
  { agent: 'agent01', kind: 'realtime', terms: termsOf([[20], [40, 200]], 10) },
  { agent: 'coralbay', upline: 'agent01', kind: 'realtime', terms: termsOf([[10], [25, 100]], 10) },
  { agent: 'reefline', upline: 'coralbay', kind: 'realtime', terms: termsOf([[8]]) },
];

/** Agents have not answered these. */
export const REQUESTED_CONTRACTS: readonly DemoContract[] = [
  { agent: 'tidepool', upline: 'agent01', kind: 'daily', terms: termsOf([[20], [35, 400]]) },
  { agent: 'driftwood', upline: 'agent01', kind: 'hourly', terms: termsOf([[25]]) },
];
/** Ended by the upline. */
export const ENDED_CONTRACT = { agent: 'saltwind', upline: 'agent01', kind: 'daily' } as const;

interface ContractDeps {
  readonly db: Database;
  readonly contracts: Contracts;
  /** Ids of the accounts. */
  readonly idOf: ReadonlyMap<string, string>;
}

/** Requests the contracts as their uplines, or offers them as the merchant. An agent without an account gets none. */
export async function requestContracts(deps: ContractDeps, list: readonly DemoContract[]): Promise<void> {
  const { db, contracts, idOf } = deps;
  for (const { agent, upline, kind, terms } of list) {
    const period: DividendPeriod | null = kind === 'dividend' ? 'W' : null;
    const [agentId, uplineId] = [idOf.get(agent), upline === undefined ? undefined : idOf.get(upline)];
    if (agentId === undefined) continue;
    if (upline === undefined)
      await inTransaction(db, (tx, afterCommit) => contracts.offer(tx, afterCommit, { agentId, kind, period, terms, endLowered: false }));
    else if (uplineId !== undefined) {
      const step = { action: 'Request' as const, account: agent, terms, endLowered: false };
      await contracts.act(uplineId, kind, period === null ? step : { ...step, period });
    }
  }
}

/** Requests the contracts, and the agents accept them. */
export async function makeContracts(deps: ContractDeps, list: readonly DemoContract[]): Promise<void> {
  for (const contract of list) {
    await requestContracts(deps, [contract]);
    const agentId = deps.idOf.get(contract.agent);
    const contractId = agentId && (await findContract(deps, agentId, contract.kind, 'requested'));
    if (agentId !== undefined && contractId !== undefined)
      await deps.contracts.act(agentId, contract.kind, { action: 'Accept', contractId, endLowered: false });
  }
}

export async function endContract(deps: ContractDeps, { agent, upline, kind }: typeof ENDED_CONTRACT): Promise<void> {
  const [agentId, uplineId] = [deps.idOf.get(agent), deps.idOf.get(upline)];
  const contractId = agentId && (await findContract(deps, agentId, kind, 'active'));
  if (uplineId !== undefined && contractId !== undefined)
    await deps.contracts.act(uplineId, kind, { action: 'Terminate', contractId, endLowered: true });
}

async function findContract(
  { db }: ContractDeps,
  agentId: string,
  kind: WageKind,
  state: 'active' | 'requested',
): Promise<string | undefined> {
  const row = await db
    .selectFrom('agent_contract')
    .select('id')
    .where('agent_id', '=', agentId)
    .where('kind', '=', kind)
    .where('state', '=', state)
    .executeTakeFirst();
  return row?.id;
}
