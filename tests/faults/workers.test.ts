import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTinyUpstream, type TinyUpstream } from '../../server/portal/testing/tiny-upstream.ts';
import { requestStatus, startLoad } from '../kit/constant-load.ts';
import { killRunning, type Service, startService } from '../kit/service.ts';

/** Password resets allowed per address. */
const RESETS_AN_HOUR = 10;

afterAll(killRunning);

describe('a service of several workers', () => {
  let upstream: TinyUpstream;
  let service: Service;
  beforeAll(async () => {
    upstream = await startTinyUpstream();
    const urls = { UPSTREAM_WPS_URL: upstream.url, UPSTREAM_LGW_URL: upstream.url, UPSTREAM_LOTTO_URL: upstream.url };
    service = await startService({ env: { ...urls, WORKERS: '2', LOG_LEVEL: 'info', DRAIN_SECONDS: '5' } });
  });
  afterAll(async () => {
    if (service.process.exitCode === null) await service.stop();
    await upstream.stop();
  });
  const workers = () => childrenOf(service.process.pid ?? 0);
  const replaced = (before: readonly number[]) =>
    expect.poll(() => workers().length === 2 && before.every((pid) => !workers().includes(pid)), { timeout: 60_000 }).toBe(true);
  const ready = () => expect.poll(() => fetch(`${service.adminUrl}/readyz`).then(({ ok }) => ok), { timeout: 60_000 }).toBe(true);

  it('counts a visitor once, on any worker', async () => {
    const answers = [];
    // A new connection each time, so that the workers alternate.
    for (let turn = 0; turn < RESETS_AN_HOUR + 4; turn++)
      answers.push(await requestStatus({ url: `${service.url}/wps/member/password/email`, method: 'POST' }));
    expect(answers.filter((status) => status === 429)).toHaveLength(4);
    const metrics = await fetch(`${service.adminUrl}/metrics`).then((answer) => answer.text());
    expect(metrics).toMatch(/^portal_workers 2$/m);
    const counted = [
      ...metrics.matchAll(/^portal_request_seconds_count\{route="[^"]+",method="POST",status="\d+",refusal="\w+"\} (\d+)$/gm),
    ];
    expect(counted.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(answers.length);
  });

  it('replaces all workers under load without losing a request', async () => {
    const before = workers();
    const load = startLoad(`${service.url}/robots.txt`);
    service.process.kill('SIGHUP');
    await replaced(before);
    await expect.poll(() => service.output()).toContain('rolling restart of workers completed');
    await expect.poll(load.count).toBeGreaterThan(100);
    expect((await load.stop()).failed).toEqual([]);
  });

  it('replaces a killed worker; the load detects the kill', async () => {
    const before = workers();
    // Without a pause each client has a running request when the workers are killed.
    const load = startLoad(`${service.url}/robots.txt`, {}, { clients: 8, pauseMs: 0 });
    await expect.poll(load.count).toBeGreaterThan(50);
    for (const pid of before) process.kill(pid, 'SIGKILL');
    await replaced(before);
    await ready();
    const { failed } = await load.stop();
    expect(failed.length).toBeGreaterThan(0);
  });

  it('reports the stop while it still serves, and exits with 0', async () => {
    const load = startLoad(`${service.url}/robots.txt`);
    const ended = service.stop();
    const readyz = async () => {
      const answer = await fetch(`${service.adminUrl}/readyz`);
      return [answer.status, (await answer.json()).missing];
    };
    // The signal takes some time to arrive.
    await expect.poll(readyz, { interval: 20 }).toEqual([503, ['the service is shutting down']]);
    expect(await requestStatus({ url: `${service.url}/robots.txt` })).toBe(200);
    const { failed } = await load.stop();
    expect(failed).toEqual([]);
    expect(await ended).toBe(0);
  });
});

it('a service whose workers crash repeatedly exits with a message', async () => {
  const upstream = await startTinyUpstream();
  const urls = { UPSTREAM_WPS_URL: upstream.url, UPSTREAM_LGW_URL: upstream.url, UPSTREAM_LOTTO_URL: upstream.url };
  const service = await startService({ env: { ...urls, WORKERS: '2', LOG_LEVEL: 'silent' } });
  const ended = new Promise<number | null>((resolve) => service.process.once('exit', resolve));
  const killing = setInterval(() => {
    for (const pid of childrenOf(service.process.pid ?? 0)) kill(pid);
  }, 20);
  const code = await ended;
  clearInterval(killing);
  await upstream.stop();
  expect([code, service.output()]).toEqual([1, expect.stringContaining('The service ends: workers end repeatedly')]);
});

/** It may have exited since the lookup. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}
