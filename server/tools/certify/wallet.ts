import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { SEAMLESS, type SeamlessAnswer, type SeamlessBody, type SeamlessOperation } from '../../../shared/api/seamless.ts';
import type { SlipLeg } from '../../../shared/api/seamless-slips.ts';
import type { SeamlessCode } from '../../../shared/codes.ts';
import { createContestBook, type PlayerLink } from './wallet-contests.ts';
import type { WalletDefect } from './wallet-defects.ts';
import { createSlipBook } from './wallet-slips.ts';

export interface Transaction {
  readonly kind: 'bet' | 'win' | 'rollback';
  readonly content: string;
  readonly player: string;
  readonly roundId: string;
  readonly amount: bigint;
  readonly transferId: string | undefined;
  status: SeamlessCode;
  state: 'accepted' | 'refused' | 'rolled-back' | 'tombstone';
  settled: boolean;
}

/**
 * A correct wallet in memory: the platform's side for a vendor under certification. It passes the platform certification, so its demands
 * match the protocol.
 */
export interface ModelWallet {
  readonly gameId: string;
  readonly transactions: ReadonlyMap<string, Transaction>;
  readonly closed: ReadonlySet<string>;
  /** Legs of bets on matches, by round. */
  readonly slips: ReadonlyMap<string, readonly SlipLeg[]>;
  /** Ticket of a new or an existing player. */
  launch(player: string, balance?: bigint): string;
  balanceOf(player: string): bigint;
  /** Ends the player's sessions. */
  expire(player: string): void;
  /** Links the player to all others with the same text. */
  link(player: string, link: PlayerLink): void;
  perform(operation: SeamlessOperation, input: unknown): Promise<SeamlessAnswer>;
}

const CURRENCY = 'USD';
type Body = Readonly<Record<string, string>>;

