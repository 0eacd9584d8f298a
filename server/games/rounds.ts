import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { atRiskOf } from '../../shared/games/at-risk.ts';
import type { StudioGame } from '../../shared/games/catalogue.ts';
import { fairStream, SERVER_SEED_BYTES } from '../../shared/games/fairness.ts';
import type { EngineBet, PlayRequest } from '../../shared/games/protocol.ts';
import { playRound, rulesHash, validateBet } from '../../shared/games/rules.ts';
import { coinOf } from '../../shared/money/currency-steps.ts';
import { parseWireAmount, toUnitText, type Units } from '../../shared/money/money.ts';
import { MINUTE_MS } from '../../shared/time.ts';
import type { StudioClock, StudioPolicy } from './contract.ts';
import { requireGrant } from './free-rounds.ts';
import { StudioRefusal } from './refusal.ts';
import type { ChangeNotifier } from './rooms/change-notifier.ts';
import { findHolder, findPlace, touchSea } from './sea/sea-store.ts';
import type { Seats } from './sea/seats.ts';
import { countingAtChosenOdds, type RetryPolicy, type Settlement, type TurnoverTerms, type Verdict } from './settlement.ts';
import {
  claim,
  type Ending,
  endRound,
  findLastStart,
  findOpenRound,
  findRoundByKey,
  insertRound,
  isAboveMaximum,
  lockPace,
  lockSession,
  type Played,
  postpone,
  type Round,
  type Session,
} from './store.ts';
import type { StudioDatabase, StudioExecutor } from './tables.ts';

export interface RoundDeps {
  readonly db: StudioDatabase;
  readonly settlement: Settlement;
  readonly clock: StudioClock;
  readonly log: Logger;
  readonly policy: StudioPolicy;
  /** Shared seas, for shots that are aimed at an animal. */
  readonly seas: Pick<Seats, 'admit'> & Pick<ChangeNotifier, 'notify'>;
}

/** True while the page still waits for the response; otherwise the result is delivered with the next session. */
export type IsConnected = () => boolean;

export interface Rounds {
  /** Plays the round of a key, or returns the round that the key made before; the round may still be open. */
  play(session: Session, game: StudioGame, request: PlayRequest, isConnected: IsConnected): Promise<Played>;
  /** Ends an open round if it is due; returns the round in its new state. */
  resume(round: Round, isConnected?: IsConnected): Promise<Played>;
  /** Resolves when no round is in progress. */
  idle(): Promise<void>;
}

/** Lease of a round after its bet: no other process handles the round meanwhile. */
export const LEASE_MS = 30_000;
const FIRST_PAUSE_MS = 150;
/** Number and interval of checks whether the previous shot at the same target has ended. */
const MAX_TARGET_CHECKS = 25;
const TARGET_CHECK_MS = 60;
/** Columns of a round outside a shared sea. */
const NO_AIM = { sea_id: null, seat: null, fish: null } as const;
export const LONGEST_RETRY_MS = MINUTE_MS;

export function newServerSeed(): string {
  return randomBytes(SERVER_SEED_BYTES).toString('hex');
}

