import { describe, expect, it } from 'vitest';
import { compare, createJournal, type Entry } from './soak/journal.ts';
import { trendOf } from './soak/memory.ts';
import { ENDS_A_PROCESS, FAULT_KINDS, planFaults } from './soak/plan.ts';
import { createWitness } from './soak/witness.ts';

const ROUND: Entry = { action: 'round', id: 'r1', units: [10_000n, 0n] };
const DEPOSIT: Entry = { action: 'deposit', id: 'd1', units: [200_000n] };

describe('the checker of acknowledgements', () => {
  it('passes when each is in the ledger once, with any additional entries', () => {
    const journal = createJournal();
    for (const entry of [ROUND, DEPOSIT, DEPOSIT]) journal.acknowledge(entry);
    expect(compare(journal.entries, [DEPOSIT, { ...DEPOSIT, id: 'd2' }, ROUND])).toEqual([]);
  });

  it.each([
    ['lost', [DEPOSIT]],
    ['doubled', [ROUND, ROUND, DEPOSIT]],
    ['changed', [{ ...ROUND, units: [10_000n, 20_000n] }, DEPOSIT]],
  ])('finds one that was %s', (what, booked) => {
    expect(compare([ROUND, DEPOSIT], booked)).toEqual([expect.stringContaining(`${what}: round r1`)]);
  });
});

describe('the plan of faults', () => {
  const GRACE = 15_000;
  it('is the same for the same seed, never two at once, and has every kind within half an hour', () => {
    const plan = planFaults(7, 30 * 60_000, GRACE);
    expect(planFaults(7, 30 * 60_000, GRACE)).toEqual(plan);
    expect(planFaults(8, 30 * 60_000, GRACE)).not.toEqual(plan);
    expect(new Set(plan.map(({ kind }) => kind))).toEqual(new Set(FAULT_KINDS));
    for (const [index, { at, lasts }] of plan.entries())
      expect(plan[index + 1]?.at ?? Number.POSITIVE_INFINITY).toBeGreaterThan(at + lasts + GRACE);
  });

  it('restarts no process near the end, so that the trend of memory is visible', () => {
    const late = planFaults(7, 30 * 60_000, GRACE).filter(({ at }) => at > 20 * 60_000);
    expect(late.length).toBeGreaterThan(3);
    expect(late.filter(({ kind }) => ENDS_A_PROCESS.includes(kind))).toEqual([]);
  });
});

describe('the witness', () => {
  let time = 0;
  const make = () => createWitness({ graceMs: 10, deadlineMs: 60_000, now: () => time });
  const answering = (status: number, body: string, type = 'application/json') =>
    (async () => new Response(body, { status, headers: { 'content-type': type } })) as unknown as typeof fetch;
  const URL = 'http://portal.example/wps/x';

  it('reports a failure as a problem, except during a fault and its grace period', async () => {
    const witness = make();
    const request = witness.watch(answering(503, '{"code":"upstream_unavailable"}'));
    const over = witness.broken();
    await request(URL);
    over();
    await request(URL);
    expect([witness.problems, witness.counts.excused]).toEqual([[], 2]);
    time += 11;
    await request(URL);
    expect(witness.problems).toEqual([expect.stringContaining('GET /wps/x: 503 upstream_unavailable')]);
  });

  it('reports a refusal without a code as a problem at any time, and a stack trace', async () => {
    const witness = make();
    witness.broken();
    await witness.watch(answering(400, 'Bad Request', 'text/plain'))(URL);
    await witness.watch(answering(500, '<pre>Error\n    at run (/srv/app.js:1:1)</pre>', 'text/html'))(URL);
    await witness.watch(answering(409, '{"error":"round_pending"}'))(URL);
    expect(witness.problems).toHaveLength(2);
  });
});

describe('the trend of memory', () => {
  const life = (of: (index: number) => number) => Array.from({ length: 60 }, (_, at) => ({ at, megabytes: of(at) }));
  it('distinguishes growth from fluctuation and warm-up', () => {
    expect(trendOf(life((at) => 150 + (at % 7) * 8))?.grows).toBe(false);
    expect(trendOf(life((at) => Math.min(200, 100 + at * 10)))?.grows).toBe(false);
    expect(trendOf(life((at) => 150 + at * 6))?.grows).toBe(true);
    expect(trendOf(life(() => 150).slice(0, 8))).toBeUndefined();
  });
});
