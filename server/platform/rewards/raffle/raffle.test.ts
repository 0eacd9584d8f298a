import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { fairStream } from '../../../../shared/games/fairness.ts';
import { HOUR_MS } from '../../../../shared/time.ts';
import { inTransaction } from '../../base/db/index.ts';
import { addRound } from '../missions/test-missions.ts';
import { auditedDatabase, refusal, sinceTransfer } from '../test-books.ts';
import { addRewardMember } from '../test-members.ts';
import { raffleProofOf } from './present.ts';
import { draft, hour, MERCHANT, openRaffles, rafflesOn, type SlowFact, slowTickets, type TestRaffles, UNIT } from './test-raffle.ts';
import { verifyRaffles } from './verify.ts';

const database = auditedDatabase();
let world: TestRaffles;
let lastBefore = 0;
beforeEach(async () => {
  ({ world, lastBefore } = await openRaffles(database.db));
});

const newMember = () => addRewardMember(database.db, world.wallet, MERCHANT);
let rounds = 0;
async function play(memberId: string, hours: number, whole: number, more: { category?: string; roundId?: string } = {}, sign: 1 | -1 = 1) {
  rounds += 1;
  await addRound(database.db, { memberId, roundId: `w${rounds}`, at: hour(hours), stake: BigInt(whole) * UNIT, payout: 0n, ...more }, sign);
}
const balance = async (memberId: string) => (await world.wallet.balance(database.db, memberId))?.units;
const raffleRow = (id: string) => database.db.selectFrom('raffle').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const wins = (id: string) => database.db.selectFrom('raffle_win').selectAll().where('raffle_id', '=', id).orderBy('place').execute();
const tickets = async (memberId: string, id: string) => (await world.entry(memberId, id)).tickets;
const differences = async () => sinceTransfer(await verifyRaffles(database.db), lastBefore);
const sha256 = (value: string | Buffer) => createHash('sha256').update(value).digest('hex');
const proofOf = (id: string) => raffleProofOf(world.deps, database.db, id);

/** The winners by the published proof alone: codes by place. */
async function slowWinners(id: string): Promise<readonly (readonly [ticket: number, code: string])[]> {
  const { seed, list, listHash, seedHash, takenBack, prizes } = await proofOf(id);
  expect([sha256(list), sha256(Buffer.from(seed ?? '', 'hex'))]).toEqual([listHash, seedHash]);
  const gone = new Set<number>();
  for (const line of takenBack.trim().split('\n').filter(Boolean)) {
    const [first = 0, last = 0] = line.split(' ').map(Number);
    for (let n = first; n <= last; n += 1) gone.add(n);
  }
  const owners = new Map<number, string>();
  for (const line of list.trim().split('\n').slice(1)) {
    const [code = '', first, last] = line.split(' ');
    for (let n = Number(first); n <= Number(last); n += 1) owners.set(n, code);
  }
  const pool = [...owners.keys()].filter((n) => !gone.has(n));
  const stream = fairStream(seed ?? '', listHash ?? '', 0);
  const drawn: (readonly [number, string])[] = [];
  while (drawn.length < prizes && pool.length > 0) {
    const ticket = pool.splice(stream.below(pool.length), 1)[0] ?? 0;
    drawn.push([ticket, owners.get(ticket) ?? '']);
  }
  return drawn;
}

