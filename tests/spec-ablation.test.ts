import { pino } from 'pino';
import supertest from 'supertest';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { REQUIRED_FIELDS, siteDefaults } from '../server/portal/answers/site-defaults.ts';
import { mountPages } from '../server/portal/pages/index.ts';
import { startTestPortal } from '../server/portal/testing/start-portal.ts';
import { createTexts } from '../server/portal/texts.ts';
import { createAnswerReader } from '../server/portal/upstream/read-answer.ts';
import { callByRoute } from '../shared/api/call-table.ts';
import type { AnyCall } from '../shared/api/define-call.ts';
import { SPEC_CALLS, type SpecCall } from './kit/spec-platform/calls.ts';
import { RAW_TEXT, startSpecPlatform } from './kit/spec-platform/start.ts';

/** Pages and calls of scripts that show data of the platform. */
const ADDRESSES = [
  ...[
    '/index',
    '/rng',
    '/pvp',
    '/favourites',
    '/recent',
    '/routes',
    '/help',
    '/noticePage',
    '/promotions',
    '/register',
    '/vnlottery',
    '/lottery',
    '/pointMall',
  ],
  ...['/member/securityCenter', '/member/transferFund', '/member/transactionHistory', '/member/pointHistory', '/game?gameId=1100'],
  ...['/wps/system/status', '/wps/v2/wallets/balance', '/wps/relay/CSP_unreadCount', '/wps/relay/GCSGAME_hotGamesV2'],
  ...['/lgw/vn/numeros/opened/game', '/wps/relay/GLS2_roomList', '/wps/relay/MCSFE_getMissionSummaryDetails'],
];
/** A read by a script may be refused as a whole, where its subject is missing; a page may not. */
const REFUSED_READS = [200, 502];
const MANY = { read: 100_000, page: 100_000, 'own-page': 100_000, launch: 100_000, login: 100_000 };

type Path = readonly (string | number)[];
interface Change {
  readonly name: string;
  readonly path: Path;
  readonly to: unknown;
}

/** Values of another type, and texts that no player may see. */
const STRANGE: readonly (readonly [string, unknown])[] = [
  ['removed', undefined],
  ['null', null],
  ['a text', `${RAW_TEXT} <script>`],
  ['a number', -1.5],
  ['a list', [RAW_TEXT]],
  ['an object', { [RAW_TEXT]: RAW_TEXT }],
];

/** Every field of a value; of lists the first item, as a whole and by field. */
function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  const entries = Array.isArray(value) ? value.slice(0, 1).map((item, index) => [index, item] as const) : Object.entries(value);
  return entries.flatMap(([key, inner]) => [[...path, key], ...pathsOf(inner, [...path, key])]);
}

function changesOf(value: unknown): Change[] {
  const fields = pathsOf(value).flatMap((path) => STRANGE.map(([kind, to]): Change => ({ name: `${path.join('.')}: ${kind}`, path, to })));
  return [...fields, ...STRANGE.map(([kind, to]): Change => ({ name: `the value: ${kind}`, path: [], to }))];
}

function withChange(value: unknown, [key, ...rest]: Path, to: unknown): unknown {
  if (key === undefined) return to;
  const copy: Record<string | number, unknown> = Array.isArray(value) ? ([...value] as never) : { ...(value as object) };
  if (rest.length > 0) copy[key] = withChange(copy[key], rest, to);
  else if (to === undefined && !Array.isArray(copy)) delete copy[key];
  else copy[key] = to;
  return copy;
}

/** Adds unknown fields everywhere. */
function withExtras(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withExtras);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, inner]) => [name, withExtras(inner)]);
  return { ...Object.fromEntries(fields), unknownField: { deep: [RAW_TEXT] }, __proto: 1 };
}

const REQUEST = { query: new URLSearchParams(), body: {}, account: 'player1', sessions: { passwords: new Map(), tokens: new Map() } };
/** Reads of the second platform that the product knows, with an example of their value. */
const READS = SPEC_CALLS.filter(({ method }) => method === 'GET').flatMap((one): [string, AnyCall, SpecCall][] => {
  const call = callByRoute(one.method, one.path);
  return call ? [[call.id, call, one]] : [];
});
const texts = await createTexts();

function read(call: AnyCall, value: unknown) {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) });
  const reader = createAnswerReader({ texts, log, site: siteDefaults('test', undefined, { currency: 'THB', timeZone: 'Asia/Bangkok' }) });
  const found = reader(call, 200, Buffer.from(JSON.stringify({ success: true, value })), {
    requestId: 'r',
    language: 'EN',
    sent: undefined,
  });
  const envelope = found?.envelope;
  return {
    isRead: envelope?.success === true,
    isValid: envelope?.success === true && v.is(call.value as never, JSON.parse(JSON.stringify(envelope.value))),
    fields: lines.flatMap(({ fields }) => (Array.isArray(fields) ? fields.map(String) : [])),
    reason: String(lines.find((line) => 'reason' in line)?.reason ?? ''),
  };
}

/** The changed field, or the one that its item lacks. */
function isNamed(field: string, changed: readonly unknown[]): boolean {
  const name = String(field.split('.').at(-1));
  return changed.includes(name) || REQUIRED_FIELDS.has(name) || name === 'amount';
}

/** The one field that the answer of a call is about. */
const SUBJECTS: Readonly<Record<string, string>> = { 'points.balance': 'currentPoints', 'points.config': 'ratio' };

