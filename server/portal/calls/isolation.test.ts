import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestPortal, type TestPortal } from '../testing/start-portal.ts';
import { json, loginAnswer, type ReceivedRequest, sampleValue, succeed } from '../testing/tiny-upstream.ts';

const USERS = ['ann', 'bob'];

/** Two members and a visitor make all calls in sequence and in parallel; none may receive a byte of another's answer. */
describe('answers of one visitor', () => {
  let under: TestPortal;
  beforeAll(async () => {
    under = await startTestPortal();
    const personal = (call: string, request: ReceivedRequest) => sampleValue(call, { owner: request.headers.authorization ?? 'nobody' });
    for (const call of ['member.info', 'wallet.balance', 'bets.list'])
      under.upstream.on(call, (request, response) => json(response, 200, { success: true, value: personal(call, request) }));
    under.upstream.on('games.popular', (request, response) =>
      json(response, 200, {
        success: true,
        value: { games: [], language: request.headers.language, token: request.headers.authorization ?? null },
      }),
    );
  });
  afterAll(() => under.close());

  it('never reach another one', async () => {
    const agents: { user: string; agent: ReturnType<typeof supertest.agent> }[] = [];
    for (const user of USERS) {
      under.upstream.on('session.login', succeed(loginAnswer(`token-of-${user}`, user)));
      const agent = supertest.agent(under.url);
      await agent.post('/wps/session/login').send({ payload: 'x' }).expect(200);
      agents.push({ user, agent });
    }
    const rounds = Array.from({ length: 100 }, (_, round) => round);
    await Promise.all(
      rounds.flatMap((round) =>
        agents.map(async ({ user, agent }) => {
          const path = ['/wps/member/info', '/wps/v2/wallets/balance', '/wps/relay/ODSFE2_MemBetDet'][round % 3] ?? '';
          const { text, headers } = await agent.get(path);
          expect(text).toContain(`token-of-${user}`);
          expect(text).not.toContain(`token-of-${USERS.find((other) => other !== user)}`);
          expect(headers['cache-control']).toBe('no-store');
        }),
      ),
    );
    for (const { agent } of agents) {
      const { body } = await agent.get('/lgw/games/popular');
      expect(body.value).toEqual({ games: [], language: 'EN', token: null });
    }
  });

  it('in one language are not served in another', async () => {
    const languages = ['EN', 'CN', 'JA', 'EN', 'CN'];
    for (const lang of languages) {
      const { body } = await supertest(under.url).get('/lgw/games/popular').set('Cookie', `lang=${lang}`);
      expect(body.value.language).toBe(lang);
    }
  });

  it('public ones differ by their tag and are compressed when they are long', async () => {
    under.upstream.on('games.menus', succeed({ gameMenus: [], filler: 'x'.repeat(5000) }));
    const first = await supertest(under.url).get('/lgw/games/game_menus').expect(200);
    const etag = first.headers.etag ?? '';
    await supertest(under.url).get('/lgw/games/game_menus').set('If-None-Match', etag).expect(304);
    await expect
      .poll(async () => (await supertest(under.url).get('/lgw/games/game_menus').set('Accept-Encoding', 'br')).headers['content-encoding'])
      .toBe('br');
    expect(under.upstream.of('games.menus')).toHaveLength(1);
  });
});
