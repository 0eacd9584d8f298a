import type { CallOptions, TestPlatform } from '../../test-platform.ts';

const QUERY = { fromDay: '2026-11-01', toDay: '2026-11-30' };
const WINDOW = { from: '2026-11-01T00:00:00.000Z', until: '2026-11-01T01:00:00.000Z', by: 'bet' };
const CALLS = [
  'overview',
  'members',
  'memberExport',
  'bets',
  'betExport',
  'transactions',
  'transactionExport',
  'wages',
  'wageExport',
  'income',
];

/** Valid input for each call of this feature, for the test of the call table. */
export function teamInputs(current: () => TestPlatform): Readonly<Record<string, () => CallOptions | Promise<CallOptions>>> {
  return {
    ...Object.fromEntries(CALLS.map((name) => [`team.${name}`, () => ({ query: QUERY })])),
    'team.windowBets': () => ({ query: WINDOW }),
    'team.windowBetExport': () => ({ query: WINDOW }),
    // Agents see themselves as well.
    'team.memberBets': async () => {
      const agent = await current().db.selectFrom('member').select('id').where('account', '=', 'agent01').executeTakeFirstOrThrow();
      return { query: { memberId: agent.id } };
    },
  };
}