/** `gameIds`: the known games, the one to play first. */
export function createModelWallet(
  gameIds: readonly [string, ...string[]],
  has: (defect: WalletDefect) => boolean = () => false,
): ModelWallet {
  const balances = new Map<string, bigint>();
  const tickets = new Map<string, string>();
  const tokens = new Map<string, { readonly player: string; expired: boolean }>();
  const transactions = new Map<string, Transaction>();
  const rounds = new Map<string, { readonly player: string; readonly gameId: string }>();
  const closed = new Set<string>();
  const contests = createContestBook();
  const slips = createSlipBook((roundId) => rounds.get(roundId)?.gameId, has);
  const balanceOf = (player: string) => balances.get(player) ?? 0n;

  const answer = (player: string, status: SeamlessCode, transferId?: string): SeamlessAnswer => ({
    ...{ status, player, currency: CURRENCY, balance: String(balanceOf(player)) },
    ...(transferId === undefined ? {} : { transferId }),
  });

  function replayOf(body: Body, kind: Transaction['kind'], content: string): SeamlessAnswer | undefined {
    const { transactionId = '', player = '' } = body;
    const known = transactions.get(transactionId);
    if (!known) return undefined;
    if (known.state === 'tombstone') return answer(player, 'BET_ROLLED_BACK');
    if (known.content !== content && !has('ignores-content')) return answer(player, 'TRANSACTION_MISMATCH');
    if (known.state === 'rolled-back') return answer(player, 'BET_ROLLED_BACK', known.transferId);
    if (known.state === 'refused' && has('forgets-refusals')) return undefined;
    if (kind === 'bet' && has('doubles-bets')) balances.set(player, balanceOf(player) - BigInt(body.amount ?? 0));
    if (kind === 'win' && has('doubles-wins')) balances.set(player, balanceOf(player) + BigInt(body.amount ?? 0));
    return answer(player, known.status, known.transferId);
  }

  function storeOutcome(body: Body, kind: Transaction['kind'], content: string, status: SeamlessCode, units: bigint): SeamlessAnswer {
    const { transactionId = '', player = '', roundId = '' } = body;
    const accepted = status === 'OK';
    const transferId = accepted && units !== 0n ? randomUUID() : undefined;
    if (accepted) balances.set(player, balanceOf(player) + units);
    const state = accepted ? 'accepted' : 'refused';
    const amount = units < 0n ? -units : units;
    transactions.set(transactionId, { kind, content, player, roundId, amount, transferId, status, state, settled: false });
    return answer(player, status, transferId);
  }

  function bet(body: Body, content: string): SeamlessAnswer {
    const { token = '', player = '', roundId = '', gameId = '' } = body;
    const session = tokens.get(token);
    if (session?.player !== player) return answer(player, 'INVALID_TOKEN');
    if (session.expired && !has('bets-after-expiry')) return answer(player, 'TOKEN_EXPIRED');
    if (rounds.has(roundId) && rounds.get(roundId)?.player !== player) return answer(player, 'TRANSACTION_MISMATCH');
    const amount = BigInt(body.amount ?? 0);
    const refusal = betRefusal(body, amount);
    if (refusal) return storeOutcome(body, 'bet', content, refusal, 0n);
    const opponent = contests.linkedOpponent(body);
    if (opponent) return { ...storeOutcome(body, 'bet', content, 'LIMIT_REACHED', 0n), message: `linked_players: ${opponent}` };
    contests.enter(body);
    rounds.set(roundId, { player, gameId });
    return storeOutcome(body, 'bet', content, 'OK', -amount);
  }

  function betRefusal(body: Body, amount: bigint): SeamlessCode | undefined {
    if (body.currency !== CURRENCY) return 'WRONG_CURRENCY';
    if (!gameIds.includes(body.gameId ?? '')) return 'GAME_NOT_FOUND';
    if (closed.has(body.roundId ?? '') && !has('opens-again')) return 'ROUND_CLOSED';
    return amount > balanceOf(body.player ?? '') && !has('overdraws') ? 'INSUFFICIENT_FUNDS' : undefined;
  }

  /** The open bet of a win or a rollback. */
  function aliveBet({ betTransactionId = '', player, roundId = '' }: Body): Transaction | SeamlessCode {
    const found = transactions.get(betTransactionId);
    if (!found || found.state === 'refused') return 'BET_NOT_FOUND';
    if (found.state === 'tombstone') return 'BET_ROLLED_BACK';
    if (found.kind !== 'bet' || found.player !== player || found.roundId !== roundId) return 'TRANSACTION_MISMATCH';
    if (found.state === 'rolled-back') return has('pays-after-rollback') ? found : 'BET_ROLLED_BACK';
    if (closed.has(roundId)) return 'ROUND_CLOSED';
    return found.settled && !has('pays-twice') ? 'BET_SETTLED' : found;
  }

  function win(body: Body, content: string): SeamlessAnswer {
    const { player = '', roundId = '' } = body;
    if (has('no-wins-after-expiry') && [...tokens.values()].some((one) => one.player === player && one.expired))
      return answer(player, 'TOKEN_EXPIRED');
    if (body.currency !== CURRENCY) return answer(player, 'WRONG_CURRENCY');
    const found = aliveBet(body);
    if (typeof found === 'string') return has('keeps-refused-wins') ? storeOutcome(body, 'win', content, found, 0n) : answer(player, found);
    found.settled = true;
    if (body.amount === '0' && ![...transactions.values()].some((one) => one.roundId === roundId && isLive(one))) closed.add(roundId);
    return storeOutcome(body, 'win', content, 'OK', BigInt(body.amount ?? 0));
  }

  function rollback(body: Body, content: string): SeamlessAnswer {
    const { betTransactionId = '', player = '', roundId = '' } = body;
    const target = transactions.get(betTransactionId);
    if (!target && !has('forgets-tombstones')) {
      const tombstone = { kind: 'bet', content: '', player, roundId, amount: 0n, transferId: undefined } as const;
      transactions.set(betTransactionId, { ...tombstone, status: 'BET_ROLLED_BACK', state: 'tombstone', settled: false });
    }
    if (!target || target.state === 'tombstone' || target.state === 'refused') return storeOutcome(body, 'rollback', content, 'OK', 0n);
    if (target.settled && has('undoes-wins')) target.settled = false;
    const found = aliveBet(body);
    if (typeof found === 'string') return answer(player, found);
    found.state = 'rolled-back';
    return storeOutcome(body, 'rollback', content, 'OK', found.amount);
  }

  function finish({ roundId = '', player = '' }: Body): SeamlessAnswer {
    if (rounds.get(roundId)?.player !== player) return answer(player, rounds.has(roundId) ? 'TRANSACTION_MISMATCH' : 'BET_NOT_FOUND');
    closed.add(roundId);
    for (const one of transactions.values()) if (one.roundId === roundId && one.kind === 'bet') one.settled = true;
    return answer(player, 'OK');
  }

  async function instruct(kind: Transaction['kind'], body: Body): Promise<SeamlessAnswer> {
    if (!balances.has(body.player ?? '')) return { status: kind === 'bet' ? 'INVALID_TOKEN' : 'BET_NOT_FOUND' };
    const { token: _token, ...rest } = body;
    const content = JSON.stringify([kind, Object.entries(rest).sort()]);
    const before = replayOf(body, kind, content);
    if (before) return before;
    if (has('races')) await new Promise((resolve) => setTimeout(resolve, 20));
    return { bet, win, rollback }[kind](body, content);
  }

  function authenticate({ ticket = '', gameId: wanted }: Body): SeamlessAnswer {
    const player = tickets.get(ticket);
    if (player === undefined || !gameIds.includes(wanted ?? '')) return { status: 'INVALID_TOKEN' };
    if (!has('tickets-again')) tickets.delete(ticket);
    const token = randomUUID();
    tokens.set(token, { player, expired: false });
    return { ...answer(player, 'OK'), token, language: 'EN', trial: false, links: contests.linksOf(player) };
  }

  function status({ transactionId = '' }: Body): SeamlessAnswer {
    const found = transactions.get(transactionId);
    if (!found) return { status: 'TRANSACTION_NOT_FOUND', transaction: { kind: 'bet', state: 'unknown' } };
    return { ...answer(found.player, 'OK', found.transferId), transaction: { kind: found.kind, state: found.state } };
  }

  return {
    gameId: gameIds[0],
    transactions,
    closed,
    slips: slips.slips,
    launch(player, balance) {
      if (balance !== undefined || !balances.has(player)) balances.set(player, balance ?? 0n);
      const ticket = randomUUID();
      tickets.set(ticket, player);
      return ticket;
    },
    balanceOf,
    link: contests.link,
    expire(player) {
      for (const session of tokens.values()) if (session.player === player) session.expired = true;
    },
    async perform(operation, input) {
      const parsed = v.safeParse(SEAMLESS[operation] as v.GenericSchema<unknown, Body>, input);
      if (!parsed.success && !has('any-amount')) return { status: 'BAD_REQUEST' };
      const body = parsed.success ? parsed.output : (input as Body);
      switch (operation) {
        case 'authenticate':
          return authenticate(body);
        case 'balance': {
          const session = tokens.get(body.token ?? '');
          return session ? answer(session.player, session.expired ? 'TOKEN_EXPIRED' : 'OK') : { status: 'INVALID_TOKEN' };
        }
        case 'status':
          return status(body);
        case 'finish':
          return finish(body);
        case 'events':
        case 'rooms':
          return { status: 'OK' };
        case 'slips':
          return slips.take(body as unknown as SeamlessBody<'slips'>);
        default:
          return instruct(operation, body);
      }
    },
  };
}

function isLive({ kind, state, settled }: Transaction): boolean {
  return kind === 'bet' && state === 'accepted' && !settled;
}
