import { afterAll, beforeAll, expect, test } from 'vitest';
import { isBelow } from '../../server/platform/agents/tree/index.ts';
import { addTree, closureLines, expectedLines, type Uplines } from '../../server/platform/agents/tree/test-tree.ts';
import { openTestDatabase, type TestDatabase } from '../kit/database.ts';

/** Changes of uplines and registrations at once, on PostgreSQL. */
const CLIENTS = 32;

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase({ poolSize: 12 });
});
afterAll(() => database.close());

const move = (member: string, to: string | null) =>
  database.db.updateTable('member').set({ agent_id: to }).where('id', '=', member).execute();

async function uplinesOf(ids: readonly string[]): Promise<Uplines> {
  const rows = await database.db.selectFrom('member').select(['id', 'agent_id']).where('id', 'in', ids).execute();
  const agents = new Map(rows.map((row) => [row.id, row.agent_id]));
  return ids.map((id) => {
    const at = ids.indexOf(agents.get(id) ?? '');
    return at < 0 ? undefined : at;
  });
}

test('of two members moved below each other at once, one stays', async () => {
  for (let round = 0; round < CLIENTS; round += 1) {
    const [one, other] = (await addTree(database.db, [undefined, undefined])) as [string, string];
    const results = await Promise.allSettled([move(one, other), move(other, one)]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { constraint: 'agent_tree_cycle' } });
    expect((await isBelow(database.db, one, other)) !== (await isBelow(database.db, other, one))).toBe(true);
  }
});

test('random moves at once make no cycle, and the closure follows them', async () => {
  const size = 40;
  const ids = await addTree(
    database.db,
    Array.from({ length: size }, (_, nr) => (nr === 0 ? undefined : Math.floor((nr - 1) / 3))),
  );
  const pick = (nr: number) => ids[(nr * 7_919 + 13) % size] ?? '';
  const results = await Promise.allSettled(Array.from({ length: 8 * CLIENTS }, (_, nr) => move(pick(nr), pick(nr * 31 + 5))));
  const refused = results.flatMap((one) => (one.status === 'rejected' ? [(one.reason as { constraint?: string }).constraint] : []));
  expect(new Set(refused)).toEqual(new Set(['agent_tree_cycle']));
  // Throws if the uplines have a cycle.
  expect(await closureLines(database.db, ids)).toEqual(expectedLines(await uplinesOf(ids), ids));
});

test('members registered below an agent who is moved get the new uplines', async () => {
  for (let round = 0; round < 12; round += 1) {
    const [top, next, agent] = (await addTree(database.db, [undefined, undefined, 0])) as [string, string, string];
    const added = Array.from({ length: 8 }, (_, nr) => ({
      id: `${agent}_${nr}`,
      merchant: 'lagoon',
      account: `${agent}_${nr}`,
      account_key: `${agent}_${nr}`,
      type: 0,
      currency: 'USD',
      status: 'active' as const,
      nickname: '',
      password_hash: '',
      password_changed_at: new Date(),
      first_login_at: null,
      last_login_at: null,
      previous_login_at: null,
      profile: '{}',
      created_at: new Date(),
      agent_id: agent,
    }));
    await Promise.all([
      ...added.slice(0, 4).map((row) => database.db.insertInto('member').values(row).execute()),
      move(agent, next),
      ...added.slice(4).map((row) => database.db.insertInto('member').values(row).execute()),
    ]);
    const ids = [top, next, agent, ...added.map(({ id }) => id)];
    expect(await closureLines(database.db, ids)).toEqual(expectedLines(await uplinesOf(ids), ids));
  }
});
