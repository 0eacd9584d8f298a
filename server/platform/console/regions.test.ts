import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { callById } from '../../../shared/api/call-table.ts';
import type { AnyCall } from '../../../shared/api/define-call.ts';
import { systemStatus } from '../../../shared/api/system/calls.ts';
import { addTestMember, openTestSession } from '../identity/sessions/test-member.ts';
import { proveLog } from '../operators/log.ts';
import { signInAs, type TestOperator } from '../operators/test-operator.ts';
import { openTestPlatform, type TestPlatform } from '../test-platform.ts';

const why = { reason: 'The licence ends there' };
let test: TestPlatform;
let admin: TestOperator;
let risk: TestOperator;
beforeAll(async () => {
  test = await openTestPlatform();
  [admin, risk] = [await signInAs(test, 'admin'), await signInAs(test, 'risk')];
  await Promise.all([admin.get(''), risk.get('')]);
});
afterAll(async () => {
  expect(await proveLog(test.db, test.merchant)).not.toHaveProperty('broken');
  await test.close();
});
afterEach(() => expect(test.faults).toEqual([]));

const restricted = async (country: string | undefined, restrictedHeader?: '0' | '1') => {
  const headers = { ...(country && { 'X-Client-Country': country }), ...(restrictedHeader && { 'X-Region-Restricted': restrictedHeader }) };
  return (await test.call(systemStatus, { headers })).body.value.regionRestriction as boolean;
};
const rules = (more: object = {}) => ({ allowedCountries: '', deniedCountries: '', unknownCountry: 'allow', ...why, ...more });
const waitingId = async () => /name="id" value="(\w+)"/.exec((await admin.get('/regions')).text)?.[1] ?? '';

it('are changed by two operators and take effect at once; the portal’s decision has priority', async () => {
  const form = rules({ deniedCountries: 'th, fr', unknownCountry: 'deny' });
  expect((await admin.post('/regions/propose', form)).headers.location).toBe('/console/regions?done=done_oneMore');
  expect(await restricted('TH')).toBe(false);
  expect((await risk.post('/regions/propose', form)).text).toContain('A change is already waiting');
  const id = await waitingId();
  expect((await admin.post('/regions/approve', { id, ...why })).text).toContain('must come from another operator');
  expect(await restricted('TH')).toBe(false);
  expect((await risk.post('/regions/approve', { id, ...why })).headers.location).toBe('/console/regions?done=done_regions');
  expect(await Promise.all(['TH', 'FR', 'DE', undefined].map((country) => restricted(country)))).toEqual([true, true, false, true]);
  // The environment's rules: stricter, or with the operator's own address allowed.
  expect([await restricted('DE', '1'), await restricted('TH', '0')]).toEqual([true, false]);
  const lines = await test.db.selectFrom('operator_log').select(['action', 'detail']).where('object', '=', 'site').orderBy('id').execute();
  expect(lines.map(({ action }) => action)).toEqual(['regions.proposed', 'regions.changed']);
  expect(JSON.parse(lines[1]?.detail ?? '')).toMatchObject({ before: { deniedCountries: [] }, after: { deniedCountries: ['FR', 'TH'] } });
  expect((await risk.post('/regions/approve', { id, ...why })).status).toBe(422);
});

it('close the platform’s calls for every portal, except calls that end something', async () => {
  const member = await addTestMember(test);
  const { token } = await openTestSession(test, member);
  const refused = async (id: string, country: string | undefined, restrictedHeader?: '0' | '1') => {
    const headers = {
      ...(country && { 'X-Client-Country': country }),
      ...(restrictedHeader && { 'X-Region-Restricted': restrictedHeader }),
    };
    const { body } = await test.call(callById(id) as AnyCall, { token, headers, body: {} });
    return body.code === 'region_restricted';
  };
  for (const id of ['session.login', 'session.remembered', 'member.register', 'deposit.create', 'transfer.upline', 'games.launch']) {
    const at = (country: string | undefined, restrictedHeader?: '0' | '1') => refused(id, country, restrictedHeader);
    // The rules of the previous test; they refuse an unknown country.
    expect([id, await at('TH'), await at(undefined), await at('DE')]).toEqual([id, true, true, false]);
    expect([id, await at('DE', '1'), await at('TH', '0')]).toEqual([id, true, false]);
  }
  for (const id of ['session.logout', 'deposit.confirm', 'withdrawal.request', 'protection.exclude', 'wallet.balance', 'feedback.send'])
    expect([id, await refused(id, 'TH')]).toEqual([id, false]);
});

it('are approved once for concurrent approvals, and do not change when rejected', async () => {
  await admin.post('/regions/propose', rules({ allowedCountries: 'DE' }));
  const id = await waitingId();
  const third = await signInAs(test, 'risk');
  await third.get('');
  const answers = await Promise.all([risk, third].map((testOperator) => testOperator.post('/regions/approve', { id, ...why })));
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 422]);
  expect(await Promise.all(['DE', 'FR'].map((country) => restricted(country)))).toEqual([false, true]);
  await risk.post('/regions/propose', rules());
  await risk.post('/regions/reject', { id: await waitingId(), ...why });
  expect(await restricted('FR')).toBe(true);
});

it('preview the effect on recent members and keep the entered values', async () => {
  const member = await addTestMember(test);
  await openTestSession(test, member);
  await test.db.updateTable('member_session').set({ country: 'SG' }).where('member_id', '=', member.id).execute();
  const { status, text } = await admin.post('/regions/preview', { ...rules({ deniedCountries: 'sg', reason: '' }), formPage: '/regions' });
  expect(status).toBe(200);
  expect(text).toContain('Singapore (SG)');
  expect(text).toMatch(/name="deniedCountries"[^>]*>sg</);
  expect((await admin.get('/regions')).text).not.toContain('name="id"');
});

it.each([
  ['no country', { deniedCountries: 'TH, XQ' }, 'XQ'],
  ['a part of the world', { allowedCountries: '150' }, '150'],
  ['one country twice', { allowedCountries: 'TH', deniedCountries: 'TH' }, 'both lists'],
])('that name %s are refused at their field', async (_name, wrong, restrictedHeader) => {
  const { status, text } = await admin.post('/regions/propose', { ...rules(wrong), formPage: '/regions' });
  expect([status, text.includes(restrictedHeader), text.includes('aria-invalid="true"')]).toEqual([422, true, true]);
});
