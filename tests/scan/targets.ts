import { ROUTES } from '../../server/portal/pages/routes.ts';
import { sampleFor } from '../../server/portal/testing/sample-of.ts';
import { CALLS } from '../../shared/api/call-table.ts';
import type { AnyCall } from '../../shared/api/define-call.ts';

/** A request that the tools vary. */
export interface Target {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly contentType?: 'application/json' | 'application/x-www-form-urlencoded';
  readonly body?: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** What pages read of their address. */
const PAGE_QUERY = 'page=NOVA&name=dice&keyword=dice&date=2026-11-20&from=2026-11-20&to=2026-11-21&pageNo=1&id=1&next=%2Findex';
const GAME = 'NOVA_COMET_DICE';

const OTHERS: readonly Target[] = [
  { method: 'GET', path: `/game?gameId=${GAME}` },
  { method: 'GET', path: '/member/personalHistoryCopy/record.csv?from=2026-11-20&to=2026-11-21&vendor=NOVA' },
  { method: 'GET', path: `/studio/play/${GAME}?ticket=abc&language=EN&theme=dark` },
  { method: 'GET', path: '/studio/verify/r-1?language=EN' },
  json('POST', '/studio/api/session', { ticket: 'abc', gameId: GAME }),
  json('POST', '/studio/api/play', { key: 'abc', bet: { engine: 'dice', stake: '1.0000', over: true, target: 50 } }),
  json('POST', '/payments/qr', { eventId: 'e', event: 'paid', depositId: 'd', amount: '1.0000', currency: 'USD' }),
  { method: 'GET', path: '/paysim/pay?provider=qr&order=d1&reference=ABCDEF23&amount=1.0000&currency=USD&expires=1763712000000&sign=00' },
  { method: 'GET', path: '/console?q=x' },
  form('/console/sign-in', { name: 'ops01', password: 'x' }),
  { method: 'GET', path: '/audit?anchor=abc' },
  { method: 'GET', path: '/outbox?to=x' },
];

/** Every call with its query or body, every form of a call, every page, and what lies beside them; what reads comes first. */
export function targets(): readonly Target[] {
  const pages = [...ROUTES]
    .filter(([, { kind }]) => kind !== 'redirect')
    .map(([path]) => ({ method: 'GET', path: `${path}?${PAGE_QUERY}` }));
  const all = [...CALLS.flatMap(ofCall), ...pages, ...OTHERS];
  return [...all.filter(({ method }) => method === 'GET'), ...all.filter(({ method }) => method !== 'GET')];
}

function ofCall(call: AnyCall): readonly Target[] {
  const query = fieldsOf(call.query);
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value ?? '')]));
  const path = search.size > 0 ? `${call.path}?${search}` : call.path;
  if (call.method === 'GET') return search.size > 0 ? [{ method: 'GET', path }] : [];
  const body = fieldsOf(call.body);
  return [json(call.method, path, body), form(`/form/${call.id}`, { ...query, ...body, back: '/index' })];
}

function json(method: string, path: string, body: Fields): Target {
  return { method, path, contentType: 'application/json', body: JSON.stringify(body) };
}

function form(path: string, fields: Fields): Target {
  const plain = Object.entries(fields).filter(([, value]) => typeof value !== 'object');
  const body = new URLSearchParams(plain.map(([name, value]) => [name, String(value)]));
  return { method: 'POST', path, contentType: 'application/x-www-form-urlencoded', body: body.toString() };
}

function fieldsOf(schema: unknown): Fields {
  const value = sampleFor(schema);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}
