import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LISTED_VALUE } from '../../../../shared/seamless/round-details.ts';
import { SIGNATURE_HEADER, TIMESTAMP_HEADER } from '../../../../shared/seamless/wallet.ts';
import { verifyRequest } from '../../base/signature.ts';
import type { Provider, Providers } from './contracts.ts';
import { createRoundDetails } from './round-details.ts';

const SECRET = 'a key of at least thirty-two characters';
const NOW = new Date('2026-11-25T01:00:00Z');
const rounds = [
  { id: '1', provider: 'OUTSIDE', round_id: 'r-1', game_id: 'G' },
  { id: '2', provider: 'OUTSIDE', round_id: 'r-2', game_id: 'G' },
  { id: '3', provider: 'SILENT', round_id: 'r-3', game_id: 'G' },
];

let server: Server;
let answer: { status: number; body: string };
let calls: { body: string; isSigned: boolean }[];
let warnings: unknown[];

beforeEach(async () => {
  calls = [];
  warnings = [];
  server = createServer(async (request, response) => {
    const body = await read(request);
    const timestamp = String(request.headers[TIMESTAMP_HEADER.toLowerCase()]);
    const signature = String(request.headers[SIGNATURE_HEADER.toLowerCase()]);
    calls.push({ body, isSigned: verifyRequest(SECRET, { method: 'POST', path: request.url ?? '', timestamp, body }, signature) });
    response.writeHead(answer.status, { location: '/elsewhere' }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

async function read(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

function client() {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/details`;
  const outside = { secret: SECRET, detailsUrl: () => url } as Partial<Provider> as Provider;
  const providers: Providers = { get: (code) => (code === 'OUTSIDE' ? outside : undefined), has: () => true };
  return createRoundDetails({ providers, clock: { now: () => NOW }, log: { warn: (...line: unknown[]) => void warnings.push(line) } });
}

const reply = (value: object) => {
  answer = { status: 200, body: JSON.stringify(value) };
};
const numbers = Array.from({ length: 200 }, (_, at) => String(at).padStart(4, '0')).join(' ');

test('one signed request for each vendor that describes rounds; long values are cut in a list and complete for one bet', async () => {
  reply({ rounds: [{ roundId: 'r-1', summary: '4D · Issue 7', lines: [{ name: 'bets', value: numbers }] }] });
  const list = await client()(rounds, 'VI', false);
  expect(calls.map(({ body, isSigned }) => [JSON.parse(body), isSigned])).toEqual([
    [{ language: 'VI', whole: false, rounds: rounds.slice(0, 2).map(({ round_id }) => ({ roundId: round_id, gameId: 'G' })) }, true],
  ]);
  expect([...list.keys()]).toEqual(['1']);
  const cut = list.get('1')?.lines[0]?.value ?? '';
  expect(cut.length).toBeLessThanOrEqual(LISTED_VALUE);
  expect(cut).toMatch(/^0000 0001 .* \d{4} …$/);
  const whole = await client()(rounds.slice(0, 1), 'VI', true);
  expect(whole.get('1')?.lines[0]?.value).toBe(numbers);
});

test.each([
  ['an error', () => (answer = { status: 500, body: '{}' })],
  ['a redirect', () => (answer = { status: 302, body: '' })],
  ['no JSON', () => (answer = { status: 200, body: '<html>' })],
  ['an unknown name of a line', () => reply({ rounds: [{ roundId: 'r-1', summary: 'x', lines: [{ name: 'password', value: 'x' }] }] })],
  ['a control character', () => reply({ rounds: [{ roundId: 'r-1', summary: 'x\u0007', lines: [] }] })],
  ['too many bytes', () => reply({ rounds: [], more: 'x'.repeat(2_100_000) })],
])('%s of a vendor leaves the record without its descriptions and is logged', async (_name, prepare) => {
  prepare();
  expect(await client()(rounds, 'EN', false)).toEqual(new Map());
  expect(warnings).toHaveLength(1);
});
