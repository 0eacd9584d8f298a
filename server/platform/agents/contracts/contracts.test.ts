import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TermsInput } from '../../../../shared/api/agent-contracts/schemas.ts';
import type { WageKind } from '../../../../shared/rules/wages.ts';
import { HOUR_MS } from '../../../../shared/time.ts';
import type { Actor } from '../../base/actor.ts';
import { movableClock } from '../../base/clock.ts';
import { inTransaction } from '../../base/db/index.ts';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { Refusal } from '../../base/refusal.ts';
import { demoSettings } from '../../merchant/demo-settings.ts';
import { addMerchant } from '../../merchant/index.ts';
import { addTree } from '../tree/test-tree.ts';
import { type ContractStep, type Contracts, createContracts } from './contracts.ts';
import { presentInfo } from './present.ts';

const MERCHANT = 'lagoon';
const NOW = '2026-11-20T10:07:00.000Z';

let database: TestDatabase;
let contracts: Contracts;
let posted: { memberId: string; template: string }[] = [];
const clock = movableClock({ now: () => new Date(NOW) });
beforeAll(async () => {
  database = await openTestDatabase();
  const settings = demoSettings();
  const features = { ...settings.features, dividend: true, dailySalary: true, hourlySalary: false, realTimeSalary: true };
  const agents = { ...settings.agents, ceilings: { dividend: 5_000, daily: 100, hourly: 100, realtime: 100 }, betSteps: [10, 100] };
  await addMerchant(database.db, MERCHANT, { ...settings, timeZone: 'UTC', features, agents });
  const inbox = {
    post: async (_executor: unknown, { memberId, template }: { memberId: string; template: string }) =>
      void posted.push({ memberId, template }),
    unread: async () => 0,
  };
  contracts = createContracts({ db: database.db, clock, merchant: MERCHANT, inbox });
});
afterAll(() => database.close());
beforeEach(() => {
  posted = [];
});

const terms = (rates: readonly number[], more: Partial<TermsInput> = {}): TermsInput => ({
  tiers: rates.map((rateBp, index) => ({ rateBp, minValidBet: String(index * 1_000), minProfit: '0', minActive: 0 })),
  minSingleBet: '0',
  carryNegative: true,
  ownPlay: false,
  ...more,
});
/** The code of the refusal, or `ok`. */
async function code(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'ok',
    (error: unknown) => {
      if (error instanceof Refusal) return error.code;
      throw error;
    },
  );
}
const offer = (
  agentId: string,
  rates: readonly number[],
  { kind = 'daily' as WageKind, endLowered = false, ...more }: Partial<TermsInput> & { kind?: WageKind; endLowered?: boolean } = {},
) =>
  inTransaction(database.db, (tx, afterCommit) =>
    contracts.offer(tx, afterCommit, { agentId, kind, period: kind === 'dividend' ? 'W' : null, terms: terms(rates, more), endLowered }),
  );
const act = (memberId: string, step: Partial<ContractStep> & Pick<ContractStep, 'action'>, kind: WageKind = 'daily') =>
  code(contracts.act(memberId, kind, { endLowered: false, ...step }));
const request = (upline: string, account: string, rates: readonly number[], more: Partial<ContractStep> = {}, kind: WageKind = 'daily') =>
  act(upline, { action: 'Request', account, terms: terms(rates), ...(kind === 'dividend' && { period: 'W' }), ...more }, kind);
const rowOf = async (agentId: string, state: 'requested' | 'active' | 'ended' | 'rejected', kind: WageKind = 'daily') =>
  database.db
    .selectFrom('agent_contract')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('kind', '=', kind)
    .where('state', '=', state)
    .orderBy('version', 'desc')
    .executeTakeFirst();
async function accept(agentId: string, kind: WageKind = 'daily'): Promise<string> {
  return act(agentId, { action: 'Accept', contractId: (await rowOf(agentId, 'requested', kind))?.id ?? 'none' }, kind);
}
/** Agents below each other, the first `rates.length` with valid contracts. */
async function chain(rates: readonly number[], agents = rates.length, kind: WageKind = 'daily'): Promise<readonly string[]> {
  const ids = await addTree(
    database.db,
    Array.from({ length: agents }, (_, nr) => (nr === 0 ? undefined : nr - 1)),
  );
  for (const [nr, rate] of rates.entries()) {
    if (nr === 0) await offer(ids[0] ?? '', [rate], { kind });
    else expect(await request(ids[nr - 1] ?? '', ids[nr] ?? '', [rate], {}, kind)).toBe('ok');
    expect(await accept(ids[nr] ?? '', kind)).toBe('ok');
  }
  posted = [];
  return ids;
}

