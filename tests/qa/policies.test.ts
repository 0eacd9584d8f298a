import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gameOf, openStudioWorld } from '../../server/games/test-studio.ts';
import { securityHeaders } from '../../server/portal/edge/security-headers.ts';
import type { QaAgent } from '../kit/agent.ts';
import { policyHoles } from '../kit/policy-holes.ts';
import { openPortal, type QaPortal } from '../kit/portal.ts';

const GAME = 'NOVA_COMET_DICE';
/** One page of each kind; the policy depends on the path and on the hosts that the page needs. */
const PAGES = ['/index', '/login', '/register', '/rng', '/live', '/sports', '/help', '/promotions'];
const MEMBER_PAGES = ['/member/profile', '/member/depositv2', '/member/personalHistoryCopy', `/game?gameId=${GAME}`, '/routes'];
const MISTAKES = /nowhere|%2e|paysim|\.csv/;

describe('the policy of every kind of page', () => {
  let portal: QaPortal;
  let member: QaAgent;
  beforeAll(async () => {
    portal = await openPortal({ games: true, payments: true });
    member = await portal.as.member();
  });
  afterAll(() => portal.close());

  async function policiesOf(agent: QaAgent, paths: readonly string[]): Promise<Record<string, readonly string[]>> {
    const found: Record<string, readonly string[]> = {};
    for (const path of paths) {
      const { status, headers } = await agent.get(path);
      found[path] = status === 200 || MISTAKES.test(path) ? policyHoles(headers['content-security-policy']) : [`status ${status}`];
    }
    return found;
  }
  const none = (found: Record<string, unknown>) => Object.fromEntries(Object.keys(found).map((path) => [path, []]));

  it('of visitors and members has no hole', async () => {
    const [outside, inside] = [await policiesOf(portal.as.visitor(), PAGES), await policiesOf(member, MEMBER_PAGES)];
    expect([outside, inside]).toEqual([none(outside), none(inside)]);
  });

  it('of files, error pages, payment pages and calls has no gaps', async () => {
    const files = ['/member/personalHistoryCopy/record.csv', '/site.webmanifest', '/paysim/pay'];
    const found = await policiesOf(member, [...files, '/nowhere', '/studio/nowhere', '/%2e%2e/x', '/wps/system/status']);
    expect(found).toEqual(none(found));
  });

  it('of a game in its frame and of the verifier has no gaps', async () => {
    const clientDir = mkdtempSync(join(tmpdir(), 'policies-'));
    mkdirSync(join(clientDir, '.vite'));
    const page = { file: 'assets/page.js' };
    const manifest = { 'client/games/slot-page.ts': page, 'client/games/verify-page.ts': page };
    writeFileSync(join(clientDir, '.vite/manifest.json'), JSON.stringify(manifest));
    const world = await openStudioWorld();
    const studio = await world.start({ clientDir });
    for (const path of [`/studio/play/${gameOf('gems').gameId}`, '/studio/verify/r-unknown']) {
      const { headers } = await fetch(studio.url + path);
      expect([path, policyHoles(headers.get('content-security-policy'))]).toEqual([path, []]);
    }
    await world.close();
    rmSync(clientDir, { recursive: true });
  });

  it('of the console has no gaps', async () => {
    for (const path of ['/console', '/console/sign-in', '/console/nowhere', '/outbox', '/readyz', '/nowhere']) {
      const { headers } = await supertest(portal.admin as RequestListener)
        .get(path)
        .set({ Host: 'localhost', Accept: 'text/html' });
      expect([path, policyHoles(headers['content-security-policy'])]).toEqual([path, []]);
    }
  });

  it('has no gaps with every setting of a merchant switched on', async () => {
    const headers = securityHeaders(true, ['turnstile', 'hcaptcha', 'recaptcha']);
    headers.allow({ frames: ['https://games.example'], images: ['https://images.example'], hasAnalytics: true });
    const app = express().use(headers.handle, (_request, response) => void response.end());
    const policy = String((await supertest(app).get('/index')).headers['content-security-policy']);
    expect(policyHoles(headers.withNonce('c2l4dGVlbi1ieXRlcy1oZXJl', policy))).toEqual([]);
  });
});

// Controls: the policies above without one of their safeguards.
it.each([
  ['no policy at all', undefined],
  ['inline script', "default-src 'none'; script-src 'self' 'unsafe-inline'; base-uri 'none'"],
  ['script from anywhere', "default-src 'none'; script-src https:; base-uri 'none'"],
  ['plugins', "script-src 'self'; base-uri 'none'"],
  ['a host with a known way around', "default-src 'none'; script-src 'self' https://www.google.com; base-uri 'none'"],
])('%s is a hole', (_what, policy) => {
  expect(policyHoles(policy)).not.toEqual([]);
});
