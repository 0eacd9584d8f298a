import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createJobs } from './jobs.ts';

const EVERY_SECOND = '* * * * * *';

describe('jobs', () => {
  it('continue after a failure, which is logged, and have finished after a stop', async () => {
    const lines: string[] = [];
    let runs = 0;
    let finished = 0;
    let secondRun = () => {};
    const ranTwice = new Promise<void>((resolve) => {
      secondRun = resolve;
    });
    const run = async () => {
      runs += 1;
      if (runs === 1) throw new Error('first');
      secondRun();
      await new Promise((resolve) => setImmediate(resolve));
      finished += 1;
    };
    const jobs = createJobs([{ name: 'sweep', cronPattern: EVERY_SECOND, run }], {
      log: pino({ level: 'error' }, { write: (line: string) => void lines.push(line) }),
    });
    jobs.start();
    jobs.start();
    await ranTwice;
    await jobs.stop();
    expect([runs, finished, lines.length]).toEqual([2, 1, 1]);
    expect(JSON.parse(lines[0] ?? '{}')).toMatchObject({ job: 'sweep', err: { message: 'first' } });
  });

  it('that never end are abandoned, logged, run again, and do not block a stop', async () => {
    const lines: string[] = [];
    let runs = 0;
    let again = () => {};
    const ranAgain = new Promise<void>((resolve) => (again = resolve));
    const run = () => {
      runs += 1;
      if (runs > 1) again();
      return new Promise<void>(() => undefined);
    };
    const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
    const jobs = createJobs([{ name: 'sweep', cronPattern: EVERY_SECOND, run }], { log, limitMs: 5 });
    jobs.start();
    await ranAgain;
    await jobs.stop();
    expect(JSON.parse(lines[0] ?? '{}')).toMatchObject({ job: 'sweep', msg: 'job timed out and was abandoned' });
    expect(jobs.states()[0]?.failures).toBeGreaterThan(0);
  });

  it('run at once when called by name', async () => {
    let runs = 0;
    const run = async () => {
      runs += 1;
    };
    const jobs = createJobs([{ name: 'sweep', cronPattern: EVERY_SECOND, run }], { log: pino({ level: 'silent' }) });
    await jobs.run('sweep');
    expect(runs).toBe(1);
    await expect(jobs.run('nothing')).rejects.toThrow('There is no job nothing.');
  });
});
