import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Tx } from '../../base/db/database.ts';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { ancestorsAt, seenBy } from './index.ts';
import { addTree, closureLines, expectedLines } from './test-tree.ts';

/** Moves members with known results. A sound tree causes no complaint; each fault below, planted into the database, must cause one. */
let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

class Undo extends Error {}
const RULES = { visibleDepth: 10, maskBelow: 1 };

async function complaintsWith(plant: (tx: Tx) => Promise<unknown>): Promise<string[]> {
  const complaints: string[] = [];
  await database.db
    .transaction()
    .execute(async (tx) => {
      await plant(tx);
      await exercise(tx, complaints);
      throw new Undo();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undo)) complaints.push(`refused: ${(error as Error).message}`);
    });
  return complaints;
}

/** Two agents with a chain below the first one, whose upper half is moved to the second. */
async function exercise(tx: Tx, complaints: string[]): Promise<void> {
  const ids = (await addTree(tx, [undefined, undefined, 0, 2, 3])) as [string, string, string, string, string];
  const [first, second, moved, , last] = ids;
  const move = (member: string, to: string) => tx.updateTable('member').set({ agent_id: to }).where('id', '=', member).execute();
  await move(moved, second);
  const lines = await closureLines(tx, ids);
  if (lines.join() !== expectedLines([undefined, undefined, 1, 2, 3], ids).join()) complaints.push('the closure differs from the uplines');
  if (await seenBy(tx, first, last, RULES)) complaints.push('an agent sees the subtree of another one');
  if (!(await seenBy(tx, second, last, RULES))) complaints.push('an agent does not see the own subtree');
  const past = (await ancestorsAt(tx, last, new Date(Date.now() + 60_000))).map(({ id }) => id);
  if (past.at(-1) !== second) complaints.push('the history has another upline');
  await sql`savepoint cycle`.execute(tx);
  const refusal = await move(moved, last).then(
    () => 'none',
    (error: unknown) => (error as { constraint?: string }).constraint,
  );
  await sql`rollback to savepoint cycle`.execute(tx);
  // The primary key of the closure refuses a cycle as well; only the check names it.
  if (refusal !== 'agent_tree_cycle') complaints.push(`a cycle was refused by ${refusal}`);
}

/** The trigger function with one part of its text replaced. */
const edit = (name: string, part: string | RegExp, replacement: string) => async (tx: Tx) => {
  const { rows } = await sql<{ text: string }>`select pg_get_functiondef(${name}::regproc) as text`.execute(tx);
  const changed = rows[0]?.text.replace(part, replacement) ?? '';
  if (changed === rows[0]?.text) throw new Error(`${name} has no ${part}`);
  await sql.raw(changed).execute(tx);
};

describe('the tree', () => {
  test('causes no complaint without a fault', async () => {
    expect(await complaintsWith(() => Promise.resolve())).toEqual([]);
  });

  test.each([
    ['the former uplines keep what was moved away', edit('agent_tree_move', 'above.depth > 0', 'above.depth > 99')],
    [
      'only the moved member gets the new uplines',
      edit('agent_tree_move', 'below.ancestor_id = new.id;', 'below.ancestor_id = new.id and below.depth = 0;'),
    ],
    ['cycles are accepted', edit('agent_tree_move', 'if exists', 'if false and exists')],
    [
      'a new member gets the direct upline only',
      edit('agent_tree_insert', 'where member_id = new.agent_id', 'where member_id = new.agent_id and depth = 0'),
    ],
    ['the history is not written', edit('note_agent_parent', 'if p_parent is not null', 'if false')],
    ['the trigger of moves is off', (tx: Tx) => sql`alter table member disable trigger agent_tree_move`.execute(tx)],
    ['the trigger of new members is off', (tx: Tx) => sql`alter table member disable trigger agent_tree_insert`.execute(tx)],
    [
      'an agent was given the subtree of another one',
      (tx: Tx) =>
        sql`create function t() returns trigger language plpgsql as $$ begin
            insert into agent_closure select a.id, new.member_id, 1 from member a where a.agent_id is null on conflict do nothing; return null; end $$;
          `
          .execute(tx)
          .then(() =>
            sql`create trigger t after insert on agent_closure for each row when (new.depth > 2) execute function t()`.execute(tx),
          ),
    ],
  ])('causes a complaint when %s', async (_fault, plant) => {
    expect(await complaintsWith(plant)).not.toEqual([]);
  });
});
