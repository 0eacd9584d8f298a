import { expect, it } from 'vitest';
import type { Upstream, Visitor } from '../contracts.ts';
import { moduleFlagsOf, registerRulesOf } from './status-parts.ts';

const upstream = (info: unknown) => ({ call: async () => ({ success: true, value: { info } }) }) as unknown as Upstream;
const visitor = {} as Visitor;

it.each<[unknown, Record<string, boolean>]>([
  [{ modules: [{ name: 'freePlay', enabled: '1' }] }, { freePlay: true }],
  [
    [{ moduleName: 'register', status: 1, children: [{ moduleName: 'mobileRegister', status: 0 }] }],
    { register: true, mobileRegister: false },
  ],
  [
    { sms: { smsLogin: 'true', note: 'text' }, freePlay: false },
    { smsLogin: true, freePlay: false },
  ],
  [null, {}],
  ['text', {}],
])('reads the module tree %j', async (whitelabel, flags) => {
  expect(await moduleFlagsOf(upstream({ whitelabel }), visitor)).toEqual(flags);
});

it('reads the rules of the registration, if there are any', async () => {
  const rule = { enabled: true, required: true };
  expect(await registerRulesOf(upstream({ registerValidation: { username: rule, minimumAge: 21 } }), visitor)).toEqual({
    minimumAge: 21,
    fields: { username: rule },
  });
  expect(await registerRulesOf(upstream({}), visitor)).toBeUndefined();
});
