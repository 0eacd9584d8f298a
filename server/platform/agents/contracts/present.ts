import type { ContractsValue, ContractValue } from '../../../../shared/api/agent-contracts/schemas.ts';
import { toWire } from '../../../../shared/money/money.ts';
import type { WageKind } from '../../../../shared/rules/wages.ts';
import type { Actor } from '../../base/actor.ts';
import type { Clock } from '../../base/clock.ts';
import type { Executor } from '../../base/db/index.ts';
import { toUnits } from '../../merchant/index.ts';
import { type Contracts, isKindOn } from './contracts.ts';
import * as store from './store.ts';
import { presentTerms, readTerms } from './terms.ts';

export interface PresentDeps {
  readonly db: Executor;
  readonly clock: Clock;
  readonly contracts: Contracts;
  /** Symbol of a currency on screen ("$"). */
  currencySymbol(currency: string): string;
}

/** One kind of contract of the agent, and those with the agents directly below. */
export async function presentContracts(
  { db, clock, contracts, currencySymbol }: PresentDeps,
  actor: Actor,
  kind: WageKind,
): Promise<ContractsValue> {
  const settings = await contracts.settings(db);
  const { memberId } = actor;
  const [rows, below] = await Promise.all([store.openContracts(db, kind, memberId, clock.now()), store.agentsBelow(db, memberId)]);
  const find = (agentId: string, state: store.ContractRow['state']) => {
    const row = rows.find((one) => one.agent_id === agentId && one.state === state);
    return row ? presentContract(row) : null;
  };
  const ceilingBp = settings.agents.ceilings[kind];
  const own = rows.find((row) => row.agent_id === memberId && row.state === 'active');
  return {
    currency: actor.currency,
    currencySymbol: currencySymbol(actor.currency),
    ceilingBp,
    highestBp: isKindOn(settings, kind) ? Math.min(ceilingBp, own?.top_bp ?? 0) : 0,
    betSteps: kind === 'realtime' ? settings.agents.betSteps.map((step) => toWire(toUnits(step))) : [],
    activeValidBet: toWire(toUnits(settings.agents.activeValidBet)),
    own: find(memberId, 'active') ?? find(memberId, 'ended'),
    ownRequest: find(memberId, 'requested'),
    downlines: below.map(({ id, account }) => ({
      account,
      contract: find(id, 'active') ?? find(id, 'ended'),
      request: find(id, 'requested'),
    })),
  };
}

function presentContract(row: store.ListedContract): ContractValue {
  return {
    contractId: row.id,
    account: row.account,
    version: row.version,
    state: row.state,
    period: row.period,
    terms: presentTerms(readTerms(row.terms)),
    requestedAt: row.created_at.toISOString(),
    validFrom: row.valid_from?.toISOString() ?? null,
    validUntil: row.valid_until?.toISOString() ?? null,
  };
}

/**
 * The state of the agent's newest contract of each kind, and which pages the menu has: those of kinds of which a contract was offered or made,
 * also after the merchant has switched the kind off.
 */
export async function presentInfo({ db, contracts }: Pick<PresentDeps, 'db' | 'contracts'>, { memberId }: Actor) {
  const settings = await contracts.settings(db);
  const rows = await db
    .selectFrom('agent_contract')
    .distinctOn('kind')
    .select(['kind', 'state'])
    .where('agent_id', '=', memberId)
    .orderBy('kind')
    .orderBy('version', 'desc')
    .execute();
  const active = await db
    .selectFrom('agent_contract')
    .select('kind')
    .where('agent_id', '=', memberId)
    .where('state', '=', 'active')
    .execute();
  const stateOf = (kind: WageKind): store.ContractRow['state'] | 'none' => rows.find((row) => row.kind === kind)?.state ?? 'none';
  const isShown = (kind: WageKind) => stateOf(kind) !== 'none';
  return {
    divtypereq: stateOf('dividend'),
    dailysalreqtype: stateOf('daily'),
    contracthoursalreq: stateOf('hourly'),
    realtimesalreqtype: stateOf('realtime'),
    divtypeinfo: isShown('dividend'),
    dailysalinfotype: isShown('daily'),
    contracthoursalinfo: isShown('hourly'),
    realtimesalinfotype: isShown('realtime'),
    contractmrdailysalinfotype: isKindOn(settings, 'daily') && active.some(({ kind }) => kind === 'daily'),
  };
}
