import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { POINTS_PER_WHOLE } from '../../../../shared/money/points.ts';
import { HOUR_MS } from '../../../../shared/time.ts';
import { addRound } from '../missions/test-missions.ts';
import { auditedDatabase, refusal, sinceTransfer } from '../test-books.ts';
import { addRewardMember } from '../test-members.ts';
import {
  DEPOSIT,
  draft,
  hour,
  MERCHANT,
  openPromotions,
  POINTS,
  promotionsOn,
  SLOT,
  type TestPromotions,
  UNIT,
} from './test-promotions.ts';
import { verifyPromotions } from './verify.ts';

const database = auditedDatabase();
let world: TestPromotions;
let lastBefore = 0;
beforeEach(async () => {
  ({ world, lastBefore } = await openPromotions(database.db));
});

const newMember = () => addRewardMember(database.db, world.wallet, MERCHANT);
let rounds = 0;
async function play(memberId: string, hours: number, whole: number): Promise<void> {
  rounds += 1;
  await addRound(database.db, { memberId, roundId: `d${rounds}`, at: hour(hours), stake: BigInt(whole) * UNIT, payout: 0n });
}
const differences = async () => sinceTransfer(await verifyPromotions(database.db), lastBefore);

describe('operators', () => {
  test('see the cost for the play of before, which is what it then gives', async () => {
    const members = [await newMember(), await newMember(), await newMember()];
    for (const [index, id] of members.entries()) {
      // The ledger has deposits of the members of earlier tests.
      world.team.add(id);
      await play(id, -2, 60 * index);
    }
    const drafted = async (change: object) =>
      database.db.transaction().execute((tx) => world.desk.save(tx, undefined, draft(hour(0), { agent_id: 'agent', ...change })));
    expect(await world.desk.preview(database.db, await drafted({}))).toMatchObject({ members: 1, cost: 5n * UNIT });
    expect(
      await world.desk.preview(database.db, await drafted({ target: (60n * UNIT).toString(), budget: (9n * UNIT).toString() })),
    ).toMatchObject({
      members: 2,
      cost: 10n * UNIT,
      limited: 5n * UNIT,
    });
    await world.deposit(members[0] as string, 'preview-small', 10n * UNIT);
    await world.deposit(members[0] as string, 'preview', 30n * UNIT);
    await world.deposit(members[1] as string, 'preview-large', 900n * UNIT);
    world.clock.advance(HOUR_MS);
    expect(await world.desk.preview(database.db, await drafted(DEPOSIT))).toMatchObject({ members: 2, cost: 18n * UNIT });
    expect(await world.desk.preview(database.db, await drafted(POINTS))).toMatchObject({ members: 3, cost: 90n * POINTS_PER_WHOLE });
  });

  test('cannot change the rule of a published promotion, and neither can the database', async () => {
    const { id } = await world.add();
    const change = database.db.transaction().execute((tx) => world.desk.save(tx, id, draft(hour(0))));
    expect(await refusal(change)).toBe('promotion_decided');
    await expect(sql`update promotion set target = 1 where id = ${id}`.execute(database.db)).rejects.toThrow('does not change');
  });

  test('have an audit that finds planted faults', async () => {
    const id = await newMember();
    const { id: promotion } = await world.add();
    await world.join(id, promotion);
    await play(id, 1, 100);
    await world.runAt(hour(1));
    await world.claim(id, promotion);
    const faults = [
      sql`update promotion set reserved = reserved + 1 where id = ${promotion}`,
      sql`update promotion_entry set counted = 5, state = 'joined', paid_at = null, transfer_id = null where member_id = ${id}`,
      sql`update promotion_entry set counted = 5 where member_id = ${id}`,
      sql`update promotion_entry set amount = amount - 10 where member_id = ${id}`,
    ];
    for (const fault of faults) {
      const found = database.db.transaction().execute(async (tx) => {
        await fault.execute(tx);
        throw Object.assign(new Error('undone'), { found: await verifyPromotions(tx) });
      });
      await found.catch(({ found }: { found: readonly string[] }) =>
        expect(found.filter((one) => !one.startsWith('transfer')).length).toBeGreaterThan(0),
      );
    }
    expect(await differences()).toEqual([]);
  });
});

