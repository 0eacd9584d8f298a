import supertest from 'supertest';
import { expect, it } from 'vitest';
import { CALLS } from '../../../shared/api/call-table.ts';
import { gameMenus } from '../../../shared/api/games/calls.ts';
import { helpCenter, listAnnouncements } from '../../../shared/api/publishing/calls.ts';
import { settingRegister } from '../../../shared/api/register/calls.ts';
import { systemWhitelabel } from '../../../shared/api/system/calls.ts';
import { LANGUAGES } from '../../../shared/i18n/languages.ts';
import { sampleOf } from '../testing/sample-of.ts';
import { startTestPortal } from '../testing/start-portal.ts';
import { json, succeed } from '../testing/tiny-upstream.ts';
import { mountPages } from './index.ts';
import { testUpstream } from './test-upstream.ts';

const REQUESTED_CALLS = [systemWhitelabel, gameMenus, settingRegister, listAnnouncements, helpCenter];

it('loads the shared data of all pages in all languages before the first visitor, and uses it while the platform is down', async () => {
  const under = await startTestPortal({ warm: true }, mountPages);
  const { answers } = testUpstream();
  // The first attempt failed, so it is repeated.
  for (const call of CALLS.filter(({ answer }) => answer === 'envelope'))
    under.upstream.on(call.id, succeed(answers.get(call.id)?.({ session: null } as never) ?? sampleOf(call)));
  // Failed attempts made calls as well, so only languages are compared.
  const languagesOf = ({ id }: { readonly id: string }) => new Set(under.upstream.of(id).map(({ headers }) => headers.language)).size;
  await expect.poll(() => Math.min(...REQUESTED_CALLS.map(languagesOf)), { timeout: 30_000 }).toBe(LANGUAGES.length);
  for (const { id } of CALLS) under.upstream.on(id, (_request, response) => json(response, 500, {}));
  for (const { code } of LANGUAGES) {
    const { status, text } = await supertest(under.url).get('/index').set('Cookie', `lang=${code}`).set('Accept', 'text/html');
    expect([code, status, text.includes('Northlight')]).toEqual([code, 200, true]);
  }
  await under.close();
});