describe('tickets', () => {
  test('come from stake and deposits of the period, from before the join too, up to the most', async () => {
    const id = await newMember();
    const { id: raffle } = await world.add({ max_tickets: 8, categories: ['RNG'] });
    await play(id, -1, 500);
    await play(id, 0.5, 24);
    await play(id, 0.5, 900, { category: 'LIVE' });
    await world.deposit(id, 'r-first', 20n * UNIT);
    await world.deposit(id, 'r-small', 20n * UNIT - 1n);
    await world.runAt(hour(1));
    expect((await world.join(id, raffle)).tickets).toBe(3);
    expect((await world.list(id)).raffles[0]?.own).toMatchObject({ tickets: 3, progress: { have: '4.0000', need: '10.0000' } });
    await play(id, 2, 6);
    await world.deposit(id, 'r-second', 50n * UNIT);
    await world.runAt(hour(2));
    expect(await tickets(id, raffle)).toBe(5);
    await world.reverse(id, 'r-second', 50n * UNIT);
    await play(id, 3, 1_000, { roundId: 'large' });
    await world.runAt(hour(3));
    expect([await tickets(id, raffle), (await world.list(id)).raffles[0]?.own?.progress]).toEqual([8, null]);
    await play(id, 3, 1_000, { roundId: 'large' }, -1);
    await play(id, 24, 300);
    await world.runAt(hour(23));
    expect([await tickets(id, raffle), await differences()]).toEqual([4, []]);
  });

  test('come from promotions while they can be had, and make a member take part', async () => {
    const id = await newMember();
    const { id: raffle } = await world.add({ max_tickets: 5 });
    await play(id, 0, 20);
    await world.runAt(hour(0.5));
    await world.grant(id, raffle, 2);
    expect(await tickets(id, raffle)).toBe(4);
    await world.grant(id, raffle, 9);
    expect(await tickets(id, raffle)).toBe(5);
    await world.runAt(hour(24));
    expect([await refusal(world.grant(id, raffle, 1)), await differences()]).toEqual(['raffle_closed', []]);
  });

  test('are what a slow reference computes for any play, deposits, voids and reversals; so are the winners', async () => {
    const round = fc.record({
      kind: fc.constant('round' as const),
      member: fc.nat({ max: 3 }),
      hours: fc.integer({ min: -3, max: 30 }),
      stake: fc.integer({ min: 1, max: 70 }),
      category: fc.constantFrom('RNG', 'LIVE'),
      isVoided: fc.boolean(),
      joins: fc.boolean(),
    });
    const deposit = fc.record({
      kind: fc.constant('deposit' as const),
      member: fc.nat({ max: 3 }),
      whole: fc.integer({ min: 10, max: 40 }),
      isReversed: fc.boolean(),
      joins: fc.boolean(),
    });
    let made = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(round, deposit), { maxLength: 20 }),
        fc.constantFrom([], ['RNG']),
        fc.integer({ min: 1, max: 12 }),
        async (steps, categories, maxTickets) => {
          world.clock.advance(hour(0).getTime() - world.clock.now().getTime());
          const rule = await world.add({ categories: [...categories], max_tickets: maxTickets });
          const members = [await newMember(), await newMember(), await newMember(), await newMember()];
          const joined = new Set<number>();
          const enter = async (member: number) => {
            if (!joined.has(member)) await world.join(members[member] as string, rule.id);
            joined.add(member);
          };
          const facts: SlowFact[] = [];
          const late: (() => Promise<void>)[] = [];
          for (const step of steps) {
            made += 1;
            const [id, name] = [members[step.member] as string, `p${made}`];
            if (step.kind === 'round') {
              await play(id, step.hours, step.stake, { category: step.category, roundId: name });
              facts.push({ ...step, at: hour(step.hours), stake: BigInt(step.stake) * UNIT });
            } else {
              await world.deposit(id, name, BigInt(step.whole) * UNIT);
              facts.push({ ...step, units: BigInt(step.whole) * UNIT });
            }
            if (step.joins) await enter(step.member);
            // Half of what is undone is undone before the list is closed, the rest before the draw.
            const undo = async () => {
              if (step.kind === 'round' && step.isVoided)
                await play(id, step.hours, step.stake, { category: step.category, roundId: name }, -1);
              if (step.kind === 'deposit' && step.isReversed) await world.reverse(id, name, BigInt(step.whole) * UNIT);
            };
            if (made % 2 === 0) await undo();
            else late.push(undo);
          }
          for (const member of members.keys()) await enter(member);
          await world.runAt(hour(24));
          const listed = (await proofOf(rule.id)).list;
          for (const undo of late) await undo();
          await world.runAt(hour(25));
          for (const [member, id] of members.entries()) {
            const slow = slowTickets(facts, member, rule);
            const { tickets: now, listed: before } = await world.entry(id, rule.id);
            // A round that was voided after the list had more tickets than the most; the list has only the most.
            expect([member, now]).toEqual([member, Math.min(slow, before ?? 0)]);
            expect(now).toBe(slow);
          }
          expect((await proofOf(rule.id)).list).toBe(listed);
          expect(await differences()).toEqual([]);
          await world.runAt(hour(26));
          const { winners } = await proofOf(rule.id);
          expect(winners.map(({ ticket, code }) => [ticket, code])).toEqual(await slowWinners(rule.id));
          expect(await differences()).toEqual([]);
        },
      ),
      { numRuns: 20 },
    );
  });
});

