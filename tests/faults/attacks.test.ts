import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { listenLocally, localUrl } from '../../server/net/test-server.ts';
import { createWorkQueue } from '../../server/platform/base/work-queue.ts';
import { sessionKeys } from '../../shared/api/session/calls.ts';
import { type Load, startLoad } from '../kit/constant-load.ts';
import { type Flood, floodLogins } from '../kit/login-flood.ts';
import { type Service, startService } from '../kit/service.ts';
import { sendSlowly } from '../kit/slow-clients.ts';

const REQUEST_SECONDS = 3;
const SLOW = { silent: 20, headers: 200, bodies: 100 };
const FLOOD = { loops: 40, seconds: 3 };
/** Generous for two parallel password hashes and twenty queued ones; a hundred in parallel would need two gigabytes. */
const MAX_MEMORY_RISE_MB = 200;
const HASH_MS = 40;
/** Loads pages as visitors during an attack. */
const VISITS = 10;
const [WRONG, TOO_MANY, BUSY] = ['200 wrong_credentials', '429 too_many_requests', '503 server_busy'];
/** A machine too busy to meet the deadline of a call. */
const LATE = ['504 upstream_timeout', '503 upstream_unavailable'];

/** The figures are printed but not checked, because they depend on the speed of the machine. */
describe('a service under attack', () => {
  let service: Service;
  let visitors: Load;
  let careless: Server;
  beforeAll(async () => {
    service = await startService({ env: { REQUEST_SECONDS: String(REQUEST_SECONDS), TRUST_PROXY: 'loopback', LOG_LEVEL: 'error' } });
    careless = await startCareless(await fetch(`${service.url}${sessionKeys.path}`).then((answer) => answer.text()));
  });
  afterAll(async () => {
    careless.closeAllConnections();
    careless.close();
    await service.stop();
  });
  const visit = () => {
    visitors = startLoad(`${service.url}/index`);
  };
  afterEach(async () => void (await visitors.stop()));
  const allWereServed = async (what: string) => {
    const { answered, failed, p99 } = await visitors.stop();
    console.log(`${what}: ${answered} pages, p99 ${p99} ms`);
    expect(failed).toEqual([]);
    expect(answered).toBeGreaterThan(VISITS);
  };

  it('by slow clients closes their connections and serves its visitors; without deadlines they stay open', async () => {
    visit();
    const [slow, unprotected] = await Promise.all([sendSlowly(service.url, SLOW), sendSlowly(urlOf(careless), SLOW)]);
    const all = SLOW.silent + SLOW.headers + SLOW.bodies;
    expect(slow.open()).toBeGreaterThan(0);
    await expect.poll(slow.open, { timeout: 120_000 }).toBe(0);
    expect(unprotected.open()).toBe(all);
    unprotected.leave();
    expect(new Set(slow.answers)).toEqual(new Set(['HTTP/1.1 408 Request Timeout']));
    await expect.poll(visitors.count).toBeGreaterThan(VISITS);
    await allWereServed('slow clients');
  });

  it('by sign-ins from one address rejects them without a call to the platform', async () => {
    visit();
    const enough = ({ answers, turnedAway }: Flood) => visitors.count() > VISITS && turnedAway.all > (answers.get(WRONG) ?? 0);
    const { answers, turnedAway } = await floodLogins({ url: service.url, ...FLOOD, enough });
    await allWereServed(`sign-ins from one address, ${formatAnswers(answers)}`);
    expect([...answers.keys()].filter((answer) => ![WRONG, TOO_MANY, ...LATE].includes(answer))).toEqual([]);
    expect(turnedAway.all).toBeGreaterThan(answers.get(WRONG) ?? 0);
    expect(turnedAway.withRetryAfter).toBe(turnedAway.all);
  });

  it('by sign-ins from many addresses hashes a few at a time and answers the others with a retry time', async () => {
    visit();
    const before = memoryOf(service);
    const enough = ({ turnedAway }: Flood) => visitors.count() > VISITS && turnedAway.all > 0;
    const flood = await floodLogins({ url: service.url, ...FLOOD, enough, manyAddresses: true });
    const rise = memoryOf(service) - before;
    await allWereServed(`sign-ins from everywhere, ${formatAnswers(flood.answers)}, memory ${rise} MB more`);
    expect(isBounded(flood)).toBe(true);
    expect(rise).toBeLessThan(MAX_MEMORY_RISE_MB);
    // A control: with an unlimited queue no request is rejected.
    expect(isBounded(await floodLogins({ url: urlOf(careless), loops: FLOOD.loops, seconds: 1, manyAddresses: true }))).toBe(false);
  });

  it('keeps a balanced ledger', async () => {
    expect((await fetch(`${service.adminUrl}/audit`).then((answer) => answer.json())).ok).toBe(true);
  });
});

function isBounded({ answers, turnedAway }: Flood): boolean {
  const isCoded = [...answers.keys()].every((answer) => [WRONG, TOO_MANY, BUSY, ...LATE].includes(answer));
  return isCoded && turnedAway.all > 0 && turnedAway.withRetryAfter === turnedAway.all;
}

/** Planted weaknesses that the checks must detect: no deadlines, and an unlimited queue. */
async function startCareless(keys: string): Promise<Server> {
  const inTurn = createWorkQueue({ running: 2, waiting: Number.POSITIVE_INFINITY });
  const app: RequestListener = (request, response) => {
    response.setHeader('Content-Type', 'application/json');
    if (request.method === 'GET') return void response.end(keys);
    request.resume().once('end', async () => {
      await inTurn(() => sleep(HASH_MS));
      response.end('{"success":false,"code":"wrong_credentials"}');
    });
  };
  const server = createServer({ headersTimeout: 0, requestTimeout: 0 }, app);
  await listenLocally(server);
  return server;
}

const urlOf = (server: Server) => localUrl(server);

/** Of the whole process, including the platform's thread and the hashing. */
function memoryOf({ process: { pid } }: Service): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}

const formatAnswers = (answers: Flood['answers']) => [...answers].map(([answer, times]) => `${times} × ${answer}`).join(', ');
