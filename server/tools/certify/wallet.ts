import * as v from 'valibot';
import { payableUnit, toUnitText } from '../../../shared/money/money.ts';
import { paidDecimals } from '../../../shared/money/paid-decimals.ts';
import type { SlipLeg } from '../../../shared/seamless/slips.ts';
import { SEAMLESS, type SeamlessAnswer, type SeamlessBody, type SeamlessOperation } from '../../../shared/seamless/wallet.ts';
import { type BetDeps, createBets } from './wallet-bets.ts';
import { createContestBook, type PlayerLink } from './wallet-contests.ts';
import type { WalletDefect } from './wallet-defects.ts';
import { createFreeRoundBook, type TestGrant } from './wallet-free-rounds.ts';
import { createRoundBook } from './wallet-rounds.ts';
import { createSessionBook } from './wallet-sessions.ts';
import { createSettlements } from './wallet-settlements.ts';
import { createSlipBook } from './wallet-slips.ts';
import { type Body, createTransactionBook, type Transaction, type TransactionBook } from './wallet-transactions.ts';

/**
 * A correct wallet in memory: the platform's side for a vendor under certification. It passes the platform certification, so its demands
 * match the protocol.
 */
export interface ModelWallet {
  readonly currency: string;
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
  /** The player has free rounds from the next launch on. */
  giveFreeRounds(player: string, grant: TestGrant): void;
  freeRoundsLeft(player: string, grantId: string): number;
  /** Links the player to all others with the same text. */
  link(player: string, link: PlayerLink): void;
  perform(operation: SeamlessOperation, input: unknown): Promise<SeamlessAnswer>;
}

/** Of the merchant and the player's jurisdiction. */
export interface WalletRules {
  readonly currency?: string;
  readonly minimumRoundMs?: number;
}

/** `gameIds`: the known games, the one to play first. */
export function createModelWallet(
  gameIds: readonly [string, ...string[]],
  has: (defect: WalletDefect) => boolean = () => false,
  { currency = 'USD', minimumRoundMs = 0 }: WalletRules = {},
): ModelWallet {
  const book = createTransactionBook(currency, has);
  const sessions = createSessionBook();
  const contests = createContestBook();
  const rounds = createRoundBook();
  const freeRounds = createFreeRoundBook(book);
  const slips = createSlipBook(rounds.gameOf, has);
  const maximumStakes = new Map<string, bigint>();
  const bets: BetDeps = { gameIds, book, sessions, contests, rounds, freeRounds, maximumStakes, minimumRoundMs, has };
  const bet = createBets(bets);
  const authenticate = createAuthentication(bets);
  const { win, rollback, finish } = createSettlements({ book, sessions, rounds, has });
  const { answer } = book;

  async function instruct(kind: Transaction['kind'], body: Body): Promise<SeamlessAnswer> {
    if (!book.knows(body.player ?? '')) return { status: kind === 'bet' ? 'INVALID_TOKEN' : 'BET_NOT_FOUND' };
    const { token: _token, ...rest } = body;
    const content = JSON.stringify([kind, Object.entries(rest).sort()]);
    const before = book.replayOf(body, kind, content);
    if (before) return before;
    if (isFraction(body, book.currency) && !has('any-fraction'))
      return { ...answer(body.player ?? '', 'BAD_REQUEST'), message: 'amount_not_whole' };
    if (has('races')) await new Promise((resolve) => setTimeout(resolve, 20));
    return { bet, win, rollback }[kind](body, content);
  }

  return {
    currency,
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
    giveFreeRounds: freeRounds.give,
    freeRoundsLeft: freeRounds.left,
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
          return statusOf(book, body);
        // No permission: it is refused like at a merchant.
        case 'reverse':
          return { status: 'BAD_REQUEST', message: 'permission' };
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

/** Exchanges a ticket for a session. */
function createAuthentication({
  gameIds,
  book,
  sessions,
  contests,
  freeRounds,
  maximumStakes,
  minimumRoundMs,
  has,
}: Omit<BetDeps, 'rounds'>): (body: Body) => SeamlessAnswer {
  return ({ ticket = '', gameId: wanted }) => {
    const player = sessions.playerOf(ticket);
    if (player === undefined || !gameIds.includes(wanted ?? '')) return { status: 'INVALID_TOKEN' };
    if (!has('tickets-again')) sessions.removeTicket(ticket);
    const token = sessions.open(player);
    const maximum = maximumStakes.get(player);
    const ceiling = maximum === undefined ? {} : { maximumStake: toUnitText(maximum) };
    const pace = minimumRoundMs === 0 ? {} : { minimumRoundMs };
    const offered = freeRounds.offered(player, wanted ?? '');
    const grants = offered.length === 0 ? {} : { freeRounds: [...offered] };
    const links = contests.linksOf(player);
    return { ...book.answer(player, 'OK'), token, language: 'EN', trial: false, ...ceiling, ...pace, ...grants, links };
  };
}

function statusOf({ transactions, answer }: TransactionBook, { transactionId = '' }: Body): SeamlessAnswer {
  const found = transactions.get(transactionId);
  if (!found) return { status: 'TRANSACTION_NOT_FOUND', transaction: { kind: 'bet', state: 'unknown' } };
  return { ...answer(found.player, 'OK', found.transferId), transaction: { kind: found.kind, state: found.state } };
}

/** True for a fraction that the currency cannot pay out. */
function isFraction({ amount }: Body, currency: string): boolean {
  return amount !== undefined && paidDecimals(currency) === 0 && BigInt(amount) % payableUnit(currency) !== 0n;
}
