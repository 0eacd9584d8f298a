import * as v from 'valibot';
import { toUnitText } from '../../../shared/money/money.ts';
import type { SlipLeg } from '../../../shared/seamless/slips.ts';
import { SEAMLESS, type SeamlessAnswer, type SeamlessBody, type SeamlessOperation } from '../../../shared/seamless/wallet.ts';
import { createBets } from './wallet-bets.ts';
import { createContestBook, type PlayerLink } from './wallet-contests.ts';
import type { WalletDefect } from './wallet-defects.ts';
import { createRoundBook } from './wallet-rounds.ts';
import { createSessionBook } from './wallet-sessions.ts';
import { createSettlements } from './wallet-settlements.ts';
import { createSlipBook } from './wallet-slips.ts';
import { type Body, createTransactionBook, type Transaction } from './wallet-transactions.ts';

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
  /** Highest stake of one bet of the player. */
  limitStake(player: string, maximum: bigint): void;
  /** Links the player to all others with the same text. */
  link(player: string, link: PlayerLink): void;
  perform(operation: SeamlessOperation, input: unknown): Promise<SeamlessAnswer>;
}

/** `gameIds`: the known games, the one to play first. */
export function createModelWallet(
  gameIds: readonly [string, ...string[]],
  has: (defect: WalletDefect) => boolean = () => false,
): ModelWallet {
  const book = createTransactionBook(has);
  const sessions = createSessionBook();
  const contests = createContestBook();
  const rounds = createRoundBook();
  const slips = createSlipBook(rounds.gameOf, has);
  const maximumStakes = new Map<string, bigint>();
  const bet = createBets({ gameIds, book, sessions, contests, rounds, maximumStakes, has });
  const { win, rollback, finish } = createSettlements({ book, sessions, rounds, has });
  const { answer } = book;

  async function instruct(kind: Transaction['kind'], body: Body): Promise<SeamlessAnswer> {
    if (!book.knows(body.player ?? '')) return { status: kind === 'bet' ? 'INVALID_TOKEN' : 'BET_NOT_FOUND' };
    const { token: _token, ...rest } = body;
    const content = JSON.stringify([kind, Object.entries(rest).sort()]);
    const before = book.replayOf(body, kind, content);
    if (before) return before;
    if (has('races')) await new Promise((resolve) => setTimeout(resolve, 20));
    return { bet, win, rollback }[kind](body, content);
  }

  function authenticate({ ticket = '', gameId: wanted }: Body): SeamlessAnswer {
    const player = sessions.playerOf(ticket);
    if (player === undefined || !gameIds.includes(wanted ?? '')) return { status: 'INVALID_TOKEN' };
    if (!has('tickets-again')) sessions.removeTicket(ticket);
    const token = sessions.open(player);
    const maximum = maximumStakes.get(player);
    const ceiling = maximum === undefined ? {} : { maximumStake: toUnitText(maximum) };
    return { ...answer(player, 'OK'), token, language: 'EN', trial: false, ...ceiling, links: contests.linksOf(player) };
  }

  function status({ transactionId = '' }: Body): SeamlessAnswer {
    const found = book.transactions.get(transactionId);
    if (!found) return { status: 'TRANSACTION_NOT_FOUND', transaction: { kind: 'bet', state: 'unknown' } };
    return { ...answer(found.player, 'OK', found.transferId), transaction: { kind: found.kind, state: found.state } };
  }

  return {
    gameId: gameIds[0],
    transactions: book.transactions,
    closed: rounds.closed,
    slips: slips.slips,
    launch(player, balance) {
      if (balance !== undefined || !book.knows(player)) book.setBalance(player, balance ?? 0n);
      return sessions.addTicket(player);
    },
    balanceOf: book.balanceOf,
    limitStake: (player, maximum) => void maximumStakes.set(player, maximum),
    link: contests.link,
    expire: sessions.expire,
    async perform(operation, input) {
      const parsed = v.safeParse(SEAMLESS[operation] as v.GenericSchema<unknown, Body>, input);
      if (!parsed.success && !has('any-amount')) return { status: 'BAD_REQUEST' };
      const body = parsed.success ? parsed.output : (input as Body);
      switch (operation) {
        case 'authenticate':
          return authenticate(body);
        case 'balance': {
          const session = sessions.find(body.token ?? '');
          return session ? answer(session.player, session.expired ? 'TOKEN_EXPIRED' : 'OK') : { status: 'INVALID_TOKEN' };
        }
        case 'status':
          return status(body);
        case 'finish':
          return finish(body);
        case 'games':
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
