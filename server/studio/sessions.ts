import { createHash, randomBytes } from 'node:crypto';
import type { SeamlessCode } from '../../shared/codes.ts';
import type { StudioGame } from '../../shared/studio/catalogue.ts';
import type { SessionRequest, StudioError, StudioSession } from '../../shared/studio/protocol.ts';
import type { StudioClock, StudioPolicy } from './contract.ts';
import { presentSession } from './presenter.ts';
import { StudioRefusal } from './refusal.ts';
import { noteLinks } from './rooms/player-links.ts';
import { newServerSeed, type Rounds } from './rounds.ts';
import { findOpenRound, findSession, insertSession, type Session, takeUntold } from './store.ts';
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
  who(authorization: string | undefined): Promise<{ readonly session: Visit; readonly game: StudioGame }>;
  /** The session even if it has ended; only for calls that end a bet placed before. */
  closing(authorization: string | undefined): Promise<Session>;
  /** The current state of the session: each round moves it to its next seed. */
  reread(session: Session): Promise<Session>;
}

/** A session without the columns that its rounds change. */
export type Visit = Pick<Session, 'id' | 'wallet_token' | 'player' | 'game_id' | 'currency' | 'trial' | 'expires_at'>;

/** Maximum number of cached sessions; the least recently used is removed. */
const MOST_KEPT = 10_000;
/** A round may end after its session. */
const NEVER = new Date(0);
const MINUTE_MS = 60_000;
const REFUSALS: Partial<Record<SeamlessCode, StudioError>> = {
  INVALID_TOKEN: 'session_expired',
  TOKEN_EXPIRED: 'session_expired',
  PLAYER_BLOCKED: 'player_blocked',
  GAME_NOT_FOUND: 'game_not_found',
  GAME_DISABLED: 'game_disabled',
};

export function createSessions({ db, wallet, rounds, clock, policy, games, tokens }: SessionDeps): Sessions {
  const kept = new Map<string, { readonly session: Visit; readonly game: StudioGame }>();

  async function lookUp(authorization: string | undefined): Promise<{ readonly session: Session; readonly game: StudioGame }> {
    const token = tokenIn(authorization);
    const session = token ? await findSession(db, hashOf(token), clock.now()) : undefined;
    const game = session && games.get(session.game_id);
    if (!session || !game) throw new StudioRefusal('session_expired');
    return { session, game };
  }

  async function find(authorization: string | undefined) {
    const found = await lookUp(authorization);
    await tokens.check(found.session);
    return found;
  }

  async function authenticate(request: SessionRequest) {
    const heard = await wallet.call('authenticate', request);
    const refusal = heard && REFUSALS[heard.status];
    if (refusal) throw new StudioRefusal(refusal);
    if (heard?.status !== 'OK' || !heard.player || !heard.token || !heard.currency) throw new StudioRefusal('wallet_unavailable');
    const { player, token, currency, language = 'EN', trial = false, balance = '0', minimumRoundMs = 0, links = [] } = heard;
    await noteLinks(db, player, links, clock.now());
    return { player, walletToken: token, currency, language, trial, balance: BigInt(balance), cycleMs: cycleOf(policy, minimumRoundMs) };
  }

  async function currentBalance(walletToken: string, otherwise: bigint): Promise<bigint> {
    const heard = await wallet.call('balance', { token: walletToken });
    return heard?.balance === undefined ? otherwise : BigInt(heard.balance);
  }

  return {
    async open(request) {
      const game = games.get(request.gameId);
      if (!game) throw new StudioRefusal('game_not_found');
      const { balance, walletToken, ...who } = await authenticate(request);
      const interrupted = await findOpenRound(db, who.player, game.gameId);
      if (interrupted) await rounds.resume(interrupted);
      const token = randomBytes(32).toString('base64url');
      const now = clock.now();
      const session: Session = {
        id: `s${randomBytes(16).toString('hex')}`,
        token_hash: hashOf(token),
        wallet_token: walletToken,
        player: who.player,
        game_id: game.gameId,
        currency: who.currency,
        language: who.language,
        trial: who.trial,
        client_seed: randomBytes(8).toString('hex'),
        server_seed: newServerSeed(),
        nonce: 0,
        last_played_at: null,
        cycle_ms: who.cycleMs,
        created_at: now,
        expires_at: new Date(now.getTime() + policy.sessionMinutes * MINUTE_MS),
      };
      await insertSession(db, session);
      tokens.note(session);
      const recovered = await takeUntold(db, who.player, game.gameId);
      const balanceNow = interrupted ? await currentBalance(walletToken, balance) : balance;
      return presentSession(session, game, { token, balance: balanceNow, recovered });
    },

    find,

    async who(authorization) {
      const hash = hashOf(tokenIn(authorization) ?? '');
      const known = kept.get(hash);
      kept.delete(hash);
      const found = known && known.session.expires_at > clock.now() ? known : await lookUp(authorization);
      await tokens.check(found.session);
      kept.set(hash, found);
      for (const oldest of kept.size > MOST_KEPT ? kept.keys() : []) {
        kept.delete(oldest);
        break;
      }
      return found;
    },

    async closing(authorization) {
      const token = tokenIn(authorization);
      const session = token ? await findSession(db, hashOf(token), NEVER) : undefined;
      if (!session) throw new StudioRefusal('session_expired');
      return session;
    },

    async reread(session) {
      return (await findSession(db, session.token_hash, NEVER)) ?? session;
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

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
