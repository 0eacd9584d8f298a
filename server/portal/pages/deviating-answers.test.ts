import supertest from 'supertest';
import { describe, expect, it } from 'vitest';
import { CALLS } from '../../../shared/api/call-table.ts';
import { deviate, diceOf } from '../testing/deviate.ts';
import { sampleOf } from '../testing/sample-of.ts';
import { startTestPortal, type TestPortal } from '../testing/start-portal.ts';
import { json, loginAnswer, succeed } from '../testing/tiny-upstream.ts';
import { mountPages } from './index.ts';
import { ROUTES } from './routes.ts';
import { testUpstream } from './test-upstream.ts';

const PATHS = [...ROUTES]
  .filter(([, { kind }]) => kind !== 'redirect')
  .filter(([path]) => !path.startsWith('/agent/'))
  .map(([path]) => path);
const MANY = { read: 100_000, page: 100_000, launch: 100_000, login: 100_000 };
const LINE = { unreadable: 'upstream answer not readable', failed: 'page failed' };

type Spoil = (value: unknown, callId: string) => unknown;

/** The answers of the page tests; for all other calls a sample of their schema. */
function answerAll({ upstream }: TestPortal, spoil: Spoil, unfit: Set<string>): void {
  const known = testUpstream().answers;
  for (const call of CALLS) {
    if (call.answer !== 'envelope') continue;
    const value = known.get(call.id)?.({ session: { memberId: 'm', account: 'ann', type: 0 } } as never) ?? sampleOf(call);
    upstream.on(call.id, ({ headers }, response) => {
      const spoilt = spoil(value, call.id);
      // A probe accepts any envelope.
      if (spoilt === UNFIT && headers['x-request-id'] !== 'probe') unfit.add(call.id);
      json(response, 200, { success: true, value: spoilt });
    });
  }
  upstream.on('session.login', succeed(loginAnswer('token')));
}

const UNFIT = 'nothing that any call answers with';

/** Opens every page, signed in and signed out, and returns the failures. */
async function openAll(spoil: Spoil, signedIn: boolean) {
  const under = await startTestPortal({ limits: MANY }, mountPages);
  const unfit = new Set<string>();
  try {
    answerAll(under, spoil, unfit);
    const agent = supertest.agent(under.url);
    if (signedIn) await agent.post('/wps/session/login').send({ payload: 'x' }).expect(200);
    const statuses = new Map<string, number>();
    for (const path of PATHS) {
      const { status, text } = await agent.get(path).set('Accept', 'text/html');
      statuses.set(path, status);
      if (status < 300) expect(text, path).toMatch(/<\/html>\s*$/);
    }
    const read = () => new Set(under.logged.filter(({ msg }) => msg === LINE.unreadable).map(({ call }) => String(call)));
    // A background refresh may still be running.
    await expect.poll(() => [...unfit].filter((id) => !read().has(id)), { timeout: 20_000 }).toEqual([]);
    const failed = under.logged.filter(({ msg }) => msg === LINE.failed).map(({ err }) => err as { code?: string; stack: string });
    const crashes = failed.filter(({ code }) => code !== 'upstream_unavailable').map(({ stack }) => stack);
    return { statuses, crashes, logged: read(), unfit };
  } finally {
    await under.close();
  }
}

describe('pages', () => {
  it('are shown if every answer fits the call table', async () => {
    const { statuses, crashes, logged } = await openAll((value) => value, true);
    expect([crashes, [...logged]]).toEqual([[], []]);
    expect([...statuses].filter(([, status]) => ![200, 303, 404].includes(status))).toEqual([]);
  });

  it.each([
    ['a visitor', false, 11],
    ['a member', true, 12],
    ['a member', true, 13],
  ])('of %s are shown or report a network failure when answers deviate slightly', async (_who, signedIn, seed) => {
    const dice = diceOf(seed);
    const { statuses, crashes } = await openAll((value) => deviate(value, dice, 1), signedIn);
    expect(crashes).toEqual([]);
    expect([...statuses].filter(([, status]) => ![200, 303, 404, 502, 503].includes(status))).toEqual([]);
    // Control: most answers can be read.
    expect([...statuses.values()].filter((status) => status === 200).length).toBeGreaterThan(PATHS.length / 2);
  });

  it('that get unreadable answers do not crash, and each is logged with the id of its call', async () => {
    const sound = ['system.', 'games.menus', 'member.info'];
    const { crashes, logged, unfit } = await openAll((value, id) => (sound.some((name) => id.startsWith(name)) ? value : UNFIT), true);
    expect(crashes).toEqual([]);
    expect(unfit.size).toBeGreaterThan(4);
    expect([...logged].sort()).toEqual([...unfit].sort());
  });
});
