import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { inTransaction } from '../../base/db/transaction.ts';
import { ancestorsAt, ancestorsOf, depthOf, isBelow, levelBelow, lockTree, seenBy, uplineOf, visibleName } from './index.ts';
import { addTree, closureLines, expectedLines, followUplines, type Uplines } from './test-tree.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());

/** The number of runs depends on the machine; every failure found is real. */
const BOUNDED = { interruptAfterTimeLimit: 8_000, markInterruptAsFailure: false };

/** An upline before the member, or none. */
const tree = fc
  .array(fc.option(fc.nat(), { nil: undefined, freq: 8 }), { minLength: 1, maxLength: 14 })
  .map((list): Uplines => list.map((pick, nr) => (pick === undefined || nr === 0 ? undefined : pick % nr)));
const moves = fc.array(fc.record({ member: fc.nat(), to: fc.option(fc.nat(), { nil: undefined, freq: 5 }) }), { maxLength: 8 });

const move = (member: string | undefined, to: string | null | undefined) =>
  test.db
    .updateTable('member')
    .set({ agent_id: to ?? null })
    .where('id', '=', member ?? '')
    .execute();

describe('the closure', () => {
  it('equals what following the uplines gives, after any inserts and moves', async () => {
    const run = async (initial: Uplines, changes: readonly { readonly member: number; readonly to: number | undefined }[]) => {
      const uplines = [...initial];
      const ids = await addTree(test.db, uplines);
      expect(await closureLines(test.db, ids)).toEqual(expectedLines(uplines, ids));
      for (const change of changes) {
        const [member, to] = [change.member % ids.length, change.to === undefined ? undefined : change.to % ids.length];
        const isCycle = to !== undefined && (to === member || followUplines(uplines, to).includes(member));
        const moved = move(ids[member], to === undefined ? null : ids[to]);
        if (isCycle) await expect(moved).rejects.toMatchObject({ constraint: 'agent_tree_cycle' });
        else {
          await moved;
          uplines[member] = to;
        }
        expect(await closureLines(test.db, ids)).toEqual(expectedLines(uplines, ids));
      }
      // The history is the same tree now, and has no overlaps.
      for (const [nr, id] of ids.entries())
        expect((await ancestorsAt(test.db, id, new Date(Date.now() + 60_000))).map((one) => one.id)).toEqual(
          followUplines(uplines, nr).map((upline) => ids[upline]),
        );
    };
    await fc.assert(fc.asyncProperty(tree, moves, run), BOUNDED);
  });

  it('answers who is below whom for 10,000 random pairs of a large tree', async () => {
    const size = 2_000;
    const random = fc.sample(fc.nat({ max: 1_000_000 }), { numRuns: size, seed: 7 });
    // Uplines from the last hundred members, so that the tree is deep as well as wide.
    const uplines = random.map((pick, nr) => (nr % 400 === 0 ? undefined : Math.max(0, nr - 1 - (pick % 100))));
    const depths = uplines.map((_, nr) => followUplines(uplines, nr).length);
    expect(Math.max(...depths)).toBeGreaterThan(7);
    const ids = await addTree(test.db, uplines);
    const pairs = fc.sample(fc.tuple(fc.nat({ max: size - 1 }), fc.nat({ max: size - 1 })), { numRuns: 10_000, seed: 11 });
    const { rows } = await sql<{ nr: number; depth: number }>`
      select r.nr, c.depth from jsonb_to_recordset(${JSON.stringify(pairs.map(([one, other], nr) => ({ nr, one: ids[one], other: ids[other] })))}::jsonb)
        as r(nr int, one text, other text) join agent_closure c on c.ancestor_id = r.one and c.member_id = r.other where c.depth > 0`.execute(
      test.db,
    );
    const expected = pairs.flatMap(([one, other], nr) => {
      const level = followUplines(uplines, other).indexOf(one);
      return level < 0 ? [] : [{ nr, depth: level + 1 }];
    });
    expect(rows.toSorted((one, other) => one.nr - other.nr)).toEqual(expected);
    expect(expected.length).toBeGreaterThan(10);
    // The functions give the same as the statement.
    for (const [one, other] of pairs.slice(0, 200))
      expect(await isBelow(test.db, ids[one] ?? '', ids[other] ?? '')).toBe(followUplines(uplines, other).includes(one));
    expect(await depthOf(test.db, ids[1_999] ?? '')).toBe(depths[1_999]);
  });

  it('refuses a member below itself, an unknown upline and an upline without a place', async () => {
    await expect(addTree(test.db, [0])).rejects.toMatchObject({ code: '23514' });
    // The upline comes after the member.
    await expect(addTree(test.db, [1, undefined])).rejects.toMatchObject({ code: '23514' });
    const [one, two, three] = await addTree(test.db, [undefined, 0, 1]);
    await expect(move(one, three)).rejects.toMatchObject({ code: '23514', constraint: 'agent_tree_cycle' });
    await expect(move(two, two)).rejects.toMatchObject({ constraint: 'agent_tree_cycle' });
    expect((await ancestorsOf(test.db, three ?? '')).map(({ id }) => id)).toEqual([two, one]);
  });

  it('forgets a member who is deleted', async () => {
    const [one, two] = await addTree(test.db, [undefined, 0]);
    await test.db
      .deleteFrom('member')
      .where('id', '=', two ?? '')
      .execute();
    expect(await closureLines(test.db, [one ?? '', two ?? ''])).toEqual([`${one} ${one} 0`]);
  });
});

