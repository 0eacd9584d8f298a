import express, { type Request, type Response, Router } from 'express';
import * as v from 'valibot';
import { CLIENT_ADDRESS_HEADER } from '../../../../shared/api/client-address.ts';
import {
  SEAMLESS,
  SEAMLESS_PREFIX,
  type SeamlessAnswer,
  type SeamlessBody,
  type SeamlessOperation,
  SIGNATURE_WINDOW_MS,
} from '../../../../shared/seamless/wallet.ts';
import { currentSpan } from '../../../observe/tracing.ts';
import { inTransaction } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { betAtOnce, winAtOnce } from './at-once.ts';
import { bet } from './bet.ts';
import { accountForGame, type BetContextRequest, loadBetContext } from './bet-context.ts';
import type { Provider, VendorDeps } from './contracts.ts';
import { createDialect, type Dialect, PLAIN_DIALECT } from './dialects/dialect.ts';
import { storeEvents } from './events.ts';
import { storeGames } from './games.ts';
import type { Step } from './instructions.ts';
import { reverse } from './reverse.ts';
import { storeRooms } from './rooms.ts';
import { authenticate, balance, status } from './sessions.ts';
import { finish, rollback, win } from './settlement.ts';
import { storeSlips } from './slips.ts';

const BODY_LIMIT = '16kb';
/** The seamless wallet itself. */
const PLAIN = createDialect(PLAIN_DIALECT);

/** HTTP endpoint of the seamless wallet. Mount it before body parsers: the signature covers the path and the raw bytes. */
export function seamlessRouter(deps: VendorDeps): Router {
  const router = Router();
  router.post(
    `${SEAMLESS_PREFIX}/:provider/:operation`,
    express.raw({ type: () => true, limit: BODY_LIMIT }),
    async (request, response) => {
      const recordOutcome = watchMessage(deps, request);
      try {
        const answer = await handle(deps, request);
        recordOutcome(answer.status);
        response.json(dialectOf(deps, request)?.write(answer) ?? answer);
      } catch (error) {
        recordOutcome('ERROR');
        // Nothing was posted: the vendor repeats the call, possibly on another node.
        if (error instanceof Refusal && error.code === 'clocks_differ')
          return void response.status(503).json({ status: 'ERROR', message: error.code } satisfies SeamlessAnswer);
        deps.log.error({ err: error, provider: request.params.provider, operation: request.params.operation }, 'seamless call failed');
        response.status(500).json({ status: 'ERROR' } satisfies SeamlessAnswer);
      }
    },
  );
  // Unreadable body: too large, truncated or wrongly encoded.
  router.use(SEAMLESS_PREFIX, (_error: unknown, _request: Request, response: Response, _next: unknown) => {
    response.status(200).json({ status: 'BAD_REQUEST', message: 'body' } satisfies SeamlessAnswer);
  });
  router.use(SEAMLESS_PREFIX, (_request, response) => {
    response.status(404).json({ status: 'BAD_REQUEST', message: 'operation' } satisfies SeamlessAnswer);
  });
  return router;
}

/** Only known names become metric labels, because callers can send any name. */
function watchMessage({ onSeamless, providers }: VendorDeps, { params }: Request): (status: string) => void {
  const provider = typeof params.provider === 'string' && providers.has(params.provider) ? params.provider : 'unknown';
  const dialect = providers.get(provider)?.dialect ?? PLAIN;
  const operation = (typeof params.operation === 'string' ? dialect.operation(params.operation) : undefined) ?? 'unknown';
  const start = performance.now();
  currentSpan()?.rename(`seamless ${operation}`);
  return (status) => onSeamless?.(provider, operation, status, performance.now() - start);
}

async function handle(deps: VendorDeps, request: Request): Promise<SeamlessAnswer> {
  const { provider: code, operation: name } = request.params;
  await deps.providers.refresh?.();
  const provider = typeof code === 'string' ? deps.providers.get(code) : undefined;
  if (!provider || typeof code !== 'string') return { status: 'UNKNOWN_PROVIDER' };
  if (provider.isAllowedAddress && !provider.isAllowedAddress(clientAddress(request)))
    return { status: 'UNKNOWN_PROVIDER', message: 'address' };
  // Without a body express leaves no buffer.
  const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const dialect = provider.dialect ?? PLAIN;
  const signed = { method: request.method, path: request.originalUrl, body: raw, header: (name: string) => request.get(name) ?? '' };
  if (provider.secret === undefined) return { status: 'BAD_SIGNATURE' };
  if (!dialect.isSigned(provider.secret, signed)) return { status: 'BAD_SIGNATURE' };
  if (!isFresh(dialect.sentAt(signed), deps.clock.now())) {
    // With a wrong clock this node must refuse: the timestamp check would be meaningless, and another node can take the call.
    deps.requireTime?.();
    return { status: 'STALE_REQUEST' };
  }
  await deps.providers.noteCall?.(code);
  const operation = typeof name === 'string' ? dialect.operation(name) : undefined;
  if (operation === undefined) return { status: 'BAD_REQUEST', message: 'operation' };
  const body = parseJson(raw);
  if (body === undefined) return { status: 'BAD_REQUEST', message: 'json' };
  if (!mayCall(provider, operation)) return { status: 'BAD_REQUEST', message: 'permission' };
  const translated = provider.dialect?.read(operation, body) ?? { body };
  if ('field' in translated) return { status: 'BAD_REQUEST', message: translated.field };
  return perform(deps, code, operation, translated.body);
}

