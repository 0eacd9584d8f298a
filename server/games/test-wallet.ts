import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import * as v from 'valibot';
import { toUnitText, type UnitText } from '../../shared/money/money.ts';
import type { SeamlessEvent } from '../../shared/seamless/events.ts';
import type { SeamlessRoom } from '../../shared/seamless/rooms.ts';
import type { SlipLeg } from '../../shared/seamless/slips.ts';
import { SEAMLESS, type SeamlessAnswer, type SeamlessBody, type SeamlessOperation, signedHead } from '../../shared/seamless/wallet.ts';
import { listenLocally } from '../net/test-server.ts';

/**
 * A wallet of another party for the studio's tests: it follows the contract and fails on request. `lost`: the request is not
 * processed. `unanswered`: processed, but the reply is lost. `broken`: 500 without processing. `garbled`: processed, then a
 * reply that is not JSON. `late`: processed after the caller has given up, at `releaseLate`; `held`: processed and answered at
 * `releaseLate`, while the caller waits. Lost connections break immediately, so that no test depends on durations; `hanging` is
 * neither processed nor broken.
 */
export type WalletFault = 'lost' | 'unanswered' | 'broken' | 'garbled' | 'late' | 'held' | 'hanging' | undefined;

interface Instruction {
  readonly kind: 'bet' | 'win' | 'rollback' | 'reverse';
  readonly body: string;
  readonly player: string;
  readonly amount: bigint;
  state: 'accepted' | 'refused' | 'rolled-back' | 'tombstone';
  settled: boolean;
}

export interface TestWallet {
  readonly url: string;
  readonly balances: Map<string, bigint>;
  readonly instructions: Map<string, Instruction>;
  readonly finished: Set<string>;
  /** Events received, in order. */
  readonly events: SeamlessEvent[];
  /** The last report of the legs of each round. */
  readonly slips: Map<string, readonly SlipLeg[]>;
  /** The last report of rooms. */
  rooms: readonly SeamlessRoom[];
  /** Processed operations, in order; reports of rooms and slips have their own timing and are not included. */
  readonly calls: string[];
  /** Decides the fault of each request; `undefined` for no fault. */
  fault: (operation: SeamlessOperation, body: Record<string, string>) => WalletFault;
  /** Replaces the usual reply to a bet or to `authenticate`. */
  refusal: SeamlessAnswer['status'] | undefined;
  /** Message of a refused bet. */
  message: string | undefined;
  /** Minimum round time in the reply to `authenticate`. */
  minimumRoundMs: number | undefined;
  /** Highest stake of one bet in the reply to `authenticate`, in units. */
  maximumStake: UnitText | undefined;
  /** Free rounds in the reply to `authenticate`. */
  freeRounds: SeamlessAnswer['freeRounds'];
  /** Currency of every player. */
  currency: string;
  /** Links of a player in the reply to `authenticate`. */
  readonly links: Map<string, readonly string[]>;
  /** Like `refusal`, for the bets of one player. */
  readonly refusals: Map<string, SeamlessAnswer['status']>;
  /** Players whose tokens are refused, with the status of the reply to `balance` and `bet`. */
  readonly ended: Map<string, SeamlessAnswer['status']>;
  /** Processes late requests. */
  releaseLate(): void;
  /** Clears all state and every fault. */
  forget(): void;
  close(): Promise<void>;
}

const REST_MS = 600_000;
export const TEST_SECRET = 'a secret of the tests, known to both sides';