export function createRounds(deps: RoundDeps): Rounds {
  const { db, settlement, clock } = deps;
  const plays = new Map<string, Promise<Played>>();
  const working = new Map<string, { readonly result: Promise<Played>; readonly listeners: IsConnected[] }>();

  function play(session: Session, game: StudioGame, request: PlayRequest, isConnected: IsConnected): Promise<Played> {
    const id = `${session.player}/${request.key}`;
    const running = plays.get(id);
    if (running) {
      return running.then((played) => {
        checkRepeat(played.round, session, request);
        return played;
      });
    }
    const started = playOnce(session, game, request, isConnected).finally(() => plays.delete(id));
    plays.set(id, started);
    return started;
  }

  async function playOnce(session: Session, game: StudioGame, request: PlayRequest, isConnected: IsConnected): Promise<Played> {
    const check = validateBet(game.engine, game.variant, request.bet, coinOf(session.currency));
    if ('error' in check) throw new StudioRefusal(check.error);
    const isAbove = request.freeRound === undefined && isAboveMaximum(session, check.stake);
    for (let tries = 0; ; tries++) {
      const repeated = await findRepeated(db, session, request, isAbove);
      if (!repeated) requirePlayable(session, request, check.stake);
      const round = repeated ? undefined : await open(deps, session, game, request, check.stake);
      if (round)
        return work(
          round,
          () =>
            settlement.place(
              { ...round, turnoverTerms: turnoverTermsOf(request.bet, BigInt(round.stake)) },
              session.wallet_token,
              retryFor(deps.policy.retryWindowMs),
            ),
          isConnected,
        );
      const before = repeated ?? (await findRoundByKey(db, session.player, request.key));
      if (before) {
        checkRepeat(before, session, request);
        return resume(before, isConnected);
      }
      await waitForTarget(db, session, request, tries);
    }
  }

  async function resume(round: Round, isConnected: IsConnected = () => false): Promise<Played> {
    if (round.state !== 'open') return { round };
    const running = working.get(round.id);
    if (running) {
      running.listeners.push(isConnected);
      return running.result;
    }
    const now = clock.now();
    if (!(await claim(db, round.id, now, new Date(now.getTime() + LEASE_MS)))) return { round };
    return work(round, () => settlement.recover(round, retryFor(deps.policy.retryWindowMs)), isConnected);
  }

  function work(round: Round, task: () => Promise<Verdict>, isConnected: IsConnected): Promise<Played> {
    const listeners = [isConnected];
    const result = task()
      .then((verdict) => conclude(deps, round, verdict, () => listeners.some((check) => check())))
      .finally(() => working.delete(round.id));
    working.set(round.id, { result, listeners });
    return result;
  }

  return {
    play,
    resume,
    async idle() {
      while (plays.size + working.size > 0)
        await Promise.allSettled([...plays.values(), ...[...working.values()].map((one) => one.result)]);
    },
  };
}

/** The stake is allowed, or that of a free round of the session. */
function requirePlayable(session: Session, { freeRound }: PlayRequest, stake: Units): void {
  if (freeRound !== undefined) requireGrant(session, freeRound, stake);
  else if (isAboveMaximum(session, stake)) throw new StudioRefusal('stake_above_maximum');
}

/**
 * A repeated key is looked up first where a rule for new rounds could refuse its own round: the animal may be the catch of this very shot,
 * the pace limit counts the round, the maximum stake may have been higher, and a later session may have no free rounds.
 */
async function findRepeated(
  db: StudioDatabase,
  { player, cycle_ms }: Session,
  { key, fish, freeRound }: PlayRequest,
  isAbove: boolean,
): Promise<Round | undefined> {
  return fish === undefined && freeRound === undefined && cycle_ms === 0 && !isAbove ? undefined : findRoundByKey(db, player, key);
}

/**
 * A shot waits until the previous shot at the same animal has ended. It waits for any outcome, so that the wait does not reveal
 * a hit.
 */
async function waitForTarget(db: StudioDatabase, { player, game_id }: Session, { fish }: PlayRequest, tries: number): Promise<void> {
  if (fish === undefined || (await findOpenRound(db, player, game_id))) throw new StudioRefusal('round_pending');
  const place = await findPlace(db, { player, game_id });
  const holder = place && (await findHolder(db, place.sea.id, fish));
  if (holder?.state === 'settled' || tries >= MAX_TARGET_CHECKS) throw new StudioRefusal('target_gone');
  await pause(TARGET_CHECK_MS);
}

/** Stores the wallet's verdict on a round. */
async function conclude(deps: RoundDeps, round: Round, verdict: Verdict, isConnected: IsConnected): Promise<Played> {
  const { db, clock, log } = deps;
  if (verdict.end === 'unknown') {
    const wait = Math.min(deps.policy.retryMs * 2 ** round.attempts, LONGEST_RETRY_MS);
    log.warn({ roundId: round.id, accepted: verdict.accepted, attempts: round.attempts + 1 }, 'round postponed: wallet outcome unknown');
    await postpone(db, round.id, round.attempts + 1, new Date(clock.now().getTime() + wait));
    return { round };
  }
  const ending = {
    state: verdict.end,
    refusal: verdict.end === 'refused' ? verdict.refusal : null,
    balance: verdict.end === 'refused' ? null : verdict.balance,
    delivered: isConnected(),
    now: clock.now(),
    nextSeed: newServerSeed(),
  };
  const ended = round.sea_id === null ? await endRound(db, round, ending) : await endShot(deps, round, round.sea_id, ending);
  return ended ?? { round: { ...round, state: verdict.end } };
}

