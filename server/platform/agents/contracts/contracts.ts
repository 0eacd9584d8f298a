import { randomBytes } from 'node:crypto';
import type { dividendAction } from '../../../../shared/api/agent-contracts/calls.ts';
import type { TermsInput } from '../../../../shared/api/agent-contracts/schemas.ts';
import type { BodyOf } from '../../../../shared/api/client-call.ts';
import { windowAt } from '../../../../shared/rules/wage-windows.ts';
import type { DividendPeriod, WageKind } from '../../../../shared/rules/wages.ts';
import type { Clock } from '../../base/clock.ts';
import { type AfterCommit, type Database, type Executor, inTransaction, type Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { accountKey } from '../../identity/members/index.ts';
import { deliveredFeatures, type MerchantSettings, readMerchant } from '../../merchant/index.ts';
import type { Inbox, InboxTemplate } from '../../notify/inbox/index.ts';
import { type AgentTies, lockTree, uplineOf } from '../tree/index.ts';
import * as store from './store.ts';
import { checkTerms, storeTerms, topRate, windowKindOf } from './terms.ts';

export interface ContractDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly merchant: string;
  readonly inbox: Inbox;
}

/** A contract to make. */
export interface ContractOrder {
  readonly agentId: string;
  readonly kind: WageKind;
  readonly period: DividendPeriod | null;
  readonly terms: TermsInput;
  /** Agrees that contracts below with higher rates end. */
  readonly endLowered: boolean;
}

export type ContractStep = Readonly<BodyOf<typeof dividendAction>>;

/** Contracts of wages. All changes take effect at the next window of the contract's kind. */
export interface Contracts extends AgentTies {
  settings(executor: Executor): Promise<MerchantSettings>;
  act(memberId: string, kind: WageKind, step: ContractStep): Promise<void>;
  /** The merchant's contract with an agent without an upline; the agent accepts it. */
  offer(tx: Tx, afterCommit: AfterCommit, order: ContractOrder): Promise<string>;
  /** Contracts that are not over, of one account or of all. */
  running(
    executor: Executor,
    account: string | undefined,
    slice: { readonly offset: number; readonly limit: number },
  ): Promise<readonly store.RunningContract[]>;
  /** By the merchant: ends any contract, and those below it. */
  end(tx: Tx, afterCommit: AfterCommit, contractId: string, kind: WageKind): Promise<void>;
}

const FEATURES = { dividend: 'dividend', daily: 'dailySalary', hourly: 'hourlySalary', realtime: 'realTimeSalary' } as const;
export function isKindOn(settings: MerchantSettings, kind: WageKind): boolean {
  return deliveredFeatures(settings.features)[FEATURES[kind]] === true;
}

type Deps = ContractDeps & { readonly settings: Contracts['settings'] };
/** One change of contracts, under the lock. */
interface Work {
  readonly deps: Deps;
  readonly tx: Tx;
  readonly afterCommit: AfterCommit;
  readonly settings: MerchantSettings;
}

export function createContracts(given: ContractDeps): Contracts {
  const settings = async (executor: Executor) => (await readMerchant(executor, given.merchant)).settings;
  const deps: Deps = { ...given, settings };
  const open = async (tx: Tx, afterCommit: AfterCommit): Promise<Work> => {
    // The tree first, as everywhere.
    await lockTree(tx, 'shared');
    await store.lockContracts(tx);
    return { deps, tx, afterCommit, settings: await settings(tx) };
  };
  return {
    settings,
    act: (memberId, kind, step) =>
      inTransaction(given.db, async (tx, afterCommit) => {
        const work = await open(tx, afterCommit);
        // What ends a contract stays possible.
        if (step.action === 'Request' || step.action === 'Accept') requireOn(work, kind);
        if (step.action === 'Request') await requestBelow(work, memberId, kind, step);
        else await decide(work, memberId, kind, step);
      }),
    offer: async (tx, afterCommit, order) => {
      const work = await open(tx, afterCommit);
      requireOn(work, order.kind);
      if ((await uplineOf(tx, order.agentId)) !== undefined) throw new Refusal('contract_not_downline');
      return request(work, order, null);
    },
    running: (executor, account, slice) => {
      const key = account === undefined ? undefined : accountKey(account);
      return store.listRunning(executor, { merchant: given.merchant, accountKey: key, now: given.clock.now() }, slice);
    },
    end: async (tx, afterCommit, contractId, kind) => {
      const work = await open(tx, afterCommit);
      const row = await store.findContract(tx, contractId, kind);
      if (!row) throw new Refusal('contract_not_found');
      await terminate(work, row, true, undefined);
    },
    leaveUpline: async (tx, afterCommit, memberId, uplineId) => leaveUpline(await open(tx, afterCommit), memberId, uplineId),
    requireNone: async (tx, memberId) => {
      if ((await store.runningContracts(tx, memberId, deps.clock.now())).length > 0) throw new Refusal('agent_demote_contracts');
    },
  };
}