describe('a draw', () => {
  test('reveals a seed that was committed before, gives prizes once, and reports to the winners', async () => {
    const [one, other] = [await newMember(), await newMember()];
    const { id: raffle, seed_hash: committed } = await world.add();
    expect((await raffleRow(raffle)).seed).toBeNull();
    await world.join(one, raffle);
    await play(one, 1, 20);
    await world.join(other, raffle);
    await play(other, 1, 10);
    await world.runAt(hour(23.9));
    expect(await proofOf(raffle)).toMatchObject({ seed: null, list: '', listHash: null, winners: [] });
    await world.runAt(hour(24));
    const closed = await proofOf(raffle);
    expect([closed.seed, closed.list.split('\n').length, (await raffleRow(raffle)).state]).toEqual([null, 4, 'closed']);
    expect(closed.listHash).toBe(sha256(closed.list));
    await world.runAt(hour(25.9));
    expect((await raffleRow(raffle)).state).toBe('closed');
    await world.runAt(hour(26));
    await world.runAt(hour(26));
    const drawn = await proofOf(raffle);
    expect(sha256(Buffer.from(drawn.seed ?? '', 'hex'))).toBe(committed);
    expect([drawn.winners.length, new Set(drawn.winners.map(({ ticket }) => ticket)).size]).toEqual([3, 3]);
    expect(drawn.winners.map(({ amount }) => amount)).toEqual(['50.0000', '5.0000', '5.0000']);
    expect(drawn.winners.every(({ name }) => name.includes('•••'))).toBe(true);
    expect(world.posted.map(({ template }) => template)).toEqual(['raffle_won', 'raffle_won', 'raffle_won']);
    expect((await world.centre.counts(database.db, one)).raffle + (await world.centre.counts(database.db, other)).raffle).toBe(3);
    expect(await differences()).toEqual([]);
  });

  test('without enough tickets gives the other prizes back', async () => {
    const id = await newMember();
    const { id: raffle } = await world.add();
    const { id: empty } = await world.add();
    await world.join(id, raffle);
    await play(id, 1, 10);
    await world.runAt(hour(26));
    await world.runAt(hour(26));
    expect([(await wins(raffle)).length, (await raffleRow(raffle)).reserved]).toEqual([1, (50n * UNIT).toString()]);
    expect([(await wins(empty)).length, (await raffleRow(empty)).reserved, (await raffleRow(empty)).state]).toEqual([0, '0', 'drawn']);
    expect(await differences()).toEqual([]);
  });

  test('passes over what was voided after the list was closed, and gives nothing more for it', async () => {
    const [good, bad] = [await newMember(), await newMember()];
    const { id: raffle } = await world.add();
    for (const id of [bad, good]) await world.join(id, raffle);
    await play(bad, 1, 990, { roundId: 'void' });
    await play(good, 1, 10);
    await world.runAt(hour(24));
    await play(bad, 1, 990, { roundId: 'void' }, -1);
    await play(good, 1, 500);
    await world.runAt(hour(26));
    const { takenBack, winners } = await proofOf(raffle);
    expect(takenBack).toBe('1 99\n');
    expect(winners.map(({ ticket }) => ticket)).toEqual([100]);
    // Nothing is taken back after the draw.
    await play(good, 1, 10, { roundId: 'later' }, -1);
    await world.runAt(hour(27));
    await world.claim(good, raffle);
    expect([await balance(good), await differences()]).toEqual([50n * UNIT, []]);
  });

  test('cannot be changed: not the rule, the seed, the list, nor the result', async () => {
    const { id: raffle } = await world.add();
    const changes = ['max_tickets = 7', 'draws_at = now()', "seed_hash = repeat('0', 64)", "prizes = '[]'"];
    for (const change of changes)
      await expect(sql`update raffle set ${sql.raw(change)} where id = ${raffle}`.execute(database.db)).rejects.toThrow('does not change');
    await world.runAt(hour(24));
    await expect(sql`update raffle set list_hash = repeat('0', 64) where id = ${raffle}`.execute(database.db)).rejects.toThrow(
      'closed list',
    );
    await world.runAt(hour(26));
    await expect(sql`update raffle set seed = repeat('0', 64) where id = ${raffle}`.execute(database.db)).rejects.toThrow('is drawn');
    const change = inTransaction(database.db, (tx) => world.desk.save(tx, raffle, draft(hour(0))));
    expect([await refusal(change), await refusal(world.cancel(raffle))]).toEqual(['raffle_decided', 'raffle_decided']);
  });

  test('never starts before its seed is public, and not after a cancellation', async () => {
    const id = await newMember();
    world.clock.advance(HOUR_MS);
    const { id: raffle, starts_at: start } = await world.add({ starts_at: hour(0) });
    expect(start).toEqual(hour(1));
    await play(id, 0.5, 100);
    await world.advance();
    expect((await world.join(id, raffle)).tickets).toBe(0);
    await world.cancel(raffle);
    expect((await raffleRow(raffle)).reserved).toBe('0');
    await world.runAt(hour(30));
    expect([(await raffleRow(raffle)).state, (await world.list(id)).raffles[0]?.status]).toEqual(['cancelled', 'cancelled']);
    expect([await refusal(world.join(await newMember(), raffle)), await differences()]).toEqual(['raffle_closed', []]);
  });
});

