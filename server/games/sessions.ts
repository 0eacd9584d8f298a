import { randomBytes } from 'node:crypto';
import type { StudioGame } from '../../shared/games/catalogue.ts';
import type { SessionRequest, StudioError, StudioSession } from '../../shared/games/protocol.ts';
import type { UnitText } from '../../shared/money/money.ts';
import type { SeamlessCode } from '../../shared/seamless/codes.ts';
import type { FreeRoundGrant } from '../../shared/seamless/wallet.ts';
import { MINUTE_MS } from '../../shared/time.ts';
import { hashOfToken } from '../kit/token-hash.ts';
import type { StudioClock, StudioPolicy } from './contract.ts';
import { freeRoundsNow, storedGrants } from './free-rounds.ts';
import { presentSession } from './presenter.ts';
import { StudioRefusal } from './refusal.ts';
import { storeLinks } from './rooms/player-links.ts';
import { newServerSeed, type Rounds } from './rounds.ts';
import { createCurrencyRules } from './rules-store.ts';
import { findOpenRound, findSession, insertSession, type Session, takeUndelivered } from './store.ts';
import type { StudioDatabase } from './tables.ts';
import type { TokenWatch } from './token-watch.ts';
import type { WalletClient } from './wallet-client.ts';

export interface SessionDeps {
  readonly db: StudioDatabase;
  readonly wallet: WalletClient;
  readonly rounds: Rounds;
  readonly clock: StudioClock;
  readonly policy: StudioPolicy;
  readonly games: ReadonlyMap<string, StudioGame>;
  readonly tokens: Pick<TokenWatch, 'note' | 'check'>;
}

export interface Sessions {
  /** Exchanges a launch ticket for a studio session; an interrupted round of this game is resolved first. */
  open(request: SessionRequest): Promise<StudioSession>;
  /** The session of an `Authorization` header, with its game; refused once the wallet has ended it. */
  find(authorization: string | undefined): Promise<{ readonly session: Session; readonly game: StudioGame }>;
  /** The same for calls that need no seed. Cached, because nothing else of a session changes. */
  identify(authorization: string | undefined): Promise<Identified>;
  /** The session even if it has ended; only for calls that end a bet placed before. */
  findEvenEnded(authorization: string | undefined): Promise<Session>;
  /** The current state of the session: each round moves it to its next seed. */
  reread(session: Session): Promise<Session>;
}

interface Identified {
  readonly session: SessionIdentity;
  readonly game: StudioGame;
}

/** A session without the columns that its rounds change. */
export type SessionIdentity = Pick<
  Session,
  'id' | 'wallet_token' | 'player' | 'game_id' | 'currency' | 'trial' | 'maximum_stake' | 'expires_at'
>;

/** Maximum number of cached sessions. */
const MAX_CACHED_SESSIONS = 10_000;
/** A round may end after its session. */
const ANY_EXPIRY = new Date(0);
const REFUSALS: Partial<Record<SeamlessCode, StudioError>> = {
  INVALID_TOKEN: 'session_expired',
  TOKEN_EXPIRED: 'session_expired',
  PLAYER_BLOCKED: 'player_blocked',
  GAME_NOT_FOUND: 'game_not_found',
  GAME_DISABLED: 'game_disabled',
};

export function createSessions(deps: SessionDeps): Sessions {
  const { db, wallet, rounds, clock, policy, games, tokens } = deps;
  const cache = createIdentityCache();
  const storeCurrencyRules = createCurrencyRules(db);

  async function loadSession(authorization: string | undefined): Promise<{ readonly session: Session; readonly game: StudioGame }> {
    const token = tokenIn(authorization);
    const session = token ? await findSession(db, hashOfToken(token), clock.now()) : undefined;
    const game = session && games.get(session.game_id);
    if (!session || !game) throw new StudioRefusal('session_expired');
    return { session, game };
  }

  async function find(authorization: string | undefined) {
    const found = await loadSession(authorization);
    await tokens.check(found.session);
    return found;
  }

  async function currentBalance(walletToken: string, otherwise: bigint): Promise<bigint> {
    const reply = await wallet.call('balance', { token: walletToken });
    return reply?.balance === undefined ? otherwise : BigInt(reply.balance);
  }

  return {
    async open(request) {
      const game = games.get(request.gameId);
      if (!game) throw new StudioRefusal('game_not_found');
      const { balance, ...account } = await authenticate(deps, request);
      await storeCurrencyRules(game, account.currency);
      const interrupted = await findOpenRound(db, account.player, game.gameId);
      if (interrupted) await rounds.resume(interrupted);
      const token = randomBytes(32).toString('base64url');
      const now = clock.now();
      const session = sessionRow(account, game, token, now, policy.sessionMinutes);
      await insertSession(db, session);
      tokens.note(session);
      const recovered = await takeUndelivered(db, account.player, game.gameId);
      const balanceNow = interrupted ? await currentBalance(account.walletToken, balance) : balance;
      const freeRounds = await freeRoundsNow(db, session);
      return presentSession(session, game, { token, balance: balanceNow, recovered, freeRounds });
    },

    find,

    async identify(authorization) {
      const hash = hashOfToken(tokenIn(authorization) ?? '');
      const known = cache.take(hash);
      const found = known && known.session.expires_at > clock.now() ? known : await loadSession(authorization);
      await tokens.check(found.session);
      cache.put(hash, found);
      return found;
    },

    async findEvenEnded(authorization) {
      const token = tokenIn(authorization);
      const session = token ? await findSession(db, hashOfToken(token), ANY_EXPIRY) : undefined;
      if (!session) throw new StudioRefusal('session_expired');
      return session;
    },

    async reread(session) {
      return (await findSession(db, session.token_hash, ANY_EXPIRY)) ?? session;
    },
  };
}

