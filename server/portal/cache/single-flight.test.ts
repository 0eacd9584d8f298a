import { describe, expect, it } from 'vitest';
import { createSingleFlight } from './single-flight.ts';

describe('single flight', () => {
  it('is joined while it runs, and started again after its end', async () => {
    const flights = createSingleFlight<number>(() => 0);
    let runs = 0;
    const start = async () => ++runs;
    expect(await Promise.all([flights.join('a', start), flights.join('a', start), flights.join('b', start)])).toEqual([1, 1, 2]);
    expect(await flights.join('a', start)).toBe(3);
  });

  it('that never ends blocks its key for a limited time', async () => {
    let time = 0;
    const flights = createSingleFlight<string>(() => time, 1_000);
    void flights.join('a', () => new Promise(() => undefined));
    time = 1_000;
    expect(await flights.join('a', async () => 'answered')).toBe('answered');
  });
});