describe('a member is refused', () => {
  test('before the start, at the end, below the level, on a break, at a limit, and with the switch off', async () => {
    const id = await newMember();
    const { id: later } = await world.add({ starts_at: hour(2) });
    const { id: high } = await world.add({ min_level: 2 });
    const { id: open } = await world.add();
    expect(await refusal(world.join(id, later))).toBe('raffle_not_begun');
    expect(await refusal(world.join(id, high))).toBe('raffle_not_for_you');
    expect(await refusal(world.join(id, 'r-none'))).toBe('raffle_not_found');
    world.limited.add(id);
    expect([await refusal(world.join(id, open)), (await world.list(id)).paused]).toEqual(['raffle_paused', true]);
    world.limited.delete(id);
    world.resting.add(id);
    expect([await refusal(world.join(id, open)), (await world.list(id)).raffles]).toEqual(['time_out', []]);
    world.resting.delete(id);
    await world.join(id, open);
    expect(await refusal(world.join(id, open))).toBe('raffle_joined');
    expect(await refusal(world.claim(id, open))).toBe('raffle_nothing');
    world.clock.advance(24 * HOUR_MS);
    expect(await refusal(world.join(await newMember(), open))).toBe('raffle_closed');
    await sql`update merchant set settings = jsonb_set(settings, '{features,raffle}', 'false')`.execute(database.db);
    expect([(await world.list(id)).raffles, await refusal(proofOf(open))]).toEqual([[], 'raffle_not_found']);
  });

  test('after the time to claim, which a break extends', async () => {
    const id = await newMember();
    const { id: raffle } = await world.add({ prizes: [{ amount: (5n * UNIT).toString(), count: 1 }] });
    await world.join(id, raffle);
    await play(id, 1, 10);
    await world.runAt(hour(24));
    await world.runAt(hour(26));
    world.resting.add(id);
    expect(await refusal(world.claim(id, raffle))).toBe('time_out');
    await world.runAt(hour(26 + 24 * 5));
    world.resting.delete(id);
    expect(await world.centre.counts(database.db, id)).toMatchObject({ raffle: 1 });
    await world.runAt(hour(26 + 24 * 10));
    expect([await refusal(world.claim(id, raffle)), (await raffleRow(raffle)).reserved]).toEqual(['raffle_expired', '0']);
    expect([await balance(id), await differences()]).toEqual([0n, []]);
  });

  test('no prize: without funds it is paid as soon as they are there', async () => {
    ({ world, lastBefore } = await openRaffles(database.db));
    const id = await newMember();
    // More than the account of rewards has after all tests before.
    const { id: raffle } = await world.add({ prizes: [{ amount: (5_000_000n * UNIT).toString(), count: 1 }] });
    await world.join(id, raffle);
    await play(id, 1, 10);
    await world.runAt(hour(24));
    await world.runAt(hour(26));
    expect(await world.claim(id, raffle)).toMatchObject({ paid: 0n, waiting: 5_000_000n * UNIT });
    expect(await world.desk.unfunded(database.db)).toMatchObject({ count: 1 });
    expect([await refusal(world.claim(id, raffle)), await balance(id)]).toEqual(['raffle_claimed', 0n]);
    expect(await differences()).toEqual([]);
  });
});

