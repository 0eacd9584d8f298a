import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCircuits, type UpstreamReport } from './circuits.ts';

const log = pino({ level: 'silent' });

describe('circuit breaker of an upstream family', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  function setUp(probe: () => Promise<boolean> = () => Promise.resolve(false)) {
    const reports: UpstreamReport[] = [];
    let probes = 0;
    const circuits = createCircuits({
      probe: () => {
        probes += 1;
        return probe();
      },
      onUpstream: (report) => reports.push(report),
      log,
    });
    const begin = (reads = true) => circuits.begin({ call: 'member.info', family: 'wps', reads, attempt: 1 });
    const fail = (times: number) => {
      for (let round = 0; round < times; round++) begin()?.('timeout');
    };
    return { circuits, reports, begin, fail, probes: () => probes };
  }

  it('opens after five consecutive failures, for that family only', () => {
    const { circuits, begin, fail, reports } = setUp();
    fail(4);
    begin()?.('refused');
    fail(4);
    expect(circuits.isOpen('wps')).toBe(false);
    fail(1);
    expect([circuits.isOpen('wps'), circuits.isOpen('lgw')]).toEqual([true, false]);
    expect(begin()).toBeUndefined();
    expect(reports.at(-1)).toEqual({ call: 'member.info', family: 'wps', outcome: 'breaker', milliseconds: 0, attempt: 1 });
    circuits.close();
  });

  it.each(['timeout', 'connect', 'broken', 'unreadable'] as const)('counts %s as a failure', (outcome) => {
    const { circuits, begin } = setUp();
    for (let round = 0; round < 5; round++) begin()?.(outcome);
    expect(circuits.isOpen('wps')).toBe(true);
    circuits.close();
  });

  it.each(['ok', 'refused', 'failed', 'malformed', 'gone'] as const)('ignores %s', (outcome) => {
    const { circuits, begin } = setUp();
    for (let round = 0; round < 50; round++) begin()?.(outcome);
    expect(circuits.isOpen('wps')).toBe(false);
  });

  it('closes after a successful probe and stops probing', async () => {
    let isBack = false;
    const { circuits, fail, probes } = setUp(() => Promise.resolve(isBack));
    fail(5);
    await vi.advanceTimersByTimeAsync(3_000);
    expect([circuits.isOpen('wps'), probes()]).toEqual([true, 3]);
    isBack = true;
    await vi.advanceTimersByTimeAsync(1_000);
    expect([circuits.isOpen('wps'), probes()]).toEqual([false, 4]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(probes()).toBe(4);
  });

  it('runs one probe at a time and survives a failing one', async () => {
    let answer: (isBack: boolean) => void = () => undefined;
    let running = 0;
    const { circuits, fail, probes } = setUp(() => {
      if (++running === 1) return Promise.reject(new Error('refused'));
      return new Promise((resolve) => {
        answer = resolve;
      });
    });
    fail(5);
    await vi.advanceTimersByTimeAsync(9_000);
    expect(probes()).toBe(2);
    answer(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(circuits.isOpen('wps')).toBe(false);
  });

  it('allows one reading call after ten seconds, and never a changing one', () => {
    const { circuits, begin, fail } = setUp(() => new Promise(() => undefined));
    fail(5);
    vi.advanceTimersByTime(9_999);
    expect(begin()).toBeUndefined();
    circuits.close();
    vi.advanceTimersByTime(1);
    // The pending probe above holds the only trial slot.
    expect(begin()).toBeUndefined();

    const other = setUp();
    other.fail(5);
    other.circuits.close();
    vi.advanceTimersByTime(10_000);
    expect(other.begin(false)).toBeUndefined();
    const trial = other.begin();
    expect([trial, other.begin()]).toEqual([expect.any(Function), undefined]);
    trial?.('timeout');
    expect(other.begin()).toBeUndefined();
    vi.advanceTimersByTime(10_000);
    other.begin()?.('ok');
    expect(other.circuits.isOpen('wps')).toBe(false);
  });

  it('counts the outcome of an attempt once', () => {
    const { begin, reports } = setUp();
    const end = begin();
    end?.('gone');
    end?.('broken');
    expect(reports.map(({ outcome }) => outcome)).toEqual(['gone']);
  });
});