describe('the history', () => {
  it('has each upline from its time to the next one', async () => {
    const [one, two, three] = (await addTree(test.db, [undefined, undefined, 0])) as [string, string, string];
    const start = Date.now();
    const at = (minute: number) => new Date(start + minute * 60_000);
    const moveAt = (to: string | null, time: Date) =>
      inTransaction(test.db, async (tx) => {
        await lockTree(tx, 'exclusive');
        await sql`select set_config('agents.at', ${time.toISOString()}, true)`.execute(tx);
        await tx.updateTable('member').set({ agent_id: to }).where('id', '=', three).execute();
      });
    await moveAt(two, at(10));
    await moveAt(null, at(20));
    // For no time at all.
    await moveAt(one, at(30));
    await moveAt(two, at(30));
    const upline = async (minute: number) => (await ancestorsAt(test.db, three, at(minute))).map(({ id }) => id);
    expect([await upline(5), await upline(15), await upline(25), await upline(35)]).toEqual([[one], [two], [], [two]]);
    expect(await uplineOf(test.db, three)).toBe(two);
    expect(await test.db.selectFrom('agent_parent').select('id').where('member_id', '=', three).execute()).toHaveLength(3);
  });
});

describe('an agent sees', () => {
  const rules = { visibleDepth: 3, maskBelow: 1 };

  it('members below to the depth of the merchant, and masked names further down', async () => {
    const ids = (await addTree(test.db, [undefined, 0, 1, 2, 3, undefined])) as [string, ...string[]];
    const seen = await Promise.all(ids.map((id) => seenBy(test.db, ids[0], id, rules)));
    expect(seen.map((one) => one?.level)).toEqual([0, 1, 2, 3, undefined, undefined]);
    expect(seen.map((one) => one?.name.includes('•••'))).toEqual([false, false, true, true, undefined, undefined]);
    expect(await levelBelow(test.db, ids[0], ids[4] ?? '')).toBe(4);
    expect([visibleName('captain7', 1, rules), visibleName('captain7', 2, rules)]).toEqual(['captain7', 'ca•••7']);
  });

  it('no member of another subtree, above or next to it', async () => {
    const ids = (await addTree(test.db, [undefined, 0, 0, 1, 2])) as [string, string, string, string, string];
    for (const other of [ids[0], ids[2], ids[4]]) expect(await seenBy(test.db, ids[1], other, rules)).toBeUndefined();
    expect(await seenBy(test.db, ids[1], ids[3], rules)).toBeDefined();
  });
});
