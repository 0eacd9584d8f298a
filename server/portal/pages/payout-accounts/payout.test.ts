import { expect, it } from 'vitest';
import type { Visitor } from '../../contracts.ts';
import type { RefusedPage } from '../member/define.ts';
import type { VisitorInput } from '../visitor-input.ts';
import { paymentPassword } from './payout.ts';

const ANSWERS: Readonly<Record<string, unknown>> = {
  'member.security': { paymentPasswordChangedAt: '2026-11-23T16:21:05Z', payoutAccounts: 0 },
  'payout.list': { coolingHours: 24 },
};

async function load(query: string, changes: object = {}) {
  const security = { ...(ANSWERS['member.security'] as object), ...changes };
  const input = {
    upstream: { call: async ({ id }: { id: string }) => ({ success: true, value: id === 'member.security' ? security : ANSWERS[id] }) },
    visitor: {} as Visitor,
    query: new URLSearchParams(query),
    context: { t: (key: string) => key },
    timeZone: 'Asia/Bangkok',
  } as unknown as VisitorInput;
  return (await paymentPassword(input)) as Exclude<Awaited<ReturnType<typeof paymentPassword>>, RefusedPage>;
}

it('leads back to the withdrawal that the member came from, also after a new password without the old one', async () => {
  const page = await load('from=withdraw');
  expect(page).toMatchObject({ withdrawHref: '/member/withdraw', forgottenHref: '/member/paymentPassword?forgotten=1&from=withdraw' });
  expect(page.form.successPath).toBe('/member/paymentPassword?done=1&from=withdraw');
  const reset = await load('forgotten=1&from=withdraw');
  expect(reset).toMatchObject({
    withdrawHref: '/member/withdraw',
    form: { successPath: '/member/paymentPassword?done=1&forgotten=1&from=withdraw' },
  });
});

it.each(['', 'from=https://evil.example', 'from=//evil.example', 'from=/member/withdraw'])(
  'has no such link for the address %j',
  async (query) => {
    const page = await load(query);
    expect(page.withdrawHref).toBeNull();
    expect(JSON.stringify(page)).not.toContain('from=');
  },
);

it('leads on to the page that needed the password, and to no other site', async () => {
  const page = await load(`next=${encodeURIComponent('/agent/agentTeamManagement?transferTo=m7')}`);
  expect(page).toMatchObject({ withdrawHref: null, nextHref: '/agent/agentTeamManagement?transferTo=m7' });
  expect(page.form.successPath).toBe('/member/paymentPassword?done=1&next=%2Fagent%2FagentTeamManagement%3FtransferTo%3Dm7');
  for (const next of ['//evil.example', 'https://evil.example', '/\\evil.example']) {
    const other = await load(`next=${encodeURIComponent(next)}`);
    expect(other.nextHref).toBeNull();
    expect(JSON.stringify(other)).not.toContain('next=');
  }
});

it('has no such link before a first password is set', async () => {
  expect((await load('from=withdraw', { paymentPasswordChangedAt: null })).withdrawHref).toBeNull();
});
