import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestPortal, type TestPortal } from '../testing/start-portal.ts';

/** A Redis server of this test, which it may stop; the test is skipped on a machine without one. */
const HAS_REDIS = spawnSync('redis-server', ['--version']).status === 0;
if (!HAS_REDIS) process.stdout.write('No redis-server on this machine: the test of a Redis outage is skipped.\n');

let portal: TestPortal | undefined;
let redis: ChildProcess | undefined;
afterAll(async () => {
  await portal?.close();
  redis?.kill('SIGKILL');
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}
const startRedis = (port: number) =>
  spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], { stdio: 'ignore' });

describe.skipIf(!HAS_REDIS)('a Redis that stops and restarts', () => {
  it('closes the sign-in and leaves reading open until it is back', async () => {
    const port = await freePort();
    redis = startRedis(port);
    portal = await startTestPortal({ redisUrl: `redis://127.0.0.1:${port}` });
    const { url, portal: under } = portal;
    const degraded = async () => (await under.readiness()).degraded.some((text) => text.startsWith('Redis'));
    const until = async (wanted: boolean) => {
      while ((await degraded()) !== wanted) await pause(50);
    };
    const signIn = async () => {
      const answer = await fetch(`${url}/wps/session/login`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{"payload":"x"}',
      });
      return ((await answer.json()) as { code?: string }).code;
    };
    const read = async () => (await fetch(`${url}/wps/system/status`)).status;
    await until(false);
    expect(await signIn()).not.toBe('server_busy');
    redis.kill('SIGKILL');
    await until(true);
    expect([await signIn(), await read()]).toEqual(['server_busy', 200]);
    redis = startRedis(port);
    await until(false);
    expect([(await signIn()) === 'server_busy', await read()]).toEqual([false, 200]);
  });
});
