import express from 'express';
import request from 'supertest';
import { expect, it } from 'vitest';
import type { AnyCall } from '../../../shared/api/define-call.ts';
import { languageOf } from '../../../shared/i18n/languages.ts';
import type { Upstream } from '../contracts.ts';
import { testUpstream } from '../pages/test-upstream.ts';
import { recordFiles } from './index.ts';

const bet = (n: number) => ({
  betId: `${n}`,
  roundId: `r${n}`,
  gameId: 'NOVA_ONE',
  gameName: n === 1 ? '=HYPERLINK("http://x")' : 'Harbour',
  vassalage: 'NOVA',
  vendorName: 'Northlight',
  gameCategory: 'RNG',
  stake: '1.0000',
  payout: '0.0000',
  net: '-1.0000',
  status: 'lost',
  placedAt: '2026-11-20T08:00:00.000Z',
  settledAt: null,
  // The profit of the open bet is unknown.
  ...(n === 2 ? { payout: '1.0000', net: '0.0000', status: 'won' } : {}),
  ...(n === 3 ? { payout: '0.0000', net: '0.0000', status: 'open' } : {}),
});

/** A platform with three bets, two per batch; with `fails` the second batch is refused. */
function setup({ fails = false, type = 0, session = true }: { fails?: boolean; type?: number; session?: boolean } = {}) {
  const asked: unknown[] = [];
  const base = testUpstream();
  const upstream = {
    call: async (call: AnyCall, input: { query?: Record<string, string> }, visitor: never) => {
      if (call.id !== 'bets.export') return base.call(call, input as never, visitor);
      asked.push(input.query);
      const isNext = input.query?.cursor !== undefined;
      if (isNext && fails) return { success: false, code: 'upstream_unavailable', message: '' };
      const value = isNext ? { bets: [bet(3)], next: null } : { bets: [bet(1), bet(2)], next: '17-2' };
      return { success: true, value: { ...value, currency: 'USD', timeZone: 'Asia/Bangkok' } };
    },
  } as unknown as Upstream;
  const app = express();
  app.use((_incoming, response, next) => {
    const log = { error: () => undefined };
    Object.assign(response.locals, { log, visitor: { language: languageOf('EN'), session: session ? { account: 'demo01', type } : null } });
    next();
  });
  app.use(recordFiles({ upstream, translator: () => (key) => key, count: (_request, _response, next) => next() }));
  return { app, asked };
}

const PATH = '/member/personalHistoryCopy/record.csv?period=custom&from=2026-11-01&to=2026-11-21&status=lost';

it('writes all entries that the filter finds, for spreadsheets and without formulas', async () => {
  const { app, asked } = setup();
  const { text, headers } = await request(app).get(PATH).expect(200);
  expect([headers['content-type'], headers['content-disposition'], headers['cache-control']]).toEqual([
    'text/csv; charset=utf-8',
    'attachment; filename="bets_2026-11-01_2026-11-21.csv"',
    'no-store',
  ]);
  const lines = text.split('\r\n');
  expect(lines[0]?.startsWith('\uFEFFrecords.betId,records.roundId,records.placedAt (Asia/Bangkok)')).toBe(true);
  expect(lines[1]).toBe(
    `1,r1,2026-11-20 15:00:00,,"'=HYPERLINK(""http://x"")",Northlight,lobby.category_name_RNG,records.status_lost,1.0000,0.0000,-1.0000,USD`,
  );
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(['1', '2', '3', '']);
  expect(lines[2]?.split(',').slice(-5)).toEqual(['records.status_even', '1.0000', '1.0000', '0.0000', 'USD']);
  expect(lines[3]?.split(',').slice(-5)).toEqual(['records.status_open', '1.0000', '', '', 'USD']);
  expect(asked).toEqual([
    { from: '2026-10-31T17:00:00.000Z', to: '2026-11-21T16:59:59.999Z', status: 'lost' },
    { from: '2026-10-31T17:00:00.000Z', to: '2026-11-21T16:59:59.999Z', status: 'lost', cursor: '17-2' },
  ]);
});

it('breaks the connection if the rest cannot be loaded', async () => {
  const { app } = setup({ fails: true });
  await expect(request(app).get(PATH)).rejects.toThrow();
});

it.each([
  ['a visitor who is not signed in', { session: false }, PATH],
  ['a trial account', { type: 4 }, PATH],
  ['a period that is too long', {}, '/member/personalHistoryCopy/record.csv?period=custom&from=2025-01-01&to=2026-11-21'],
])('redirects %s to the page', async (_name, options, path) => {
  const { app, asked } = setup(options);
  const { status, headers } = await request(app).get(path);
  expect([status, headers.location]).toEqual([303, path.replace('/record.csv', '')]);
  expect(asked).toEqual([]);
});