/**
 * Ends the contracts with the former upline with their present windows, which they pay, and those below them. One with the merchant must be
 * over before the agent gets an upline: the play of its window would count for both.
 */
async function leaveUpline(work: Work, memberId: string, uplineId: string | undefined): Promise<void> {
  for (const row of await store.runningContracts(work.tx, memberId, work.deps.clock.now())) {
    if (row.upline_id === null && row.valid_from !== null && uplineId !== undefined) throw new Refusal('agent_move_contract');
    if (row.state !== 'ended') await terminate(work, row, true, undefined);
  }
}

function requireOn({ settings }: Work, kind: WageKind): void {
  if (!isKindOn(settings, kind)) throw new Refusal('contract_off');
}

/** A contract of others does not exist for the caller. */
async function decide(work: Work, memberId: string, kind: WageKind, { action, contractId = '', endLowered }: ContractStep): Promise<void> {
  const row = await store.findContract(work.tx, contractId, kind);
  const parties = action === 'Terminate' ? [row?.agent_id, row?.upline_id] : [row?.agent_id];
  if (!row || !parties.includes(memberId)) throw new Refusal('contract_not_found');
  if (action === 'Terminate') return terminate(work, row, endLowered, memberId);
  if (row.state !== 'requested') throw new Refusal('contract_closed');
  await (action === 'Accept' ? accept(work, { ...row, end_lowered: row.end_lowered || endLowered }) : reject(work, row));
}

async function requestBelow(work: Work, uplineId: string, kind: WageKind, step: ContractStep): Promise<string> {
  const key = accountKey(step.account ?? '');
  const agent = (await store.agentsBelow(work.tx, uplineId)).find(({ account }) => accountKey(account) === key);
  if (!agent) throw new Refusal('contract_not_downline');
  if (!step.terms) throw new Refusal('contract_terms');
  const order = { agentId: agent.id, kind, period: step.period ?? null, terms: step.terms, endLowered: step.endLowered };
  return request(work, order, uplineId);
}

/** Replaces an earlier request with the same agent. */
async function request(work: Work, order: ContractOrder, uplineId: string | null): Promise<string> {
  const { tx, deps, settings } = work;
  const { agentId, kind, period, endLowered } = order;
  if ((kind === 'dividend') !== (period !== null)) throw new Refusal('contract_period');
  const terms = checkTerms(kind, order.terms, settings.agents.betSteps, settings.currency);
  const draft = { agent_id: agentId, upline_id: uplineId, kind, period, top_bp: topRate(terms), end_lowered: endLowered };
  await checkAbove(work, draft);
  await lowered(work, draft);
  const now = deps.clock.now();
  const earlier = await tx
    .selectFrom('agent_contract')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('kind', '=', kind)
    .where('state', '=', 'requested')
    .executeTakeFirst();
  if (earlier) await store.endContract(tx, earlier, now, now);
  const id = `c_${randomBytes(12).toString('hex')}`;
  const version = await store.nextVersion(tx, agentId, kind);
  const row = { ...draft, id, version, terms: storeTerms(terms), state: 'requested' as const };
  await tx
    .insertInto('agent_contract')
    .values({ ...row, valid_from: null, valid_until: null, created_at: now, decided_at: null })
    .execute();
  await notify(work, agentId, 'contract_requested', kind);
  return id;
}

type Draft = Pick<store.ContractRow, 'agent_id' | 'upline_id' | 'kind' | 'period' | 'top_bp' | 'end_lowered'>;

/** The rate is at most the merchant's ceiling and that of the upline's valid contract, whose period a dividend shares. */
async function checkAbove({ tx, settings }: Work, draft: Draft): Promise<void> {
  if (draft.top_bp > settings.agents.ceilings[draft.kind]) throw new Refusal('contract_rate_ceiling');
  if (draft.upline_id === null) return;
  const above = await store.activeContract(tx, draft.upline_id, draft.kind);
  if (!above || draft.top_bp > above.top_bp) throw new Refusal('contract_rate_upline');
  if (draft.period !== above.period) throw new Refusal('contract_period');
}

