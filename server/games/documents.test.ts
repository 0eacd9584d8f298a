import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { GamePageContext, VerifyPageContext } from '../../shared/games/page-context.ts';
import { type EngineBet, STUDIO_API } from '../../shared/games/protocol.ts';
import { printedRules } from '../../shared/games/rules.ts';
import earlierRounds from '../../shared/games/slot/earlier-rounds.json' with { type: 'json' };
import { gameOf, newKey, openStudioWorld, type Running, type StudioWorld } from './test-studio.ts';

const clientDir = mkdtempSync(join(tmpdir(), 'studio-client-'));
let world: StudioWorld;
let studio: Running;

beforeAll(async () => {
  const page = { file: 'assets/page-1.js', css: ['assets/page-1.css'], imports: ['_shared.js'] };
  const entries = ['slot', 'dice', 'keno', 'roulette', 'fish', 'duel', 'digits', 'baccarat', 'verify'].map((name) => [
    `client/games/${name}-page.ts`,
    page,
  ]);
  const manifest = { ...Object.fromEntries(entries), '_shared.js': { file: 'assets/shared-1.js', css: ['assets/shared-1.css'] } };
  mkdirSync(join(clientDir, '.vite'));
  mkdirSync(join(clientDir, 'assets'));
  writeFileSync(join(clientDir, '.vite/manifest.json'), JSON.stringify(manifest));
  writeFileSync(join(clientDir, 'assets/page-1.js'), 'export {};');
  world = await openStudioWorld();
  studio = await world.start({ clientDir });
});
afterAll(async () => {
  await world.close();
  rmSync(clientDir, { recursive: true });
});

async function open(path: string): Promise<{ answer: Response; html: string }> {
  const answer = await fetch(studio.url + path);
  return { answer, html: await answer.text() };
}

/** As the browser parses the attribute. */
function contextOf<T>(html: string): T {
  const [, text = ''] = /data-context="([^"]*)"/.exec(html) ?? [];
  return JSON.parse(text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')) as T;
}

test('a proof leads back to the page of this site that linked to it, else to its game; in a tab of a game it closes', async () => {
  world.wallet.balances.set('back', 100_0000n);
  const session = await studio.join('back', gameOf('harbour').gameId);
  const bet: EngineBet = { engine: 'slot', stake: '1.0000' };
  const { body } = await studio.call<{ round: { roundId: string } }>(STUDIO_API.play, { key: newKey(), bet }, session.token);
  const path = `/studio/verify/${body.round.roundId}`;
  const backOf = async (headers: Record<string, string> = {}, query = '') => {
    const answer = await fetch(studio.url + path + query, { headers });
    return contextOf<VerifyPageContext>(await answer.text()).back;
  };
  const site = { 'sec-fetch-site': 'same-origin' };
  const record = 'http://site.example/member/personalHistoryCopy?betId=12';
  const toGame = { path: `/game?gameId=${gameOf('harbour').gameId}`, name: gameOf('harbour').name, closes: false };
  expect(await backOf({ ...site, referer: record })).toEqual({ path: '/member/personalHistoryCopy?betId=12', name: '', closes: false });
  expect(await backOf()).toEqual(toGame);
  for (const referer of ['http://site.example//other.example/x', 'http://site.example/studio/play?ticket=abc', 'no address'])
    expect(await backOf({ ...site, referer })).toEqual(toGame);
  expect(await backOf({ 'sec-fetch-site': 'cross-site', referer: record })).toEqual(toGame);
  expect(await backOf({}, '?from=game')).toEqual({ ...toGame, name: '', closes: true });
});

