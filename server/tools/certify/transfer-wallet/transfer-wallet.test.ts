import { createServer, type IncomingMessage, type Server } from 'node:http';
import { afterAll, describe, expect, it } from 'vitest';
import { listenLocally, localUrl } from '../../../net/test-server.ts';
import { createTransferBook, type TransferBook } from '../../../platform/play/vendors/transfer-wallet/test-book.ts';
import { signatureOf } from '../payments/signed-post.ts';
import { type Outcome, table } from '../report.ts';
import { certifyTransferWallet } from './certify.ts';

const SECRET = 'the-key-of-these-certificates-00000001';
const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

/** Violations of the protocol by a provider. */
type Defect =
  | 'any-signature'
  | 'no-staleness'
  | 'moves-repeats'
  | 'ignores-content'
  | 'leaves-references-open'
  | 'rounds'
  | 'pays-part'
  | 'any-amount'
  | 'any-game'
  | 'resets-players'
  | 'lists-deposits'
  | 'answers-500';
type Body = Readonly<Record<string, string>>;

type Answer = Readonly<Record<string, unknown>> | undefined;
interface Request {
  readonly book: TransferBook;
  readonly operation: string;
  readonly body: Body;
  /** Answers as a correct provider does, to a request with these changes. */
  readonly perform: (change?: Body) => Answer;
}

const isDone = ({ book, body }: Request) => book.transfers.get(body.reference ?? '')?.state === 'done' && 'amount' in body;
const isAmount = ({ body }: Request) => /^[1-9]\d*$/.test(String(body.amount));
const balanceOf = ({ book, body }: Request) => book.balances.get(body.player ?? '') ?? 0n;
let repeats = 0;

/** What a defective provider answers. Undefined: as a correct one. */
const DEFECTS: Readonly<Partial<Record<Defect, (request: Request) => Answer>>> = {
  'moves-repeats': (request) => {
    if (!isDone(request) || !isAmount(request)) return undefined;
    repeats += 1;
    return { ...request.perform({ reference: `${request.body.reference}-${repeats}` }), reference: request.body.reference };
  },
  'ignores-content': (request) =>
    isDone(request) ? request.perform({ amount: request.book.transfers.get(request.body.reference ?? '')?.amount ?? '' }) : undefined,
  'leaves-references-open': ({ book, operation, body }) =>
    operation === 'status' && !book.transfers.has(body.reference ?? '') ? { status: 'TRANSFER_NOT_FOUND' } : undefined,
  rounds: (request) => {
    if (request.operation !== 'deposit' || !isAmount(request)) return undefined;
    return { ...request.perform({ amount: `${String(request.body.amount).slice(0, -2) || '1'}00` }), amount: request.body.amount };
  },
  'pays-part': (request) => {
    if (request.operation !== 'withdraw' || !isAmount(request)) return undefined;
    const balance = balanceOf(request);
    return balance > 0n && BigInt(request.body.amount ?? 0) > balance ? request.perform({ amount: balance.toString() }) : undefined;
  },
  'any-amount': (request) => ('amount' in request.body && !isAmount(request) ? { status: 'OK' } : undefined),
  'any-game': ({ operation }) => (operation === 'launch' ? { status: 'OK', url: 'https://play.test/any' } : undefined),
  'resets-players': (request) => {
    if (request.operation === 'player') request.book.give(request.body.player ?? '', -balanceOf(request));
    return undefined;
  },
  'lists-deposits': (request) => {
    if (request.operation !== 'history') return undefined;
    const entries = [...request.book.transfers].map(([id, { player, amount }]) => ({
      id,
      kind: 'win',
      player,
      amount,
      roundId: 'r',
      gameId: 'g',
      currency: 'THB',
      betId: 'b',
      at: '2026-01-01T00:00:00Z',
    }));
    return { ...request.perform(), entries };
  },
};

/** A provider in memory that is correct except for its defect. */
async function startProvider(defect?: Defect): Promise<string> {
  const book = createTransferBook({ currency: 'THB', games: ['WHEEL'], urlOf: () => 'https://play.test/wheel' });
  const answer = (operation: string, body: Body): Answer => {
    const perform = (change: Body = {}) => book.perform(operation, { ...body, ...change });
    if (defect === 'answers-500' && operation === 'balance' && !book.balances.has(body.player ?? '')) return undefined;
    return (defect && DEFECTS[defect]?.({ book, operation, body, perform })) ?? perform();
  };
  const server = createServer(async (request, response) => {
    const text = await bodyOf(request);
    const path = request.url ?? '';
    const timestamp = String(request.headers['x-timestamp'] ?? '');
    const isSigned = request.headers['x-signature'] === signatureOf(SECRET, path, timestamp, text) || defect === 'any-signature';
    const isFresh = Math.abs(Date.now() - Number(timestamp)) < 300_000 || defect === 'no-staleness';
    const refusal = !isSigned ? 'BAD_SIGNATURE' : isFresh ? undefined : 'STALE_REQUEST';
    const answered = refusal ? { status: refusal } : answer(path.split('/').at(-1) ?? '', JSON.parse(text) as Body);
    response.writeHead(answered ? 200 : 500, { 'content-type': 'application/json' }).end(JSON.stringify(answered ?? {}));
  });
  servers.push(server);
  await listenLocally(server);
  return `${localUrl(server)}/wallet`;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

const certify = async (defect?: Defect) =>
  certifyTransferWallet({ url: await startProvider(defect), secret: SECRET, gameId: 'WHEEL', currency: 'THB' });
const failed = (outcomes: readonly Outcome[]) => outcomes.filter(({ state }) => state === 'failed').map(({ scenario }) => scenario);

describe('certification of a provider that keeps balances', () => {
  it('passes for a correct provider', async () => {
    const outcomes = await certify();
    expect(failed(outcomes), table(outcomes)).toEqual([]);
    expect(table(outcomes)).toContain('30 passed, 0 failed, 0 left out');
  });

  it.each<[Defect, string]>([
    ['any-signature', 'signature-body'],
    ['any-signature', 'unsigned'],
    ['no-staleness', 'stale'],
    ['moves-repeats', 'deposit-repeat'],
    ['moves-repeats', 'withdraw-at-once'],
    ['ignores-content', 'deposit-mismatch'],
    ['leaves-references-open', 'deposit-closed'],
    ['leaves-references-open', 'withdraw-closed'],
    ['rounds', 'exact'],
    ['pays-part', 'insufficient'],
    ['any-amount', 'amount-0'],
    ['any-amount', 'amount-1.5'],
    ['any-game', 'launch'],
    ['resets-players', 'player'],
    ['lists-deposits', 'history-without-transfers'],
    ['answers-500', 'unknown-player'],
  ])('finds %s by %s', async (defect, scenario) => {
    expect(failed(await certify(defect))).toContain(scenario);
  });
});