/** Ends a shot and notifies the viewers of its sea. */
async function endShot({ db, seas }: RoundDeps, round: Round, seaId: string, ending: Ending): Promise<Played | undefined> {
  const ended = await db.transaction().execute(async (tx) => {
    const played = await endRound(tx, round, ending);
    if (played) await touchSea(tx, seaId);
    return played;
  });
  if (ended) seas.notify(seaId);
  return ended;
}

/** Draws and stores the round before the wallet is called. Undefined if its key, game, seed or target is taken. */
async function open(deps: RoundDeps, session: Session, game: StudioGame, request: PlayRequest, stake: Units): Promise<Round | undefined> {
  const { db, clock, seas } = deps;
  const { fish, bet } = request;
  // The seed is the one that was read with the session; if it has been used since, the unique index refuses the round.
  if (fish === undefined && session.cycle_ms === 0)
    return insertRound(db, { ...newRound(session, game, request, stake, clock.now()), ...NO_AIM });
  return db.transaction().execute(async (tx) => {
    if (session.cycle_ms > 0) await lockPace(tx, session.player, game.gameId);
    const held = await lockSession(tx, session.id);
    if (!held) throw new StudioRefusal('session_expired');
    const now = clock.now();
    const wait = await waitOf(tx, held, now);
    if (wait > 0) throw new StudioRefusal('too_soon', { retryAfterMs: wait });
    const aim = fish === undefined ? NO_AIM : await seas.admit(tx, held, game, bet, fish);
    return insertRound(tx, { ...newRound(held, game, request, stake, now), ...aim });
  });
}

function newRound(session: Session, game: StudioGame, { key, bet, freeRound }: PlayRequest, stake: Units, now: Date) {
  const { id, player, currency, trial, server_seed, client_seed, nonce } = session;
  const coin = coinOf(currency);
  const { outcome, payout } = playRound(game.engine, game.variant, bet, fairStream(server_seed, client_seed, nonce), coin);
  return {
    id: `r${randomBytes(16).toString('hex')}`,
    session_id: id,
    play_key: key,
    player,
    game_id: game.gameId,
    currency,
    trial,
    bet: JSON.stringify(bet),
    outcome: JSON.stringify(outcome),
    stake: toUnitText(stake),
    payout: toUnitText(payout),
    rules_hash: rulesHash(game.engine, game.variant, coin),
    free_grant: freeRound ?? null,
    server_seed,
    client_seed,
    nonce,
    state: 'open' as const,
    refusal: null,
    balance_after: null,
    next_try_at: new Date(now.getTime() + LEASE_MS),
    created_at: now,
    ended_at: null,
  };
}

/**
 * Milliseconds until the player may start another round of the game, counted over all sessions, so that reopening the page does
 * not shorten it.
 */
export async function waitOf(executor: StudioExecutor, { player, game_id, cycle_ms }: Session, now: Date): Promise<number> {
  if (cycle_ms === 0) return 0;
  const last = await findLastStart(executor, player, game_id);
  const since = last ? now.getTime() - last.getTime() : cycle_ms;
  // Before the last round: the clock was set back; the player must not wait until it has caught up.
  return since < 0 ? 0 : Math.max(0, cycle_ms - since);
}

/** One key is one round; the same key with another bet is an error of the page. */
function checkRepeat(round: Round, session: Session, { bet, fish, freeRound }: PlayRequest): void {
  const isSame = round.bet === JSON.stringify(bet) && round.fish === (fish ?? null) && round.free_grant === (freeRound ?? null);
  if (round.game_id !== session.game_id || !isSame) throw new StudioRefusal('bad_request');
}

/** Growing pauses between retries, limited to the time that a player may be kept waiting. */
export function retryFor(forMs: number): RetryPolicy {
  const until = performance.now() + forMs;
  return async (tries) => {
    const wait = FIRST_PAUSE_MS * 2 ** (tries - 1);
    if (performance.now() + wait > until) return false;
    await pause(wait);
    return true;
  };
}

/** Chips of one spin may bet on opposite outcomes. Every other round is one bet on one outcome. */
function turnoverTermsOf(bet: EngineBet, stake: Units): TurnoverTerms {
  if (bet.engine === 'dice') return countingAtChosenOdds(stake);
  if (bet.engine !== 'roulette' || bet.chips.length < 2) return {};
  const chips = bet.chips.map(({ spot, stake }) => ({ spot, stake: parseWireAmount(stake) ?? 0n }));
  return { atRisk: toUnitText(atRiskOf('wheel', chips)) };
}