test.each(['br', 'gzip', 'identity'])('a document is the same in encoding %s', async (coding) => {
  const path = `/studio/play?game=${gameOf('harbour').gameId}&ticket=abc`;
  const answer = await fetch(studio.url + path, { headers: { 'accept-encoding': coding } });
  expect(answer.headers.get('content-encoding') ?? 'identity').toBe(coding);
  expect(answer.headers.get('vary')).toBe('Accept-Encoding');
  const html = await answer.text();
  expect(html).toBe((await open(path)).html);
  if (coding !== 'identity') expect(Number(answer.headers.get('content-length'))).toBeLessThan(html.length / 4);
});

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['gzip, br;q=0', 'gzip'],
  ['deflate', null],
])('for the encodings %s the smallest document is sent, in any order', async (accepted, coding) => {
  const path = `/studio/play?game=${gameOf('harbour').gameId}`;
  const answer = await fetch(studio.url + path, { headers: { 'accept-encoding': accepted } });
  expect(answer.headers.get('content-encoding')).toBe(coding);
});

test.each(['harbour', 'classic', 'twenty', 'european', 'reef', 'war', 'pair', 'baccarat'] as const)(
  'the page of %s carries its context and loads its script',
  async (variant) => {
    const game = gameOf(variant);
    const { answer, html } = await open(`/studio/play?game=${game.gameId}&ticket=abc&language=TH&theme=light`);
    expect(answer.status).toBe(200);
    expect(contextOf<GamePageContext>(html)).toMatchObject({
      gameId: game.gameId,
      engine: game.engine,
      variant,
      ticket: 'abc',
      language: 'TH',
      languageTag: 'th',
      theme: 'light',
    });
    expect(Object.keys(contextOf<GamePageContext>(html).texts).every((key) => key.startsWith('studio.'))).toBe(true);
    expect(html).toContain('<html lang="th" dir="ltr" data-theme="light">');
    expect(html).toContain('<script type="module" crossorigin src="/assets/page-1.js"></script>');
    expect(html.match(/href="[^"]+\.css"/g)).toEqual(['href="/assets/shared-1.css"', 'href="/assets/page-1.css"']);
    expect(html).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son\w+=/);
    expect((await open(`/studio/play/${game.gameId}`)).html).toContain(game.gameId);
  },
);

test('its policy allows only its own host, in a frame of its own host', async () => {
  const { answer } = await open(`/studio/play/${gameOf('gems').gameId}`);
  const policy = answer.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'self'");
  expect(policy).not.toMatch(/unsafe|\*|https?:/);
  expect(policy).toContain('; sandbox allow-scripts');
  expect(policy).not.toContain('allow-same-origin');
  expect(answer.headers.get('permissions-policy')).toContain('camera=()');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin');
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
});

test('text from the address cannot escape its attribute', async () => {
  const attack = '"><script>alert(1)</script>';
  const { html } = await open(
    `/studio/play/${gameOf('gems').gameId}?ticket=${encodeURIComponent(attack)}&language=${encodeURIComponent(attack)}`,
  );
  expect(html).not.toContain('<script>alert');
  expect(contextOf<GamePageContext>(html)).toMatchObject({ ticket: attack, language: 'EN' });
});

test('an unknown game and an unknown round give an error page', async () => {
  const unknown = (await open('/studio/play/NO_SUCH_GAME')).answer;
  expect([unknown.status, unknown.headers.get('content-security-policy')]).toEqual([404, expect.stringMatching(/; sandbox$/)]);
  expect((await open('/studio/play')).answer.status).toBe(404);
  const { answer, html } = await open('/studio/verify/r-unknown');
  expect(answer.headers.get('content-security-policy')).toMatch(/; sandbox allow-scripts allow-forms allow-downloads$/);
  expect(answer.status).toBe(404);
  expect(contextOf<VerifyPageContext>(html).round).toBeNull();
});

