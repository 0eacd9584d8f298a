import type { WageKind } from '../../../../shared/rules/wages.ts';
import type { CallOptions, TestPlatform } from '../../test-platform.ts';
import { storeTerms } from './terms.ts';

/** A valid contract of `agent01` with the merchant. */
export async function addTestContract({ db, clock }: TestPlatform, kind: WageKind): Promise<string> {
  const { id: agentId } = await db.selectFrom('member').select('id').where('account', '=', 'agent01').executeTakeFirstOrThrow();
  const tiers = [{ rateBp: 10, minValidBet: 0n, minProfit: 0n, minActive: 0 }];
  const terms = storeTerms({ tiers, minSingleBet: 0n, carryNegative: true, ownPlay: false });
  const names = { id: `c_test_${kind}`, agent_id: agentId, upline_id: null, kind, period: kind === 'dividend' ? ('M' as const) : null };
  const times = { valid_from: clock.now(), valid_until: null, created_at: clock.now(), decided_at: clock.now() };
  await db
    .insertInto('agent_contract')
    .values({ ...names, terms, top_bp: 10, state: 'active', version: 1, end_lowered: false, ...times })
    .execute();
  return names.id;
}

/** Valid input for each call of this feature, for the test of the call table. */
export function contractInputs(current: () => TestPlatform) {
  const terminate = (kind: WageKind) => async () => ({
    body: { action: 'Terminate', contractId: await addTestContract(current(), kind) },
  });
  return {
    'contracts.info': () => ({}),
    'contracts.dividend': () => ({}),
    'contracts.dividendAction': terminate('dividend'),
    'contracts.daily': () => ({}),
    'contracts.dailyAction': terminate('daily'),
    'contracts.hourly': () => ({}),
    'contracts.hourlyAction': terminate('hourly'),
    'contracts.realTime': () => ({}),
    'contracts.realTimeAction': terminate('realtime'),
  } satisfies Record<string, () => CallOptions | Promise<CallOptions>>;
}
