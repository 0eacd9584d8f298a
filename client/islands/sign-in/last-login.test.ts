import { afterEach, expect, test, vi } from 'vitest';
import { call } from '../../page/call.ts';
import { toast } from '../../page/toasts.ts';
import { showLastLogin } from './last-login.ts';

vi.mock('../../page/call.ts', () => ({ call: vi.fn() }));
vi.mock('../../page/toasts.ts', () => ({ toast: vi.fn() }));
vi.mock('../modals/texts.ts', () => ({
  loadTexts: async () => undefined,
  textsOf: () => ({ 'auth.lastLogin': 'Last login: {{when}}', 'auth.lastLoginAt': 'Last login: {{when}}, {{place}}' }),
}));

afterEach(() => vi.unstubAllGlobals());

test('the last login is shown in the time zone of the site, which is named', async () => {
  vi.stubGlobal('document', { documentElement: { dataset: { timeZone: 'Asia/Bangkok' } } });
  for (const lastLoginCountry of [null, 'TH']) {
    vi.mocked(call).mockResolvedValueOnce({ success: true, value: { lastLoginAt: '2026-11-23T16:21:05Z', lastLoginCountry } } as never);
    await showLastLogin('en');
  }
  expect(vi.mocked(toast).mock.calls).toEqual([
    ['info', 'Last login: 2026-11-23 23:21 (Asia/Bangkok)'],
    ['info', 'Last login: 2026-11-23 23:21 (Asia/Bangkok), Thailand'],
  ]);
});
