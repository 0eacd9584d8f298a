import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testFolder } from '../../server/platform/base/db/test-folder.ts';
import { sampleOf } from '../../server/portal/testing/sample-of.ts';
import { json, startTinyUpstream, type TinyUpstream } from '../../server/portal/testing/tiny-upstream.ts';
import { memberInfo } from '../../shared/api/accounts/contract.ts';
import { favouriteIds, favouriteSet } from '../../shared/api/games/calls.ts';
import { listeningPorts } from '../kit/listening-ports.ts';
import { answerTo, createPlatformLine, type PlatformLine } from '../kit/platform-line.ts';
import { freePort, killRunning, type Service, startService, track } from '../kit/service.ts';

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** Runs the built product until it exits by itself. */
async function runToEnd(env: Record<string, string>): Promise<Ended> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lagoon-end-'));
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0', ADMIN_PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...env },
  });
  track(child);
  const printed: string[] = [];
  child.stdout.on('data', (chunk: Buffer) => printed.push(chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => printed.push(chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  rmSync(dataDir, { recursive: true, force: true });
  return { code, output: printed.join('') };
}

afterAll(killRunning);

describe('a start with invalid settings', () => {
  it.each([
    ['a bad value', { PORT: 'abc' }, 'PORT'],
    ['a missing upstream', { UPSTREAM_WPS_URL: 'http://127.0.0.1:9', UPSTREAM_LGW_URL: 'http://127.0.0.1:9' }, 'UPSTREAM_LOTTO_URL'],
    ['a short secret', { SESSION_SECRET: 'short' }, 'SESSION_SECRET'],
    ['an address of another machine', { HOST: '192.0.2.1' }, 'HOST'],
    ['an unknown host', { HOST: 'no-such-host.invalid' }, 'HOST'],
    ['an invalid proxy address', { TRUST_PROXY: 'abc' }, 'TRUST_PROXY'],
    ['a database that does not answer', { DATABASE_URL: 'postgres://user:canary@127.0.0.1:1/books' }, 'DATABASE_URL'],
  ])('with %s ends with one clear line', async (_name, env, variable) => {
    const { code, output } = await runToEnd(env as Record<string, string>);
    expect(code).toBe(1);
    expect(output.trim().split('\n')).toEqual([expect.stringMatching(new RegExp(`^Cannot start: ${variable} is `))]);
    expect(output).not.toContain('canary');
  });

  it('with a port in use names the setting', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { code, output } = await runToEnd({ PORT: String((server.address() as AddressInfo).port) });
    server.close();
    expect([code, output]).toEqual([1, expect.stringMatching(/^Cannot start: PORT is /)]);
  });
});

describe('the embedded product', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
  });

  it('prints its address and the demo accounts', () => {
    expect(service.output()).toContain(`http://localhost:${new URL(service.url).port}`);
    for (const role of ['member', 'trial', 'agent']) expect(service.output()).toMatch(new RegExp(`Demo ${role} +\\S+ / \\S+`));
  });

  it('serves pages, calls, the studio and the admin pages', async () => {
    const page = await fetch(`${service.url}/index`);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const menus = await fetch(`${service.url}/lgw/games/game_menus`).then((answer) => answer.json());
    expect(menus.value.gameMenus.length).toBeGreaterThan(0);
    expect((await fetch(`${service.url}${menus.value.gameMenus[0].vendors[0].smallIcon}`)).status).toBe(200);
    const metrics = await fetch(`${service.adminUrl}/metrics`).then((answer) => answer.text());
    expect(metrics).toContain('portal_request_seconds_count{route="/index",method="GET",status="200",refusal="none"} 1');
    const audit = await fetch(`${service.adminUrl}/audit`).then((answer) => answer.json());
    expect(audit).toMatchObject({ ok: true, differences: [], flagged: [] });
    expect(await fetch(`${service.adminUrl}/outbox`).then((answer) => answer.json())).toEqual({ messages: [] });
  });

  it('serves internal pages on the admin port only', async () => {
    for (const path of ['/metrics', '/readyz', '/audit', '/internal/audit', '/seamless/studio/balance', '/wps/../internal/audit']) {
      expect((await fetch(`${service.url}${path}`)).status).toBeGreaterThanOrEqual(400);
    }
  });

  it('accepts only its own portals on its internal ports', async () => {
    const own = [service.url, service.adminUrl].map((url) => Number(new URL(url).port));
    const inner = listeningPorts(service.process.pid ?? 0).filter((port) => !own.includes(port));
    const statuses = [];
    for (const port of inner)
      for (const path of ['/internal/outbox', '/internal/audit', '/wps/system/status', '/studio/verify', '/paysim/pay', '/'])
        for (const headers of [{}, { 'x-platform-key': 'a guess', 'x-client-address': '203.0.113.9' }])
          statuses.push((await fetch(`http://127.0.0.1:${port}${path}`, { headers })).status);
    expect(new Set(statuses)).toEqual(new Set([403]));
    // Platform, studio and simulator.
    expect(inner.length).toBeGreaterThanOrEqual(3);
  });

  it('does not share its data folder with a second process', async () => {
    const { code, output } = await runToEnd({ DATA_DIR: service.dataDir });
    expect([code, output]).toEqual([1, expect.stringContaining('is in use by process')]);
  });

  it('shuts down cleanly with an open event stream', async () => {
    const [, account = '', password = ''] = /Demo member +(\S+) \/ (\S+)/.exec(service.output()) ?? [];
    const login = await fetch(`${service.url}/form/session.login`, {
      method: 'POST',
      body: new URLSearchParams({ username: account, password, back: '/index' }),
      redirect: 'manual',
    });
    expect(login.status).toBe(303);
    const cookie = (login.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const events = await fetch(`${service.url}/wps/relay/MCSFE_eventStream`, { headers: { cookie } });
    expect(events.status).toBe(200);
    const reader = (events.body as ReadableStream<Uint8Array>).getReader();
    const decoder = new TextDecoder();
    let text = '';
    while (!text.includes('"type":"balance"')) text += decoder.decode((await reader.read()).value, { stream: true });
    const ended = service.stop();
    while (!(await reader.read()).done);
    expect(await ended).toBe(0);
  });
});