/** As the portal determined it; without a portal, the peer of the connection. */
function clientAddress(request: Request): string {
  return request.get(CLIENT_ADDRESS_HEADER) ?? request.socket.remoteAddress ?? '';
}

function dialectOf({ providers }: VendorDeps, { params: { provider } }: Request): Dialect | undefined {
  return typeof provider === 'string' ? providers.get(provider)?.dialect : undefined;
}

/** `sentAt`: null without a time, which some dialects do not have. */
function isFresh(sentAt: number | null, now: Date): boolean {
  return sentAt === null || Math.abs(now.getTime() - sentAt) <= SIGNATURE_WINDOW_MS;
}

/**
 * Reports and reversals need the permission of their name. Bets without one are answered by the operation itself; everything else is always accepted, but
 * only reports of a provider that keeps balances: its play is read from its history.
 */
function mayCall({ permissions, transferWallet }: Provider, operation: SeamlessOperation): boolean {
  if (transferWallet && !REPORTS.includes(operation)) return false;
  return !permissions || ![...REPORTS, 'reverse'].includes(operation) || permissions.some((one) => one === operation);
}
const REPORTS: readonly SeamlessOperation[] = ['games', 'events', 'rooms', 'slips'];

function parseJson(raw: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw));
  } catch {
    return undefined;
  }
}

/** Runs one operation. The signature has been verified; `input` is the parsed body before validation. */
export async function perform(deps: VendorDeps, provider: string, operation: SeamlessOperation, input: unknown): Promise<SeamlessAnswer> {
  const parsed = v.safeParse(SEAMLESS[operation], input);
  if (!parsed.success)
    return { status: 'BAD_REQUEST', message: v.flatten(parsed.issues).root?.[0] ?? v.getDotPath(parsed.issues[0]) ?? 'body' };
  const { output } = parsed;
  switch (operation) {
    case 'authenticate':
      return inTransaction(deps.db, (tx) => authenticate(deps, tx, provider, output as SeamlessBody<'authenticate'>));
    case 'balance':
      return balance(deps, deps.db, provider, output as SeamlessBody<'balance'>);
    case 'status':
      return status(deps, provider, output as SeamlessBody<'status'>);
    case 'games':
      return storeGames(deps, provider, output as SeamlessBody<'games'>);
    case 'events':
      return storeEvents(deps, provider, output as SeamlessBody<'events'>);
    case 'rooms':
      return storeRooms(deps, provider, output as SeamlessBody<'rooms'>);
    case 'slips':
      return storeSlips(deps, provider, output as SeamlessBody<'slips'>);
    case 'bet':
      return (
        (await betAtOnce(deps, provider, output as SeamlessBody<'bet'>)) ??
        withLockedWallet(deps, provider, output as SeamlessBody<'bet'>, bet, 'INVALID_TOKEN')
      );
    case 'win':
      return (
        (await winAtOnce(deps, provider, output as SeamlessBody<'win'>)) ??
        withLockedWallet(deps, provider, output as SeamlessBody<'win'>, win, 'BET_NOT_FOUND')
      );
    case 'rollback':
      return withLockedWallet(deps, provider, output as SeamlessBody<'rollback'>, rollback, 'BET_NOT_FOUND');
    case 'reverse':
      return withLockedWallet(deps, provider, output as SeamlessBody<'reverse'>, reverse, 'BET_NOT_FOUND');
    case 'finish':
      return withLockedWallet(deps, provider, output as SeamlessBody<'finish'>, finish, 'BET_NOT_FOUND');
  }
}

/** Runs the operation with the player's wallet locked. `unknownPlayer` is the reply for a player that this vendor does not have. */
async function withLockedWallet<Body extends BetContextRequest & { readonly gameId: string }>(
  deps: VendorDeps,
  provider: string,
  body: Body,
  operation: (step: Step, body: Body) => Promise<SeamlessAnswer>,
  unknownPlayer: 'INVALID_TOKEN' | 'BET_NOT_FOUND',
): Promise<SeamlessAnswer> {
  if (refersToItself(body)) return { status: 'BAD_REQUEST', message: 'betTransactionId' };
  return inTransaction(deps.db, async (tx, afterCommit) => {
    const context = await loadBetContext(tx, { provider, merchant: deps.merchant }, body);
    if (!context) return { status: unknownPlayer };
    const holder = await accountForGame(deps, tx, context.holder, body);
    return operation({ ...context, deps, tx, afterCommit, holder, now: deps.clock.now() }, body);
  });
}

function refersToItself(body: object): boolean {
  return 'betTransactionId' in body && 'transactionId' in body && body.betTransactionId === body.transactionId;
}
