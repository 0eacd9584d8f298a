import { ROUTES } from '../../server/portal/pages/routes.ts';
import { sampleFor } from '../../server/portal/testing/sample-of.ts';
import { CALLS } from '../../shared/api/call-table.ts';
import type { AnyCall } from '../../shared/api/define-call.ts';
import { consoleTargets } from './console-targets.ts';
import { FORM_TYPE, JSON_TYPE, type Target } from './contracts.ts';
import { pageQueries } from './page-queries.ts';

type Fields = Readonly<Record<string, unknown>>;

const GAME = 'NOVA_COMET_DICE';
/**
 * A refused form is shown again on its page; a small page is used, because rendering and comparing it dominates the duration of
 * a scan.
 */
const BACK = '/routes';

const OTHERS: readonly Target[] = [
  {
    method: 'GET',
    path: '/member/personalHistoryCopy/record.csv?from=2026-11-20&to=2026-11-21&period=custom&vassalage=NOVA&gameCategory=RNG',
  },
  { method: 'GET', path: '/content/notices?tag=en&pageNo=1' },
  { method: 'GET', path: `/studio/play/${GAME}?ticket=abc&language=EN&theme=dark` },
  { method: 'GET', path: '/studio/verify/r-1?language=EN' },
  json('POST', '/studio/api/session', { ticket: 'abc', gameId: GAME }),
  json('POST', '/studio/api/play', { key: 'abc', bet: { engine: 'dice', stake: '1.0000', over: true, target: 50 } }),
  json('POST', '/payments/qr', { eventId: 'e', event: 'paid', depositId: 'd', amount: '1.0000', currency: 'USD' }),
  { method: 'GET', path: '/paysim/pay?provider=qr&order=d1&reference=ABCDEF23&amount=1.0000&currency=USD&expires=1763712000000&sign=00' },
  { method: 'GET', path: '/audit?anchor=abc' },
  { method: 'GET', path: '/outbox?to=x' },
];

/**
 * Every call with its query or body, every form of a call, every page, the other files, and the console. Reading requests come
 * first. Forms come last: they reach calls that were already tested by then.
 */
export function targets(): readonly Target[] {
  const pages = [...ROUTES]
    .filter(([, { kind }]) => kind !== 'redirect')
    .flatMap(([path]) => pageQueries(path).map((query) => ({ method: 'GET', path: `${path}?${query}` })));
  const all: readonly Target[] = [...CALLS.flatMap(ofCall), ...pages, ...OTHERS, ...consoleTargets()];
  return [undefined, JSON_TYPE, FORM_TYPE].flatMap((type) => all.filter(({ contentType }) => contentType === type));
}

function ofCall(call: AnyCall): readonly Target[] {
  const query = fieldsOf(call.query);
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value ?? '')]));
  const path = search.size > 0 ? `${call.path}?${search}` : call.path;
  if (call.method === 'GET') return search.size > 0 ? [{ method: 'GET', path }] : [];
  const body = fieldsOf(call.body);
  return [json(call.method, path, body), form(`/form/${call.id}`, { ...query, ...body, back: BACK })];
}

function json(method: string, path: string, body: Fields): Target {
  return { method, path, contentType: JSON_TYPE, body: JSON.stringify(body) };
}

function form(path: string, fields: Fields): Target {
  const plain = Object.entries(fields).filter(([, value]) => typeof value !== 'object');
  const body = new URLSearchParams(plain.map(([name, value]) => [name, String(value)]));
  return { method: 'POST', path, contentType: FORM_TYPE, body: body.toString() };
}

function fieldsOf(schema: unknown): Fields {
  const value = sampleFor(schema);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}