describe('a contract', () => {
  test('is requested, accepted, and valid from the next window of its kind', async () => {
    const [top, mid] = (await chain([100], 2)) as [string, string];
    expect(await request(top, mid, [50, 80])).toBe('ok');
    expect(posted).toEqual([{ memberId: mid, template: 'contract_requested' }]);
    expect(await rowOf(mid, 'active')).toBeUndefined();
    expect(await accept(mid)).toBe('ok');
    expect(await rowOf(mid, 'active')).toMatchObject({
      top_bp: 80,
      version: 1,
      valid_from: new Date('2026-11-21T00:00:00Z'),
      valid_until: null,
    });
    expect(posted.at(-1)).toEqual({ memberId: top, template: 'contract_accepted' });
    const [realtime] = (await chain([90], 1, 'realtime')) as [string];
    expect((await rowOf(realtime, 'active', 'realtime'))?.valid_from).toEqual(new Date('2026-11-20T10:10:00Z'));
    const [weekly] = (await chain([900], 1, 'dividend')) as [string];
    expect((await rowOf(weekly, 'active', 'dividend'))?.valid_from).toEqual(new Date('2026-11-23T00:00:00Z'));
  });

  test('is replaced by a new version at the next window, without gap or overlap', async () => {
    const [top, mid] = (await chain([100, 60])) as [string, string];
    clock.advance(24 * HOUR_MS);
    expect(await request(top, mid, [70])).toBe('ok');
    expect(await accept(mid)).toBe('ok');
    const [old, fresh] = [await rowOf(mid, 'ended'), await rowOf(mid, 'active')];
    expect([old?.valid_until, fresh?.valid_from, fresh?.version]).toEqual([
      new Date('2026-11-22T00:00:00Z'),
      new Date('2026-11-22T00:00:00Z'),
      2,
    ]);
  });

  test('may be rejected, and withdrawn or terminated by either side', async () => {
    const [top, mid] = (await chain([100], 2)) as [string, string];
    await request(top, mid, [50]);
    const id = (await rowOf(mid, 'requested'))?.id ?? '';
    expect(await act(mid, { action: 'Reject', contractId: id })).toBe('ok');
    expect(posted.at(-1)).toEqual({ memberId: top, template: 'contract_rejected' });
    expect(await act(mid, { action: 'Accept', contractId: id })).toBe('contract_closed');
    await request(top, mid, [50]);
    expect(await act(top, { action: 'Terminate', contractId: (await rowOf(mid, 'requested'))?.id ?? '' })).toBe('ok');
    expect(await rowOf(mid, 'requested')).toBeUndefined();
    await request(top, mid, [50]);
    await accept(mid);
    expect(await act(mid, { action: 'Terminate', contractId: (await rowOf(mid, 'active'))?.id ?? '' })).toBe('ok');
    expect(posted.at(-1)).toEqual({ memberId: top, template: 'contract_ended' });
    expect(await rowOf(mid, 'active')).toBeUndefined();
  });

  test('has rates up to the merchant’s ceiling and the upline’s own, and a dividend its period', async () => {
    const [top, mid] = (await chain([90], 2)) as [string, string];
    expect(await code(offer(top, [101], { endLowered: true }))).toBe('contract_rate_ceiling');
    expect(await request(top, mid, [91])).toBe('contract_rate_upline');
    const [, lone] = await addTree(database.db, [undefined, 0]);
    expect(await request((await rowOf(top, 'active'))?.agent_id ?? '', lone ?? '', [10])).toBe('contract_not_downline');
    const [root, below] = (await chain([1_000], 2, 'dividend')) as [string, string];
    expect(await request(root, below, [500], { period: 'M' }, 'dividend')).toBe('contract_period');
    expect(await request(root, below, [500], {}, 'dividend')).toBe('ok');
  });

  test('has rising rates, conditions that do not fall, and a least bet of the merchant’s steps', async () => {
    const [top, mid] = (await chain([100], 2)) as [string, string];
    expect(await request(top, mid, [50, 50])).toBe('contract_terms');
    const falling = terms([50, 60]);
    const tiers = [{ ...falling.tiers[0], minActive: 5 }, falling.tiers[1]] as TermsInput['tiers'];
    expect(await request(top, mid, [], { terms: { ...falling, tiers } })).toBe('contract_terms');
    expect(await request(top, mid, [], { terms: terms([50], { minSingleBet: '10' }) })).toBe('contract_terms');
    const [root, below] = (await chain([100], 2, 'realtime')) as [string, string];
    expect(await request(root, below, [], { terms: terms([50], { minSingleBet: '20' }) }, 'realtime')).toBe('contract_terms');
    expect(await request(root, below, [], { terms: terms([50], { minSingleBet: '100' }) }, 'realtime')).toBe('ok');
  });

  test('has its page in the menu from the first offer on, however it ends, and no other kind has', async () => {
    const [top = '', mid = ''] = await chain([60], 2);
    const shown = async (memberId: string) => {
      const info = await presentInfo({ db: database.db, contracts }, { memberId } as Actor);
      return [info.divtypeinfo, info.dailysalinfotype, info.dailysalreqtype];
    };
    expect(await shown(mid)).toEqual([false, false, 'none']);
    await request(top, mid, [40]);
    expect([await shown(top), await shown(mid)]).toEqual([
      [false, true, 'active'],
      [false, true, 'requested'],
    ]);
    await act(mid, { action: 'Reject', contractId: (await rowOf(mid, 'requested'))?.id ?? '' });
    expect(await shown(mid)).toEqual([false, true, 'rejected']);
  });

  test('does not exist for others, and is made with agents directly below only', async () => {
    const [top, mid, low] = (await chain([100, 80], 3)) as [string, string, string];
    const [stranger] = (await chain([100])) as [string];
    const id = (await rowOf(mid, 'active'))?.id ?? '';
    expect(await act(stranger, { action: 'Terminate', contractId: id })).toBe('contract_not_found');
    expect(await act(low, { action: 'Accept', contractId: id })).toBe('contract_not_found');
    expect(await request(top, low, [10])).toBe('contract_not_downline');
    expect(await request(mid, top, [10])).toBe('contract_not_downline');
    await sql`update member set type = 0 where id = ${low}`.execute(database.db);
    expect(await request(mid, low, [10])).toBe('contract_not_downline');
    expect(await code(offer(mid, [10]))).toBe('contract_not_downline');
    expect(await request(top, mid, [10], {}, 'hourly')).toBe('contract_off');
  });

  test('with a lower rate ends those below with higher ones, and all below those, after agreement', async () => {
    const ids = (await chain([100, 80, 60, 40], 4)) as [string, string, string, string];
    const [top, mid, low, last] = ids;
    expect(await request(top, mid, [50])).toBe('contract_ends_downlines');
    expect(await request(top, mid, [50], { endLowered: true })).toBe('ok');
    // Nothing ends before the agent accepts.
    expect(await rowOf(low, 'active')).toBeDefined();
    posted = [];
    expect(await accept(mid)).toBe('ok');
    expect([await rowOf(low, 'active'), await rowOf(last, 'active')]).toEqual([undefined, undefined]);
    const [fresh, ended] = [await rowOf(mid, 'active'), await rowOf(low, 'ended')];
    expect(ended?.valid_until).toEqual(fresh?.valid_from);
    expect(posted.filter(({ template }) => template === 'contract_ended').map(({ memberId }) => memberId)).toEqual(
      expect.arrayContaining([low, last]),
    );
  });

  test('with a lower rate ends those that were made after the offer, if the agent who accepts agrees', async () => {
    const [top, mid, low] = (await chain([100, 80], 3)) as [string, string, string];
    expect(await request(top, mid, [50])).toBe('ok');
    expect(await request(mid, low, [70])).toBe('ok');
    const contractId = (await rowOf(mid, 'requested'))?.id ?? '';
    expect(await act(mid, { action: 'Accept', contractId })).toBe('contract_ends_downlines');
    expect((await rowOf(low, 'requested'))?.top_bp).toBe(70);
    expect(await act(mid, { action: 'Accept', contractId, endLowered: true })).toBe('ok');
    expect([await rowOf(low, 'requested'), (await rowOf(mid, 'active'))?.top_bp]).toEqual([undefined, 50]);
  });

  test('that ends takes those below with it, after agreement', async () => {
    const [, mid, low] = (await chain([100, 80, 60])) as [string, string, string];
    const contractId = (await rowOf(mid, 'active'))?.id ?? '';
    expect(await act(mid, { action: 'Terminate', contractId })).toBe('contract_ends_downlines');
    expect(await act(mid, { action: 'Terminate', contractId, endLowered: true })).toBe('ok');
    expect(await rowOf(low, 'active')).toBeUndefined();
    expect((await rowOf(low, 'ended'))?.valid_until).toEqual((await rowOf(mid, 'ended'))?.valid_until);
  });

  test('that is requested ends as well if the contract above gets a lower rate', async () => {
    const [top, mid] = (await chain([100], 2)) as [string, string];
    await request(top, mid, [90]);
    const contractId = (await rowOf(mid, 'requested'))?.id ?? '';
    await offer(top, [50], { endLowered: true });
    await accept(top);
    expect(await act(mid, { action: 'Accept', contractId })).toBe('contract_closed');
  });
});