describe('the terms', () => {
  test('are made from the rule, in each language with its numbers', async () => {
    const row = await world.add({ ...DEPOSIT, min_level: 3, new_days: 9, countries: ['TH', 'VN'] });
    for (const language of ['EN', 'CN', 'JA', 'TH', 'VI', 'ID']) {
      const text = (await world.desk.terms(database.db, row, language)).join('\n');
      for (const value of ['10%', '$20.00', '$15.00', '3', '9', '5', '33', '2026-01-14 00:00', '2026-01-15 00:00', 'UTC'])
        expect(text).toContain(value);
      expect(text).not.toMatch(/promotions\.|\{\{/);
    }
    expect(await world.desk.terms(database.db, row, 'EN')).toContain('For members whose last login was from: Thailand and Vietnam.');
  });
});

describe('a reward in place of money', () => {
  const GIFTS = {
    bonus: { kind: 'bonus', wagering: 5, days: 7 },
    rounds: { kind: 'rounds', gameId: SLOT.gameId, gameName: SLOT.gameName, rounds: 10, stake: '5000', days: 3, wagering: null },
    wagered: { kind: 'rounds', gameId: SLOT.gameId, gameName: SLOT.gameName, rounds: 10, stake: '5000', days: 3, wagering: 2 },
  } as const;

  test.each(Object.entries(GIFTS))(
    '%s: given once by a claim of two nodes, without a transfer, and named by the terms',
    async (_kind, gives) => {
      const memberId = await newMember();
      const { id } = await world.add({ gives });
      const [shown] = (await world.list(null)).promotions.filter(({ promotionId }) => promotionId === id);
      expect(shown?.summary).toContain(gives.kind === 'bonus' ? 'a bonus of' : '10 free rounds of Slot One');
      await world.join(memberId, id);
      await play(memberId, 1, 120);
      await world.runAt(hour(2));
      const other = promotionsOn(database.db, world.clock);
      const claims = await Promise.all([refusal(world.claim(memberId, id)), refusal(other.claim(memberId, id))]);
      expect(claims.toSorted()).toEqual(['accepted', 'promotion_claimed']);
      const entry = await database.db.selectFrom('promotion_entry').selectAll().where('promotion_id', '=', id).executeTakeFirstOrThrow();
      expect(entry).toMatchObject({ state: 'paid', gave: gives.kind, transfer_id: null, amount: (5n * UNIT).toString() });
      const reference = `promotion:${entry.id}`;
      if (gives.kind === 'bonus') {
        const [bonus, more] = await database.db.selectFrom('bonus').selectAll().where('member_id', '=', memberId).execute();
        expect(bonus).toMatchObject({
          reference,
          amount: (5n * UNIT).toString(),
          wagering: 5,
          days: 7,
          source: 'promotion',
          state: 'offered',
        });
        expect(more).toBeUndefined();
      } else {
        const [grant, more] = await database.db.selectFrom('free_round_grant').selectAll().where('member_id', '=', memberId).execute();
        expect(grant).toMatchObject({ reference, rounds: 10, stake: '5000', wagering: gives.wagering, source: 'promotion' });
        expect(more).toBeUndefined();
      }
      expect(await differences()).toEqual([]);
      await sql`update promotion_entry set amount = amount - 1 where id = ${entry.id}`.execute(database.db);
      expect((await differences()).join(' ')).toContain(`gave ${gives.kind} worth`);
    },
  );

  test('waits during a break, is given after it, and keeps its rule', async () => {
    const memberId = await newMember();
    const { id } = await world.add({ gives: GIFTS.rounds });
    await world.join(memberId, id);
    await play(memberId, 1, 120);
    await world.runAt(hour(2));
    world.limited.add(memberId);
    await world.claim(memberId, id);
    const entryOf = () =>
      database.db.selectFrom('promotion_entry').select(['state', 'gave']).where('promotion_id', '=', id).executeTakeFirst();
    expect(await entryOf()).toEqual({ state: 'due', gave: null });
    world.limited.delete(memberId);
    await world.runAt(hour(3));
    expect(await entryOf()).toEqual({ state: 'paid', gave: 'rounds' });
    const forged = sql`update promotion set gives = jsonb_set(gives, '{rounds}', '99') where id = ${id}`.execute(database.db);
    await expect(forged).rejects.toThrow('does not change');
  });
});
