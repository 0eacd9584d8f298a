import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { movableClock } from '../base/clock.ts';
import type { Database } from '../base/db/database.ts';
import { openTestDatabase } from '../base/db/test-database.ts';
import { inTransaction } from '../base/db/transaction.ts';
import { anchorText, hashOf, type LogAnchor, proveLog, readAnchor, writeLog } from './log.ts';
import { createLogChecks } from './log-checks.ts';

const merchant = 'lagoon';
const LINES = 12;
const clock = movableClock();
let db: Database;
let close: () => Promise<void>;
let anchor: LogAnchor;

const write = async (count: number, at: Database = db) => {
  for (let n = 0; n < count; n++)
    await inTransaction(at, (tx) =>
      writeLog(
        tx,
        { clock, merchant },
        { operator: 'ops', action: 'member.note', object: `act-${n}`, reason: 'asked', address: '127.0.0.1' },
      ),
    );
};
beforeAll(async () => {
  ({ db, close } = await openTestDatabase());
  await write(LINES);
  anchor = await proveLog(db, merchant);
});
afterAll(() => close());

const line = (nr: number) => `(select id from operator_log order by id limit 1 offset ${nr - 1})`;
/** Changes by a person with write access to the database and knowledge of the chain. */
const FAULTS = {
  edit: (tx: Database) => sql.raw(`update operator_log set reason = 'another' where id = ${line(5)}`).execute(tx),
  delete: (tx: Database) => sql.raw(`delete from operator_log where id = ${line(5)}`).execute(tx),
  reorder: async (tx: Database) => {
    const { rows } = await sql<{ id: string }>`select id from operator_log order by id limit 2 offset 4`.execute(tx);
    const [a, b] = rows.map(({ id }) => Number(id)) as [number, number];
    await sql.raw('alter table operator_log alter column id drop identity').execute(tx);
    for (const [from, to] of [[a, -1], [b, a], [-1, b]]) // biome-ignore format: three steps of one swap
      await sql.raw(`update operator_log set id = ${to} where id = ${from}`).execute(tx);
  },
  truncate: (tx: Database) => sql.raw(`delete from operator_log where id > ${line(LINES - 3)}`).execute(tx),
  rewrite: async (tx: Database) => {
    const rows = await tx.selectFrom('operator_log').selectAll().orderBy('id').execute();
    await sql.raw('delete from operator_log').execute(tx);
    let previous = '';
    for (const [index, { id: _id, hash: _hash, ...row }] of rows.entries()) {
      const forged = { ...row, previous, reason: index === 4 ? 'another' : row.reason };
      previous = hashOf(forged);
      await tx.insertInto('operator_log').values({ ...forged, hash: previous }).execute(); // biome-ignore format: one line of the log
    }
  },
} as const;

/** Result of a verification after the fault, which is rolled back. */
async function withFault<T>(fault: (tx: Database) => Promise<unknown>, verify: (tx: Database) => Promise<T>): Promise<T> {
  let seen: T | undefined;
  const undo = new Error('put it back');
  await db
    .transaction()
    .execute(async (tx) => {
      await sql.raw('alter table operator_log disable trigger operator_log_append_only').execute(tx);
      await fault(tx);
      seen = await verify(tx);
      throw undo;
    })
    .catch((error) => {
      if (error !== undo) throw error;
    });
  return seen as T;
}
const names = Object.keys(FAULTS) as (keyof typeof FAULTS)[];

describe('the chain', () => {
  it.each(names)('verified with its anchor reveals this change: %s', async (name) => {
    const proof = await withFault(FAULTS[name], (tx) => proveLog(tx, merchant, { anchor }));
    expect(proof.broken).toMatch(/was changed|does not follow|cut off|rewritten/);
  });

  it('is valid without a fault and after its anchor; without an anchor a missing end is not detected', async () => {
    expect(await proveLog(db, merchant, { anchor })).toEqual({ ...anchor });
    const more = (tx: Database) => write(0, tx);
    expect((await withFault(more, (tx) => proveLog(tx, merchant, { anchor }))).broken).toBeUndefined();
    for (const name of ['truncate', 'rewrite'] as const)
      expect((await withFault(FAULTS[name], (tx) => proveLog(tx, merchant))).broken).toBeUndefined();
  });

  it('has an anchor that is found in the line of a log', () => {
    expect(readAnchor(`{"level":"info","anchor":"${anchorText(anchor)}"}`)).toMatchObject({ lines: LINES, hash: anchor.hash });
    expect(readAnchor('12:abc')).toBeUndefined();
  });
});

describe('checks of the running service', () => {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ base: null }, { write: (text: string) => void lines.push(JSON.parse(text)) });
  const checks = (on: Database) => createLogChecks({ db: on, clock, merchant, log });

  it('verify new lines, and detect changes of earlier lines by their number and last hash', async () => {
    expect(await checks(db).verifyRecent()).toMatchObject({ lines: LINES });
    await write(3);
    for (const name of ['delete', 'reorder', 'truncate', 'rewrite'] as const) {
      const { broken } = await withFault(FAULTS[name], (tx) => checks(tx).verifyRecent());
      // Swapped lines keep the number of lines: the nightly verification finds them.
      expect([name, broken !== undefined]).toEqual([name, name !== 'reorder']);
    }
    const edit = (tx: Database) => sql.raw(`update operator_log set reason = 'another' where id = ${line(LINES + 2)}`).execute(tx);
    expect((await withFault(edit, (tx) => checks(tx).verifyRecent())).broken).toContain('was changed');
    expect((await checks(db).verifyRecent()).lines).toBe(LINES + 3);
  });

  it('verify all lines at night, log the anchor, and report an error', async () => {
    lines.length = 0;
    await checks(db).verifyAll();
    const whole = await proveLog(db, merchant);
    expect(lines).toEqual([expect.objectContaining({ level: 30, anchor: anchorText(whole) })]);
    // A complete rewrite has no gap: only an anchor kept elsewhere reveals it.
    for (const name of names.filter((one) => one !== 'rewrite')) {
      lines.length = 0;
      await withFault(FAULTS[name], (tx) => checks(tx).verifyAll());
      expect([name, lines[0]?.level]).toEqual([name, 50]);
    }
  });
});