describe('a stop while requests are running', () => {
  let upstream: TinyUpstream;
  let service: Service;
  beforeAll(async () => {
    upstream = await startTinyUpstream();
    service = await startService({
      env: { UPSTREAM_WPS_URL: upstream.url, UPSTREAM_LGW_URL: upstream.url, UPSTREAM_LOTTO_URL: upstream.url },
    });
  });
  afterAll(() => upstream.stop());

  it('completes them, accepts no new ones, and exits with 0', async () => {
    const held: ServerResponse[] = [];
    upstream.on('member.info', (_request, response) => void held.push(response));
    const running = fetch(`${service.url}/wps/member/info`, { headers: { authorization: 'Bearer t' } });
    await expect.poll(() => held.length).toBe(1);
    const ended = service.stop();
    const knock = () =>
      fetch(`${service.url}/robots.txt`).then(
        () => 'open',
        () => 'closed',
      );
    await expect.poll(knock).toBe('closed');
    const whole = { success: true, value: sampleOf(memberInfo) };
    json(held[0] as ServerResponse, 200, whole);
    const answer = await running;
    expect([answer.status, await answer.json(), answer.headers.get('connection')]).toEqual([200, whole, 'close']);
    expect(await ended).toBe(0);
  });
});

describe('a separate platform that is replaced', () => {
  const key = 'a-key-that-only-portals-know-of-40-signs';
  const gameId = 'NOVA_COMET_DICE';
  /** Outlives its service: the next one starts with it. */
  const dataDir = testFolder();
  let service: Service;
  let port: number;
  let line: PlatformLine;
  beforeAll(async () => {
    port = await freePort();
    line = createPlatformLine({ port, key, merchant: 'lagoon' });
    service = await open();
  });
  afterAll(async () => {
    await service.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const open = () =>
    startService({
      dataDir,
      env: { ROLE: 'platform', PLATFORM_HOST: '127.0.0.1', PLATFORM_PORT: String(port), PLATFORM_KEY: key, DRAIN_SECONDS: '5' },
    });

  it('completes and acknowledges the running request at a stop, and has its result after the restart', async () => {
    const member = await line.signIn('demo01');
    const body = JSON.stringify({ gameId, favourite: true });
    const slow = line.beginPost(favouriteSet.path, body, member);
    const answered = answerTo(slow);
    slow.write(body.slice(0, 5));
    await new Promise((resolve) => slow.once('socket', (socket) => socket.once('connect', resolve)));

    const ended = service.stop();
    const stranger = createPlatformLine({ port, key: 'x', merchant: 'lagoon' });
    // The load balancer is notified first; then no new connections are accepted.
    const knock = () =>
      answerTo(stranger.begin('GET', '/').end()).then(
        ({ status }) => status,
        () => 'closed',
      );
    await expect.poll(knock, { interval: 20 }).toBe(503);
    await expect.poll(knock).toBe('closed');
    slow.end(body.slice(5));
    const { status, body: responseBody, connection } = await answered;
    expect([status, JSON.parse(responseBody), connection]).toEqual([200, { success: true, value: { gameId, favourite: true } }, 'close']);
    expect(await ended).toBe(0);

    service = await open();
    const stored = await answerTo(line.begin('GET', favouriteIds.path, member).end());
    expect(stored.body).toContain(gameId);
  });
});