export async function openTestWallet(): Promise<TestWallet> {
  const late: (() => void)[] = [];
  // An idle connection closed by the server would look like an unanswered call that no test has set up.
  const server = createServer({ keepAliveTimeout: REST_MS }, (request, response) => void answer(request, response));
  const wallet: TestWallet = {
    url: await listenLocally(server),
    balances: new Map(),
    instructions: new Map(),
    finished: new Set(),
    events: [],
    slips: new Map(),
    rooms: [],
    calls: [],
    fault: () => undefined,
    refusal: undefined,
    message: undefined,
    minimumRoundMs: undefined,
    freeRounds: undefined,
    maximumStake: undefined,
    currency: 'USD',
    links: new Map(),
    refusals: new Map(),
    ended: new Map(),
    releaseLate: () => {
      for (const work of late.splice(0)) work();
    },
    forget() {
      for (const collection of [
        wallet.balances,
        wallet.instructions,
        wallet.finished,
        wallet.slips,
        wallet.refusals,
        wallet.links,
        wallet.ended,
      ])
        collection.clear();
      for (const list of [wallet.events, wallet.calls, late]) list.length = 0;
      const plain = {
        refusal: undefined,
        message: undefined,
        minimumRoundMs: undefined,
        maximumStake: undefined,
        freeRounds: undefined,
        currency: 'USD',
      };
      Object.assign(wallet, plain, { rooms: [], fault: () => undefined });
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const raw = await textOf(request);
    const operation = request.url?.split('/').at(-1) as SeamlessOperation;
    if (!isSigned(request, raw)) return send(response, { status: 'BAD_SIGNATURE' });
    const parsed = v.safeParse(SEAMLESS[operation] as v.GenericSchema<Record<string, string>>, JSON.parse(raw));
    if (!parsed.success) return send(response, { status: 'BAD_REQUEST' });
    const work = () => {
      if (operation !== 'rooms' && operation !== 'slips') wallet.calls.push(operation);
      return perform(wallet, operation, parsed.output, raw);
    };
    const fault = wallet.fault(operation, parsed.output);
    if (fault === 'late') late.push(work);
    if (fault === 'held') return void late.push(() => send(response, work()));
    if (fault === 'hanging') return;
    if (fault === 'lost' || fault === 'late') return void request.socket.destroy();
    if (fault === 'broken') return void response.writeHead(500).end('{"status":"OK"}');
    const reply = work();
    if (fault === 'unanswered') return void request.socket.destroy();
    if (fault === 'garbled') return void response.end('<html>Bad gateway</html>');
    send(response, reply);
  }
  return wallet;
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

function isSigned({ url = '', headers }: IncomingMessage, raw: string): boolean {
  const head = signedHead('POST', url, String(headers['x-timestamp']));
  return createHmac('sha256', TEST_SECRET).update(head).update(raw).digest('hex') === headers['x-signature'];
}

function perform(wallet: TestWallet, operation: SeamlessOperation, body: Record<string, string>, raw: string): SeamlessAnswer {
  switch (operation) {
    case 'authenticate':
      return authenticate(wallet, body);
    case 'balance':
      return balance(wallet, body.token?.split('/')[1] ?? '');
    case 'status': {
      const known = wallet.instructions.get(body.transactionId ?? '');
      return known && known.kind !== 'reverse'
        ? { status: 'OK', transaction: { kind: known.kind, state: known.state } }
        : { status: 'TRANSACTION_NOT_FOUND' };
    }
    case 'games':
      return { status: 'OK' };
    case 'events':
      wallet.events.push(...(JSON.parse(raw) as SeamlessBody<'events'>).events);
      return { status: 'OK' };
    case 'slips':
      for (const slip of (JSON.parse(raw) as SeamlessBody<'slips'>).slips) wallet.slips.set(slip.roundId, slip.legs);
      return { status: 'OK' };
    case 'rooms':
      wallet.rooms = (JSON.parse(raw) as SeamlessBody<'rooms'>).rooms;
      return { status: 'OK' };
    case 'reverse':
      return reverse(wallet, body, raw);
    case 'finish':
      wallet.finished.add(body.roundId ?? '');
      return { status: 'OK', balance: balanceOf(wallet, body.player ?? '') };
    default:
      return instruct(wallet, operation, body, raw);
  }
}

function balance(wallet: TestWallet, player: string): SeamlessAnswer {
  return { status: wallet.ended.get(player) ?? 'OK', balance: balanceOf(wallet, player) };
}

function authenticate(wallet: TestWallet, { ticket = '' }: Record<string, string>): SeamlessAnswer {
  if (wallet.refusal) return { status: wallet.refusal };
  const player = ticket.replace('ticket-of-', '');
  if (!wallet.balances.has(player)) return { status: 'INVALID_TOKEN' };
  const balance = balanceOf(wallet, player);
  const { minimumRoundMs, maximumStake, freeRounds, currency } = wallet;
  const trial = player.startsWith('trial');
  const links = [...(wallet.links.get(player) ?? [])];
  const rules = { minimumRoundMs, maximumStake, links, freeRounds };
  return { status: 'OK', player, token: `wallet/${player}`, currency, language: 'EN', trial, balance, ...rules };
}

function instruct(wallet: TestWallet, kind: Instruction['kind'], body: Record<string, string>, raw: string): SeamlessAnswer {
  const { transactionId = '', player = '', roundId = '', betTransactionId = '' } = body;
  const known = wallet.instructions.get(transactionId);
  const yes = (): SeamlessAnswer => ({ status: 'OK', balance: balanceOf(wallet, player) });
  if (known?.state === 'tombstone') return { status: 'BET_ROLLED_BACK', balance: balanceOf(wallet, player) };
  if (known) return known.body === raw ? yes() : { status: 'TRANSACTION_MISMATCH' };
  const amount = BigInt(body.amount ?? 0);
  const note = (state: Instruction['state'] = 'accepted') =>
    wallet.instructions.set(transactionId, { kind, body: raw, player, amount, state, settled: false });
  if (kind === 'bet') {
    if (wallet.finished.has(roundId)) return { status: 'ROUND_CLOSED' };
    const refusal = wallet.refusal ?? wallet.refusals.get(player) ?? wallet.ended.get(player);
    if (refusal || amount > (wallet.balances.get(player) ?? 0n)) {
      note('refused');
      return { status: refusal ?? 'INSUFFICIENT_FUNDS', balance: balanceOf(wallet, player), message: wallet.message };
    }
    note();
    credit(wallet, player, -amount);
    return yes();
  }
  const bet = wallet.instructions.get(betTransactionId);
  return kind === 'win'
    ? win({ wallet, bet, roundId, endRound: body.endRound !== undefined, player, amount, note, yes })
    : rollback({ wallet, bet, body, note, yes });
}

function win(step: {
  wallet: TestWallet;
  bet: Instruction | undefined;
  roundId: string;
  endRound: boolean;
  player: string;
  amount: bigint;
  note(): unknown;
  yes(): SeamlessAnswer;
}) {
  const { wallet, bet, roundId, endRound, player, amount, note, yes } = step;
  if (!bet) return { status: 'BET_NOT_FOUND' } as const;
  if (bet.state !== 'accepted') return { status: 'BET_ROLLED_BACK' } as const;
  if (bet.settled) return { status: 'BET_SETTLED' } as const;
  bet.settled = true;
  note();
  credit(wallet, player, amount);
  if (endRound) wallet.finished.add(roundId);
  return yes();
}

function rollback(step: {
  wallet: TestWallet;
  bet: Instruction | undefined;
  body: Record<string, string>;
  note(): unknown;
  yes(): SeamlessAnswer;
}): SeamlessAnswer {
  const { wallet, bet, body, note, yes } = step;
  if (bet?.settled) return { status: 'BET_SETTLED' };
  if (bet?.state === 'accepted') credit(wallet, bet.player, bet.amount);
  if (bet) bet.state = 'rolled-back';
  const { betTransactionId = '', player = '' } = body;
  if (!bet) wallet.instructions.set(betTransactionId, { kind: 'bet', body: '', player, amount: 0n, state: 'tombstone', settled: false });
  note();
  return yes();
}

/** Takes the win of a settled bet back and returns its stake. */
function reverse(
  wallet: TestWallet,
  { transactionId = '', betTransactionId = '', player = '' }: Record<string, string>,
  raw: string,
): SeamlessAnswer {
  const yes = (): SeamlessAnswer => ({ status: 'OK', balance: balanceOf(wallet, player) });
  const known = wallet.instructions.get(transactionId);
  if (known) return known.body === raw ? yes() : { status: 'TRANSACTION_MISMATCH' };
  const bet = wallet.instructions.get(betTransactionId);
  if (!bet?.settled) return { status: 'BET_NOT_FOUND' };
  const win = [...wallet.instructions.values()].find(
    ({ kind, body }) => kind === 'win' && (JSON.parse(body) as { betTransactionId: string }).betTransactionId === betTransactionId,
  );
  bet.state = 'rolled-back';
  wallet.instructions.set(transactionId, { kind: 'reverse', body: raw, player, amount: bet.amount, state: 'accepted', settled: false });
  credit(wallet, player, bet.amount - (win?.amount ?? 0n));
  return yes();
}

function credit(wallet: TestWallet, player: string, amount: bigint): void {
  wallet.balances.set(player, (wallet.balances.get(player) ?? 0n) + amount);
}

function balanceOf(wallet: TestWallet, player: string): UnitText {
  return toUnitText(wallet.balances.get(player) ?? 0n);
}

function send(response: ServerResponse, reply: SeamlessAnswer): void {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(reply));
}