/** What the whole answer is about: without it there is nothing to show. */
function isSubject(path: Path, id: string): boolean {
  const names = path.filter((key) => typeof key === 'string');
  const isInList = path.some((key) => typeof key === 'number');
  const last = names.at(-1) ?? '';
  return (
    names.length === 0 ||
    (!isInList &&
      (REQUIRED_FIELDS.has(last) ||
        last === SUBJECTS[id] ||
        ['sumBalance', 'list', 'data', 'lanes', 'games', 'missionCount', 'domainList', 'avatar', 'url'].includes(last)))
  );
}

describe.each(READS)('an answer of %s', (id, call, { answer }) => {
  const value = answer(REQUEST);

  it('is read with any field removed, null or of another type', () => {
    const lost = changesOf(value).flatMap(({ name, path, to }) => {
      const { isRead, isValid, reason } = read(call, withChange(value, path, to));
      if (isRead) return isValid ? [] : [`${name} gives a value that does not fit the call table`];
      return isSubject(path, id) ? [] : [`${name} loses the answer: ${reason}`];
    });
    expect(lost).toEqual([]);
  });

  it('is read with unknown fields', () => {
    const before = read(call, value);
    expect(read(call, withExtras(value))).toEqual(before);
  });

  it('is reported with the names of its fields only', () => {
    const names = new Set(
      JSON.stringify(value ?? null)
        .match(/"\w+"(?=:)/g)
        ?.map((name) => name.slice(1, -1)),
    );
    const wrong = changesOf(value).flatMap(({ name, path, to }) => {
      const known = path.filter((key) => typeof key === 'string');
      const { fields } = read(call, withChange(value, path, to));
      const before = read(call, value).fields;
      const others = fields.filter(
        (field) => !before.includes(field) && names.has(String(field.split('.').at(-1))) && !isNamed(field, known),
      );
      return others.length > 0 && known.length > 0 ? [`${name} reports ${others}`] : [];
    });
    expect(wrong).toEqual([]);
  });
});

/** Changes all fields and the first items of all lists of an answer at once. */
function changedEverywhere(value: unknown, to: unknown): unknown {
  if (Array.isArray(value)) return [to, ...value.slice(1).map((item) => changedEverywhere(item, to))];
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, inner], index): [string, unknown] => {
    const isContainer = typeof inner === 'object' && inner !== null;
    return [name, isContainer ? changedEverywhere(inner, to) : index % 2 === 0 ? to : inner];
  });
  return Object.fromEntries(fields.filter(([, inner]) => inner !== undefined));
}

async function faultsOf(agent: ReturnType<typeof supertest.agent>, address: string): Promise<string[]> {
  const isCall = /^\/(?:wps|lgw|lotto)\//.test(address);
  const { status, text } = await agent.get(address).set('Accept', isCall ? 'application/json' : 'text/html');
  const expected = isCall ? REFUSED_READS : [200, 303];
  return [
    ...(expected.includes(status) ? [] : [`${address} ${status}`]),
    ...(isCall || status === 303 || /<\/html>\s*$/.test(text) ? [] : [`${address} is cut off`]),
    ...(text.includes('<script> ') ? [`${address} runs the text`] : []),
  ];
}

/** The answer with every list as a whole of another type. */
function withoutLists(value: unknown, to: unknown): unknown {
  if (Array.isArray(value)) return to;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutLists(inner, to)]));
}

/** Pages whose only content is one list: without a readable one they report the outage within the layout of the site. */
const LIST_PAGES =
  /^\/(?:favourites|recent|routes|help|noticePage|promotions|vnlottery|lottery|pointMall|member\/(?:transactionHistory|pointHistory)) 503$/;

/** What is lost at a platform whose answers are changed so. */
async function lostWith(change: (value: unknown) => unknown): Promise<string[]> {
  const platform = await startSpecPlatform();
  for (const [, call] of READS) platform.change.set(`${call.method} ${call.path}`, change);
  const upstreams = { wps: platform.url, lgw: platform.url, lotto: platform.url };
  const portal = await startTestPortal({ limits: MANY, isRemote: true, upstreams, defaults: { currency: 'THB' } }, mountPages);
  const agent = supertest.agent(portal.url);
  await agent.post('/wps/session/login').send({ username: 'player1', password: 'Secret123' });
  const lost: string[] = [];
  for (const address of ADDRESSES) lost.push(...(await faultsOf(agent, address)));
  await portal.close();
  await platform.stop();
  return lost;
}

it('the points mall shows the rewards of a platform with the fields of the specification', async () => {
  const platform = await startSpecPlatform();
  platform.change.set('GET /wps/system/whitelabel', (value) => ({ ...(value as object), settings: { points: '1' } }));
  const upstreams = { wps: platform.url, lgw: platform.url, lotto: platform.url };
  const portal = await startTestPortal({ limits: MANY, isRemote: true, upstreams }, mountPages);
  const agent = supertest.agent(portal.url);
  await agent.post('/wps/session/login').send({ username: 'player1', password: 'Secret123' });
  const { status, text } = await agent.get('/pointMall').set('Accept', 'text/html');
  expect([status, text.includes('>Cap</a>'), text.includes('500 points'), text.includes('20 left')]).toEqual([200, true, true, true]);
  await portal.close();
  await platform.stop();
});

describe('the site of a platform whose answers', () => {
  it.each(STRANGE)('have instead of every list: %s', async (_kind, to) => {
    const lost = await lostWith((value) => withoutLists(value, to) ?? null);
    const isMissing = to === undefined || to === null;
    expect(lost.filter((line) => isMissing || !LIST_PAGES.test(line))).toEqual([]);
  });

  it.each([...STRANGE, ['unknown fields', 'extra'] as const])('have everywhere: %s', async (kind, to) => {
    expect(await lostWith((value) => (kind === 'unknown fields' ? withExtras(value) : changedEverywhere(value, to)))).toEqual([]);
  });
});
