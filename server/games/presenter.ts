import type { StudioGame } from '../../shared/games/catalogue.ts';
import { seedHash } from '../../shared/games/fairness.ts';
import {
  type Commitment,
  type EngineBet,
  type EngineOutcome,
  type FreeRoundsWire,
  type SessionLimitsWire,
  STUDIO_VERIFY_PATH,
  type StudioRound,
  type StudioSession,
} from '../../shared/games/protocol.ts';
import { displayedReturn, stakeLimits } from '../../shared/games/rules.ts';
import { limitsUnder, type SessionLimits } from '../../shared/games/session-limits.ts';
import { type EarlierOutcome, readOutcome } from '../../shared/games/slot/earlier.ts';
import { coinOf } from '../../shared/money/currency-steps.ts';
import { currencySymbol } from '../../shared/money/currency-symbol.ts';
import { toWire } from '../../shared/money/money.ts';
import { maximumStakeOf, type NextSeed, type Round, type Session } from './store.ts';

/** An ended round with its seed. An open round is never presented: its outcome and seed are secret. */
export function presentRound(round: Round): StudioRound {
  if (round.state !== 'settled' && round.state !== 'refunded') throw new Error(`a ${round.state} round must not be presented`);
  return {
    roundId: round.id,
    gameId: round.game_id,
    bet: JSON.parse(round.bet) as EngineBet,
    stake: toWire(BigInt(round.stake)),
    payout: toWire(round.state === 'settled' ? BigInt(round.payout) : 0n),
    outcome: readOutcome(JSON.parse(round.outcome) as EngineOutcome | EarlierOutcome, round.rules_hash),
    status: round.state,
    playedAt: round.created_at.toISOString(),
    rulesHash: round.rules_hash,
    ...(round.free_grant !== null && { isFree: true as const }),
    fairness: {
      serverSeed: round.server_seed,
      serverSeedHash: seedHash(round.server_seed),
      clientSeed: round.client_seed,
      nonce: round.nonce,
    },
    verifyUrl: `${STUDIO_VERIFY_PATH}/${round.id}`,
  };
}

function presentLimits({ min, max, step, chips, siteMax, gameMax }: SessionLimits): SessionLimitsWire {
  return {
    minStake: toWire(min),
    maxStake: toWire(max),
    stakeStep: toWire(step),
    chips: chips.map(toWire),
    siteMaxStake: siteMax === null ? null : toWire(siteMax),
    gameMaxStake: toWire(gameMax),
  };
}

export function presentCommitment(session: NextSeed): Commitment {
  return { serverSeedHash: seedHash(session.server_seed), clientSeed: session.client_seed, nonce: session.nonce };
}

interface Opened {
  readonly token: string;
  readonly balance: bigint;
  readonly recovered: Round | undefined;
  readonly freeRounds: readonly FreeRoundsWire[];
}

export function presentSession(session: Session, game: StudioGame, { token, balance, recovered, freeRounds }: Opened): StudioSession {
  const { gameId, name, engine, variant, hue } = game;
  const limits = limitsUnder(stakeLimits(variant, coinOf(session.currency)), maximumStakeOf(session));
  return {
    token,
    game: { gameId, name, engine, variant, hue, rtp: displayedReturn(engine, variant) },
    currency: session.currency,
    currencySymbol: currencySymbol(session.currency),
    language: session.language,
    trial: session.trial,
    balance: toWire(balance),
    limits: presentLimits(limits),
    next: presentCommitment(session),
    minimumCycleMs: session.cycle_ms,
    recovered: recovered ? presentRound(recovered) : null,
    freeRounds,
  };
}
