import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { TicketRequest } from '../../../shared/games/events/protocol.ts';
import { STUDIO_API } from '../../../shared/games/protocol.ts';
import type { FreeRoundGrant, SeamlessAnswer, SeamlessOperation } from '../../../shared/seamless/wallet.ts';
import { listenLocally, localUrl } from '../../net/test-server.ts';
import { type ProviderConnection, send } from './send.ts';
import { createMatches } from './test-matches.ts';
import { createRooms, type RoomPlayer } from './test-rooms.ts';
import type { VendorDefect } from './vendor-defects.ts';

const STAKE = 10_000n;

interface FreePlayer {
  readonly isAbove: boolean;
  readonly freeRounds: readonly FreeRoundGrant[];
}

/** The smallest vendor that follows the protocol, in memory, or violates it with a defect. For tests of the certification. */
export async function startTestVendor(
  line: () => ProviderConnection,
  defect?: VendorDefect,
): Promise<{ url: string; close(): Promise<void> }> {
  const has = (one: VendorDefect) => one === defect;
  const sessions = new Map<string, RoomPlayer & FreePlayer>();
  const plays = new Map<string, Promise<[number, object]>>();
  const call = (operation: SeamlessOperation, body: object): Promise<SeamlessAnswer | undefined> =>
    send(line(), operation, has('wrong-form') ? { ...body, extra: 1 } : body, has('wrong-key') ? { secret: 'another' } : {}).catch(() =>
      has('believes-garbage') ? { status: 'OK' as const } : undefined,
    );
  const retryUntilAnswered = async (operation: SeamlessOperation, body: () => object, tries = 20): Promise<SeamlessAnswer | undefined> => {
    for (let n = 0; n < tries; n += 1) {
      const reply = await call(operation, body());
      if (reply) return reply;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return undefined;
  };

  async function open({ ticket, gameId }: Record<string, string>): Promise<[number, object]> {
    const reply = await call('authenticate', { ticket, gameId });
    if (reply?.status !== 'OK' && !has('opens-anything')) return [401, { error: 'session_expired' }];
    const token = randomUUID();
    const { token: walletToken = '', player = '', maximumStake = String(STAKE), links = [], freeRounds = [] } = reply ?? {};
    sessions.set(token, { token: walletToken, player, gameId: gameId ?? '', isAbove: STAKE > BigInt(maximumStake), links, freeRounds });
    return [200, { token, freeRounds: has('hides-free-rounds') ? [] : freeRounds }];
  }

  /** After a missing answer: true if the bet counts; otherwise it was rolled back. */
  async function resolveUnanswered(roundId: string, named: object): Promise<boolean> {
    if (has('forgets-rollback')) return false;
    const status = await retryUntilAnswered('status', () => ({ transactionId: `${roundId}-b` }));
    if (status?.transaction?.state === 'accepted') return true;
    const undo = { transactionId: `${roundId}-x`, betTransactionId: `${roundId}-b`, ...named };
    await retryUntilAnswered('rollback', () => undo, has('gives-up-rollbacks') ? 1 : 20);
    return false;
  }

  const isTooHigh = ({ isAbove }: FreePlayer, free: FreeRoundGrant | undefined) =>
    isAbove && (free === undefined || has('limits-free-rounds')) && !has('stakes-more');
  const stakeOf = (free: FreeRoundGrant | undefined) =>
    free && !has('charges-free-rounds')
      ? { amount: '0', freeRound: { grantId: free.grantId, stake: free.stake } }
      : { amount: String(STAKE) };
  const isPaidAnyway = (free: FreeRoundGrant | undefined) =>
    has('wins-after-refusal') || (free !== undefined && has('pays-refused-free-rounds'));

  async function play(session: FreePlayer & RoomPlayer, grantId?: string): Promise<[number, object]> {
    if (has('understands-nothing')) return [400, { error: 'bet_invalid' }];
    const free = session.freeRounds.find((grant) => grant.grantId === grantId);
    if (isTooHigh(session, free)) return [409, { error: 'stake_above_maximum' }];
    const roundId = has('same-ids') ? 'r' : randomUUID();
    const named = { roundId, gameId: session.gameId, player: session.player };
    const bet = () => ({ token: session.token, transactionId: `${roundId}-b`, ...named, currency: 'USD', ...stakeOf(free) });
    let reply = await call('bet', bet());
    if (!reply && has('new-bet-on-retry')) reply = await retryUntilAnswered('bet', () => ({ ...bet(), transactionId: randomUUID() }));
    if (reply?.status === 'FREE_ROUND_REFUSED' && has('plays-on-for-money')) return play(session);
    if (reply && reply.status !== 'OK' && !isPaidAnyway(free)) return [409, { error: 'insufficient_funds' }];
    if (!reply && !(await resolveUnanswered(roundId, named))) return [200, roundResult(roundId, 'refunded', 0n)];
    return settle(roundId, named);
  }

  async function settle(roundId: string, named: object): Promise<[number, object]> {
    const winId = () => (has('new-win-id') ? randomUUID() : `${roundId}-w`);
    const win = () => ({ transactionId: winId(), betTransactionId: `${roundId}-b`, ...named, currency: 'USD', amount: String(STAKE) });
    await retryUntilAnswered('win', win, has('gives-up-wins') ? 1 : 20);
    await retryUntilAnswered('finish', () => named);
    return [200, roundResult(roundId, 'settled', has('reports-more') ? STAKE * 2n : STAKE)];
  }

  const deps = { has, call, retryUntilAnswered, resolveUnanswered };
  const [matches, rooms] = [createMatches(deps), createRooms(deps)];

  async function answer(path: string, token: string, body: Record<string, string>): Promise<[number, object]> {
    if (path === STUDIO_API.session) return open(body);
    if (matches.isList(path)) return [200, matches.list()];
    const session = sessions.get(token);
    if (!session) return [401, { error: 'session_expired' }];
    if (rooms.isCall(path)) return rooms.answer(path, session);
    if (matches.isPlace(path)) return matches.place(session, body as unknown as TicketRequest);
    const id = has('plays-keys-twice') ? randomUUID() : `${session.token}/${body.key}`;
    const playing = plays.get(id) ?? play(session, body.freeRound);
    plays.set(id, playing);
    return playing;
  }

  const server = createServer(async (request, response) => {
    const text = await textOf(request);
    const token = (request.headers.authorization ?? '').slice('Bearer '.length);
    const [status, reply] = await answer(request.url ?? '', token, JSON.parse(text || '{}') as Record<string, string>);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
  });
  await listenLocally(server);
  return {
    url: localUrl(server),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function roundResult(roundId: string, status: string, payout: bigint): object {
  return { round: { roundId, status, payout: `${payout / 10_000n}.0000` } };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