/** Contracts below that the draft ends, with all below those. Refuses unless this was agreed to. */
async function lowered({ tx }: Work, draft: Draft): Promise<readonly store.ContractRow[]> {
  const below = await store.contractsBelow(tx, draft.agent_id, draft.kind);
  const ends = new Set<string>();
  for (const row of below) {
    const isAbove = row.upline_id === draft.agent_id && (row.top_bp > draft.top_bp || row.period !== draft.period);
    if (isAbove || (row.upline_id !== null && ends.has(row.upline_id))) ends.add(row.agent_id);
  }
  const ended = below.filter((row) => ends.has(row.agent_id));
  if (ended.length > 0 && !draft.end_lowered) throw new Refusal('contract_ends_downlines');
  return ended;
}

async function accept(work: Work, row: store.ContractRow): Promise<void> {
  const { tx, deps } = work;
  const now = deps.clock.now();
  await checkAbove(work, row);
  const from = boundary(work, row);
  for (const below of await lowered(work, row)) await end(work, below, from);
  const before = await store.activeContract(tx, row.agent_id, row.kind);
  let starts = from;
  if (before) {
    // The old period of a dividend ends with its last window before the first one of the new period.
    const last = new Date(windowAt(windowKindOf(before.kind, before.period), from.getTime(), work.settings.timeZone).start);
    const until = later(later(boundary(work, before), last), before.valid_from);
    await store.endContract(tx, before, until, now);
    starts = later(from, until);
  }
  // One that was ended in its present window pays that window, and it may be longer than those of the new one.
  for (const ended of await store.runningContracts(tx, row.agent_id, now))
    if (ended.kind === row.kind && ended.state === 'ended') starts = later(starts, ended.valid_until);
  await tx.updateTable('agent_contract').set({ state: 'active', valid_from: starts, decided_at: now }).where('id', '=', row.id).execute();
  if (row.upline_id !== null) await notify(work, row.upline_id, 'contract_accepted', row.kind);
}

async function reject(work: Work, row: store.ContractRow): Promise<void> {
  await work.tx
    .updateTable('agent_contract')
    .set({ state: 'rejected', decided_at: work.deps.clock.now() })
    .where('id', '=', row.id)
    .execute();
  if (row.upline_id !== null) await notify(work, row.upline_id, 'contract_rejected', row.kind);
}

/** `by`: the agent who ends it, who is not notified; undefined: the merchant. */
async function terminate(work: Work, row: store.ContractRow, endLowered: boolean, by: string | undefined): Promise<void> {
  if (row.state !== 'active' && row.state !== 'requested') throw new Refusal('contract_closed');
  const until = boundary(work, row);
  if (row.state === 'active') {
    const below = await store.contractsBelow(work.tx, row.agent_id, row.kind);
    if (below.length > 0 && !endLowered) throw new Refusal('contract_ends_downlines');
    for (const one of below) await end(work, one, until);
  }
  await end(work, row, until, by);
}

async function end(work: Work, row: store.ContractRow, until: Date, by?: string): Promise<void> {
  await store.endContract(work.tx, row, later(until, row.valid_from), work.deps.clock.now());
  for (const party of [row.agent_id, row.upline_id]) {
    if (party !== null && party !== by) await notify(work, party, 'contract_ended', row.kind);
  }
}

/** End of the present window of the contract. */
function boundary({ deps, settings }: Work, { kind, period }: Pick<store.ContractRow, 'kind' | 'period'>): Date {
  return new Date(windowAt(windowKindOf(kind, period), deps.clock.now().getTime(), settings.timeZone).end);
}

function later(one: Date, other: Date | null): Date {
  return other !== null && other > one ? other : one;
}

const PAGES: Readonly<Record<WageKind, string>> = {
  dividend: 'agentDividend',
  daily: 'agentDailyWages',
  hourly: 'agentHourlyWages',
  realtime: 'agentRealTimeWages',
};

/** Address of the record of a kind of wages. */
export function wagePage(kind: WageKind): string {
  return `/agent/${PAGES[kind]}`;
}

async function notify({ deps, tx, afterCommit }: Work, memberId: string, template: InboxTemplate, kind: WageKind): Promise<void> {
  await deps.inbox.post(
    tx,
    { memberId, template, params: { reasonKey: `inbox.wages_${kind}` }, href: `${wagePage(kind)}?view=contracts` },
    afterCommit,
  );
}