describe('several nodes', () => {
  const nodes = () => [0, 1, 2].map(() => rafflesOn(database.db, world.clock));

  test('close and draw once, while tickets are given, and pay each prize once', async () => {
    const members = [await newMember(), await newMember(), await newMember()];
    const { id: raffle } = await world.add();
    for (const id of members) await world.join(id, raffle);
    for (const id of members) await play(id, 1, 30);
    const all = nodes();
    world.clock.advance(24 * HOUR_MS - 1);
    const granted = Promise.all(members.map((id, index) => refusal((all[index] as TestRaffles).grant(id, raffle, 1))));
    world.clock.advance(1);
    await Promise.all([...all.map((node) => node.advance()), granted]);
    for (const one of await granted) expect(['accepted', 'raffle_closed']).toContain(one);
    await world.advance();
    const sum = (await Promise.all(members.map((id) => tickets(id, raffle)))).reduce((a, b) => a + b, 0);
    expect((await raffleRow(raffle)).tickets).toBe(sum);
    world.clock.advance(2 * HOUR_MS);
    await play(members[0] as string, 1, 30, { roundId: 'race' }, -1);
    await Promise.all(all.map((node) => node.advance()));
    expect((await wins(raffle)).map(({ place }) => place)).toEqual([1, 2, 3]);
    expect((await proofOf(raffle)).winners.map(({ ticket, code }) => [ticket, code])).toEqual(await slowWinners(raffle));
    const claims = members.flatMap((id) => all.flatMap((node) => [refusal(node.claim(id, raffle)), refusal(node.centre.claim(id, 'all'))]));
    for (const one of await Promise.all(claims)) expect(['accepted', 'raffle_claimed', 'raffle_nothing', 'reward_nothing']).toContain(one);
    const paid = (await Promise.all(members.map((id) => balance(id)))).reduce<bigint>((a, b) => a + (b ?? 0n), 0n);
    expect([paid, await differences()]).toEqual([60n * UNIT, []]);
  });

  test('count play once while members join, and a member joins once', async () => {
    const { id: raffle } = await world.add();
    const members = [await newMember(), await newMember(), await newMember()];
    for (const id of members) for (let n = 0; n < 4; n += 1) await play(id, 0, 5);
    const all = nodes();
    const [one] = members as [string];
    const twice = Promise.all(all.map((node) => refusal(node.join(one, raffle))));
    await Promise.all([
      ...all.map((node) => node.advance()),
      ...members.slice(1).map((id, index) => (all[index] as TestRaffles).join(id, raffle)),
      twice,
    ]);
    expect((await twice).toSorted()).toEqual(['accepted', 'raffle_joined', 'raffle_joined']);
    await world.advance();
    for (const id of members) expect(await tickets(id, raffle)).toBe(2);
    expect(await differences()).toEqual([]);
  });

  test('lose and repeat nothing when one ends between facts and tickets, or in a draw', async () => {
    const id = await newMember();
    const { id: raffle } = await world.add();
    await world.join(id, raffle);
    await play(id, 1, 40);
    // As a process that is killed: the transaction of the facts never commits.
    await world.deps.facts.readHorizon(database.db, 'raffles');
    await expect(
      inTransaction(database.db, async (tx) => {
        await world.deps.facts.take(tx, 'raffles', 100);
        throw new Error('killed');
      }),
    ).rejects.toThrow('killed');
    await world.runAt(hour(2));
    expect(await tickets(id, raffle)).toBe(4);
    await world.runAt(hour(24));
    const dying = rafflesOn(database.db, world.clock);
    Object.assign(dying.deps.inbox, { post: () => Promise.reject(new Error('killed')) });
    world.clock.advance(2 * HOUR_MS);
    await expect(dying.advance()).rejects.toThrow('killed');
    expect([(await raffleRow(raffle)).seed, await wins(raffle)]).toEqual([null, []]);
    await world.advance();
    expect([(await wins(raffle)).length, await differences()]).toEqual([3, []]);
  });
});

