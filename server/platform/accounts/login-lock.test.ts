import { describe, expect, it } from 'vitest';
import { createLanes } from './login-lock.ts';

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('lanes', () => {
  it('run one at a time per name, in order, and names beside each other', async () => {
    const inLane = createLanes();
    const log: string[] = [];
    const work = (label: string) => async () => {
      log.push(`${label} in`);
      await turn();
      log.push(`${label} out`);
      return label;
    };
    const results = await Promise.all([inLane('a', work('a1')), inLane('a', work('a2')), inLane('b', work('b1'))]);
    expect(results).toEqual(['a1', 'a2', 'b1']);
    expect(log.filter((line) => line.startsWith('a'))).toEqual(['a1 in', 'a1 out', 'a2 in', 'a2 out']);
    expect(log.indexOf('b1 in')).toBeLessThan(log.indexOf('a1 out'));
  });

  it('go on after a failure and turn away who would be one too many', async () => {
    const inLane = createLanes();
    const failing = inLane('a', () => Promise.reject(new Error('first')));
    const waiting = Array.from({ length: 10 }, () => inLane('a', turn));
    const results = await Promise.allSettled([failing, ...waiting]);
    expect(results.map((result) => result.status)).toEqual(['rejected', ...Array.from({ length: 9 }, () => 'fulfilled'), 'rejected']);
    expect((results[10] as PromiseRejectedResult).reason).toMatchObject({ code: 'server_busy' });
    await expect(inLane('a', async () => 'open again')).resolves.toBe('open again');
  });
});
