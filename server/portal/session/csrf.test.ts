import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestPortal, type TestPortal } from '../testing/start-portal.ts';

type Row = readonly [site: string | undefined, origin: string | undefined, referer: string | undefined, passes: boolean];
const OWN = 'OWN';
/** The same host and port with https, which this site does not serve. */
const HTTPS = 'HTTPS';

const MATRIX: readonly Row[] = [
  ['same-origin', OWN, undefined, true],
  ['same-origin', undefined, undefined, true],
  ['none', undefined, undefined, true],
  ['cross-site', 'https://evil.example', undefined, false],
  ['cross-site', undefined, undefined, false],
  ['cross-site', OWN, undefined, false],
  ['same-site', 'http://other.localhost', undefined, false],
  ['nonsense', OWN, undefined, false],
  [undefined, OWN, undefined, true],
  [undefined, 'https://evil.example', undefined, false],
  [undefined, HTTPS, undefined, false],
  [undefined, undefined, `${HTTPS}/rng`, false],
  [undefined, 'null', undefined, false],
  [undefined, undefined, `${OWN}/rng`, true],
  [undefined, undefined, 'https://evil.example/page', false],
  [undefined, undefined, 'no address', false],
  [undefined, undefined, undefined, true],
];

describe('changing requests of other sites', () => {
  let under: TestPortal;
  beforeAll(async () => {
    under = await startTestPortal();
  });
  afterAll(() => under.close());

  const headersOf = ([site, origin, referer]: Row) =>
    Object.fromEntries(
      Object.entries({ 'Sec-Fetch-Site': site, Origin: origin, Referer: referer })
        .filter((entry): entry is [string, string] => entry[1] !== undefined)
        .map(([name, value]) => [name, value.replace(OWN, under.url).replace(HTTPS, under.url.replace('http:', 'https:'))]),
    );

  it.each(MATRIX)('site %s, origin %s, referer %s: %s', async (...row) => {
    const passes = row[3];
    const headers = headersOf(row);
    const before = under.upstream.received.length;
    const answers = [
      await supertest(under.url).put('/wps/member/register').set(headers).send({ payload: 'x' }),
      await supertest(under.url).post('/wps/session/login').set(headers).send({ payload: 'x' }),
      await supertest(under.url)
        .delete('/wps/session/logout')
        .set({ ...headers, Authorization: 'Bearer t' }),
      await supertest(under.url).post('/preferences').type('form').set(headers).send('lang=CN&back=/index'),
    ];
    const refused = answers.map(({ status }) => status === 403);
    expect(refused).toEqual(answers.map(() => !passes));
    const reached = under.upstream.received.slice(before).filter(({ method }) => method !== 'GET');
    expect(reached.length).toBe(passes ? 4 : 0);
  });

  it('reading requests need no proof', async () => {
    await supertest(under.url).get('/lgw/games/game_menus').set('Sec-Fetch-Site', 'cross-site').expect(200);
  });
});