test('the audit finds planted faults', async () => {
  const [id, other] = [await newMember(), await newMember()];
  const { id: raffle } = await world.add();
  for (const member of [id, other]) await world.join(member, raffle);
  for (const member of [id, other]) await play(member, 1, 100);
  await world.runAt(hour(2));
  const found = async (fault: ReturnType<typeof sql>) => {
    const run = database.db.transaction().execute(async (tx) => {
      await fault.execute(tx);
      throw Object.assign(new Error('undone'), { found: await verifyRaffles(tx) });
    });
    return run.catch(({ found }: { found: readonly string[] }) => found.filter((one) => !one.startsWith('transfer')).length);
  };
  const before = [
    sql`update raffle_entry set staked = staked + 100000 where member_id = ${id}`,
    sql`update raffle_entry set deposits = deposits + 1 where member_id = ${id}`,
    sql`update raffle_entry set tickets = tickets + 1 where member_id = ${id}`,
    sql`update raffle set reserved = reserved - 1 where id = ${raffle}`,
  ];
  for (const fault of before) expect(await found(fault)).toBeGreaterThan(0);
  await world.runAt(hour(24));
  await world.runAt(hour(26));
  for (const member of [id, other]) await refusal(world.claim(member, raffle));
  const after = [
    sql`update raffle_win set ticket = 1000 where place = 1 and raffle_id = ${raffle}`,
    sql`update raffle_win set member_id = case member_id when ${id} then ${other} else ${id} end where place = 1 and raffle_id = ${raffle}`,
    sql`update raffle_win set amount = amount + 1 where place = 2 and raffle_id = ${raffle}`,
    sql`update raffle_entry set code = 'ffff' where member_id = ${id}`,
    sql`delete from raffle_win where place = 3 and raffle_id = ${raffle}`,
    sql`update raffle set reserved = reserved - 1 where id = ${raffle}`,
  ];
  for (const [index, fault] of after.entries()) expect([index, (await found(fault)) > 0]).toEqual([index, true]);
  expect(await differences()).toEqual([]);
});

test('the terms are made from the rule, in each language with its numbers', async () => {
  const { id } = await world.add({ min_level: 3, max_tickets: 77, categories: ['RNG'] });
  const row = await raffleRow(id);
  for (const language of ['EN', 'CN', 'JA', 'TH', 'VI', 'ID']) {
    const text = (await world.desk.terms(database.db, row, language)).join('\n');
    for (const value of ['$10.00', '$20.00', '77', '3', '5', '2026-01-14 00:00', '2026-01-15 00:00', '2026-01-15 02:00', 'UTC'])
      expect(text).toContain(value);
    expect(text).not.toMatch(/raffle\.|promotions\.|\{\{/);
  }
});
