import { describe, expect, it } from 'vitest';
import { createFlights } from './flights.ts';

describe('a shared run', () => {
  it('is joined while it runs, and started again when it has ended', async () => {
    const flights = createFlights<number>(() => 0);
    let runs = 0;
    const start = async () => ++runs;
    expect(await Promise.all([flights.join('a', start), flights.join('a', start), flights.join('b', start)])).toEqual([1, 1, 2]);
    expect(await flights.join('a', start)).toBe(3);
  });

  it('that never ends holds its key for a time only', async () => {
    let time = 0;
    const flights = createFlights<string>(() => time, 1_000);
    void flights.join('a', () => new Promise(() => undefined));
    time = 1_000;
    expect(await flights.join('a', async () => 'answered')).toBe('answered');
  });
});