/** Exchanges the ticket at the wallet. */
async function authenticate({ db, wallet, clock, policy }: SessionDeps, request: SessionRequest) {
  const reply = await wallet.call('authenticate', request);
  const refusal = reply && REFUSALS[reply.status];
  if (refusal) throw new StudioRefusal(refusal);
  if (reply?.status !== 'OK' || !reply.player || !reply.token || !reply.currency) throw new StudioRefusal('wallet_unavailable');
  const {
    player,
    token,
    currency,
    language = 'EN',
    trial = false,
    balance = '0',
    minimumRoundMs = 0,
    maximumStake = null,
    links = [],
    freeRounds = [],
  } = reply;
  await storeLinks(db, player, links, clock.now());
  const cycleMs = cycleOf(policy, minimumRoundMs);
  return { player, walletToken: token, currency, language, trial, balance: BigInt(balance), cycleMs, maximumStake, freeRounds };
}

interface Account {
  readonly player: string;
  readonly walletToken: string;
  readonly currency: string;
  readonly language: string;
  readonly trial: boolean;
  readonly cycleMs: number;
  readonly maximumStake: UnitText | null;
  readonly freeRounds: readonly FreeRoundGrant[];
}

function sessionRow(account: Account, game: StudioGame, token: string, now: Date, minutes: number): Session {
  return {
    id: `s${randomBytes(16).toString('hex')}`,
    token_hash: hashOfToken(token),
    wallet_token: account.walletToken,
    player: account.player,
    game_id: game.gameId,
    currency: account.currency,
    language: account.language,
    trial: account.trial,
    client_seed: randomBytes(8).toString('hex'),
    server_seed: newServerSeed(),
    nonce: 0,
    last_played_at: null,
    cycle_ms: account.cycleMs,
    maximum_stake: account.maximumStake,
    free_rounds: storedGrants(game, account.currency, account.freeRounds),
    created_at: now,
    expires_at: new Date(now.getTime() + minutes * MINUTE_MS),
  };
}

/** Sessions by the hash of their token; the least recently used one is removed. */
function createIdentityCache() {
  const cache = new Map<string, Identified>();
  return {
    /** Removes the entry: it is put back, as the most recently used one, once it has been checked. */
    take(hash: string): Identified | undefined {
      const known = cache.get(hash);
      cache.delete(hash);
      return known;
    },
    put(hash: string, found: Identified): void {
      cache.set(hash, found);
      if (cache.size <= MAX_CACHED_SESSIONS) return;
      const [oldest] = cache.keys();
      if (oldest !== undefined) cache.delete(oldest);
    },
  };
}

/** The wallet measures the pace from the receipt of a bet: a round that is exactly on time here could be too early there. */
const PACE_MARGIN_MS = 200;

/** The stricter of the studio's own policy and the wallet's rule for the player's jurisdiction. */
function cycleOf({ minimumCycleMs }: StudioPolicy, minimumRoundMs: number): number {
  return Math.max(minimumCycleMs, minimumRoundMs > 0 ? minimumRoundMs + PACE_MARGIN_MS : 0);
}

function tokenIn(authorization: string | undefined): string | undefined {
  return /^Bearer ([A-Za-z0-9_-]{43})$/.exec(authorization ?? '')?.[1];
}