test.each([
  ['/studio/unknown', 'GET'],
  ['/studio/verify', 'GET'],
  ['/studio/unknown', 'POST'],
  ['/art/unknown.svg', 'GET'],
])('%s (%s) gives an error page with the headers of every other page', async (path, method) => {
  const answer = await fetch(studio.url + path, { method });
  expect(answer.status).toBe(404);
  expect(await answer.text()).not.toContain('Cannot');
  expect(answer.headers.get('content-security-policy')).toMatch(/; sandbox$/);
  expect(answer.headers.get('permissions-policy')).toContain('camera=()');
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test('the verifier gets all data of an ended round, except its player', async () => {
  world.wallet.balances.set('somebody', 100_0000n);
  const session = await studio.join('somebody', gameOf('twenty').gameId);
  const bet: EngineBet = { engine: 'keno', stake: '1.0000', picks: [1, 2, 3] };
  const { body } = await studio.play(session, { key: newKey(), bet });
  const { answer, html } = await open(`${body.round.verifyUrl}?language=JA`);
  expect(answer.status).toBe(200);
  expect(contextOf<VerifyPageContext>(html)).toMatchObject({ round: body.round, variant: 'twenty', currency: 'USD', language: 'JA' });
  expect(html).not.toContain('somebody');
});

test('a round is verified under the pay table that it was played under, not the current one of the game', async () => {
  world.wallet.balances.set('keeper', 100_0000n);
  const session = await studio.join('keeper', gameOf('avalanche').gameId);
  const { body } = await studio.play(session, { key: newKey(), bet: { engine: 'slot', stake: '0.2000' } });
  const printed = printedRules('slot', 'avalanche');
  const contextNow = async () => contextOf<VerifyPageContext>((await open(body.round.verifyUrl)).html);
  expect(await contextNow()).toMatchObject({ variant: 'avalanche', rules: printed, round: body.round });
  const [earlier] = earlierRounds;
  if (!earlier) throw new Error('no earlier round');
  const change = { outcome: JSON.stringify(earlier.outcome), rules_hash: earlier.rulesHash };
  await world.db.updateTable('studio_round').set(change).where('id', '=', body.round.roundId).execute();
  const { variant, rules, round } = await contextNow();
  expect([variant, rules]).toEqual([earlier.variant, null]);
  expect(round?.outcome).toMatchObject({ engine: 'slot', spins: [{ kind: 'base' }] });
});

test('scripts and calls are open to the opaque origin of the frame', async () => {
  const script = await fetch(`${studio.url}/assets/page-1.js`);
  expect(script.headers.get('access-control-allow-origin')).toBe('*');
  expect(script.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  const preflight = await fetch(`${studio.url}/studio/api/play`, { method: 'OPTIONS', headers: { origin: 'null' } });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization, content-type, last-event-id, x-refusal');
  expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
  const picture = await fetch(`${studio.url}/studio/art/${gameOf('gems').gameId}.svg`);
  expect(picture.headers.get('content-type')).toContain('image/svg+xml');
});

test('documents are counted by client address: each is read from the database and compressed', async () => {
  const strict = await world.start({ clientDir, policy: { pagesPerMinute: 3 } });
  const fetchFrom = (address: string, path: string) => fetch(`${strict.url}${path}`, { headers: { 'x-client-address': address } });
  const paths = [
    `/studio/play/${gameOf('gems').gameId}`,
    '/studio/play?game=NONE',
    '/studio/verify/none',
    '/studio/verify/none',
    '/studio/play',
  ];
  const statuses: number[] = [];
  for (const path of paths) statuses.push((await fetchFrom('203.0.113.7', path)).status);
  expect(statuses).toEqual([200, 404, 404, 429, 429]);
  const refused = await fetchFrom('203.0.113.7', `/studio/play/${gameOf('gems').gameId}?language=VI`);
  expect(refused.status).toBe(429);
  const seconds = Number(refused.headers.get('retry-after'));
  expect(seconds > 0 && seconds <= 60).toBe(true);
  expect(refused.headers.get('content-security-policy')).toMatch(/default-src 'none'.*; sandbox$/);
  expect(await refused.text()).toContain('lang="vi"');
  expect((await fetchFrom('203.0.113.8', '/studio/verify/none')).status).toBe(404);
  expect((await strict.call(STUDIO_API.play, {})).status).toBe(401);
  await strict.close();
});
