import { DEFAULT_LANGUAGE } from '../../../../shared/constants.ts';
import type { SeamlessCode } from '../../../../shared/seamless/codes.ts';
import type { SeamlessAnswer, SeamlessBody } from '../../../../shared/seamless/wallet.ts';
import { type Leg, type TransferResult, WALLET } from '../../ledger/index.ts';
import { isPlaceRefused, readRegionRules } from '../../merchant/index.ts';
import type { StakeRefusal } from '../../protection/responsible-gaming/index.ts';
import { CONTEST_CATEGORY, type ContestEntry } from '../contests/index.ts';
import { answer, type Holder, hasFraction, refuseFraction, type StakeSession } from './bet-context.ts';
import { FREE, type GameFacts, POOLED, type PoolStake, type VendorDeps } from './contracts.ts';
import {
  afterBet,
  atRiskOf,
  type Instruction,
  instructionOf,
  postTransfer,
  replayOf,
  type Step,
  storeOutcome,
  transactionRow,
} from './instructions.ts';
import * as store from './store.ts';

/** Posts a stake. Only this operation can be refused because of a token, a blocked member, a place or, for a new round, a disabled game. */
export async function bet(step: Step, body: SeamlessBody<'bet'>): Promise<SeamlessAnswer> {
  const { deps, tx, holder, session, now } = step;
  const { round } = step.known;
  const instruction = instructionOf('bet', body);
  const before = replayOf(step, instruction);
  if (before) return before;
  if (hasFraction(instruction.amount, holder.currency)) return refuseFraction(holder);

  // Not stored: the bet may be repeated with a renewed token.
  if (!session || session.member_id !== holder.memberId) return answer(holder, 'INVALID_TOKEN');
  if (session.expires_at <= now) return answer(holder, 'TOKEN_EXPIRED');
  if (isRefusedPlace(session)) return { ...(await refuse(step, instruction, 'PLAYER_BLOCKED')), message: 'region_restricted' };

  if (round && (round.member_id !== holder.memberId || round.game_id !== body.gameId)) return answer(holder, 'TRANSACTION_MISMATCH');
  const game = await deps.games.find(tx, body.gameId, DEFAULT_LANGUAGE);
  const refusal = refusalOf(deps, holder, body, round, game) ?? ((await isBlocked(step)) ? 'PLAYER_BLOCKED' : undefined);
  if (refusal) return refuse(step, instruction, refusal);
  const refused = (await checkMember(step, instruction, round, game)) ?? (await checkOpponents(step, instruction, body));
  if (refused) return refused;
  const free = await freeBet(step, instruction, body, game);
  if (free) return free;
  const drawn = await drawPools(step, instruction, round, game);
  if (drawn === 'refused') return { ...(await refuse(step, instruction, 'LIMIT_REACHED')), message: 'bonus_stake' };

  const accepted = await accept(step, instruction, body, { round, game, drawn });
  if (typeof accepted === 'string')
    // Another player may have used the same transaction id meanwhile.
    return accepted === 'INSUFFICIENT_FUNDS' ? refuse(step, instruction, accepted) : answer(holder, accepted);
  const entry = contestEntryOf(step, body);
  if (entry) await deps.contests.enter(tx, entry);
  return answer(holder, 'OK', accepted);
}

type Stake = Pick<SeamlessBody<'bet'>, 'market' | 'atRisk' | 'amount'>;

interface Played {
  readonly round: store.RoundRow | undefined;
  readonly game: GameFacts | undefined;
  /** Undefined: the wallet pays. */
  readonly drawn: Drawn | undefined;
}

/** Posts the stake and stores the bet with its round. */
async function accept(
  step: Step,
  instruction: Instruction,
  stake: Stake,
  { round, game, drawn }: Played,
): Promise<Extract<TransferResult, { transferId: string }> | 'INSUFFICIENT_FUNDS' | 'TRANSACTION_MISMATCH'> {
  const { deps, tx } = step;
  const result = await postTransfer(step, instruction, -instruction.amount, round, drawn?.legs);
  if (result.outcome === 'insufficient') return 'INSUFFICIENT_FUNDS';
  if (result.outcome !== 'posted') return 'TRANSACTION_MISMATCH';
  const row = transactionRow(step, instruction, { state: 'accepted', status: 'OK', transferId: result.transferId });
  const pooled = drawn && { wallet_kind: POOLED };
  if (round) {
    await store.updateRound(tx, round, { ...afterBet(round, instruction.amount, atRiskOf(stake, round.game_category)), ...pooled });
    await store.insertTransaction(tx, row);
  } else await store.insertOpening(tx, row, { ...newRound(step, instruction, game, stake), ...pooled });
  if (drawn) await deps.pools.keep(tx, drawn.stake, drawn.legs);
  return result;
}

/** A bet that the house pays: it opens a round of its own, which no other bet joins, and nothing is posted. Undefined: another bet. */
async function freeBet(
  step: Step,
  instruction: Instruction,
  { freeRound }: SeamlessBody<'bet'>,
  game: GameFacts | undefined,
): Promise<SeamlessAnswer | undefined> {
  const { deps, tx, holder, known } = step;
  if (known.round?.wallet_kind === FREE || (freeRound && known.round)) return answer(holder, 'TRANSACTION_MISMATCH');
  if (!freeRound) return undefined;
  const { grantId, stake } = freeRound;
  const { memberId, provider } = holder;
  const { transactionId, roundId, gameId } = instruction.body;
  const played = { memberId, provider, transactionId, roundId, gameId, grantId, stake: BigInt(stake) };
  // Play money and wallets at vendors have no free rounds.
  const reason = holder.realm === 'real' && holder.single ? await deps.freeRounds.play(tx, played) : 'unknown';
  if (reason !== undefined) return { ...(await refuse(step, instruction, 'FREE_ROUND_REFUSED')), message: reason };
  const opened = newRound(step, instruction, game, { amount: '0' });
  await store.insertOpening(tx, transactionRow(step, instruction, { state: 'accepted', status: 'OK' }), { ...opened, wallet_kind: FREE });
  return answer(holder, 'OK');
}

interface Drawn {
  readonly stake: PoolStake;
  readonly legs: readonly Leg[];
}

/** How a running bonus pays a stake; undefined: the wallet pays. Vendors with wallets of their own use no bonus. */
async function drawPools(
  { deps, tx, holder }: Step,
  { body, amount: units }: Instruction,
  round: store.RoundRow | undefined,
  game: GameFacts | undefined,
): Promise<Drawn | 'refused' | undefined> {
  const isOneWallet = round === undefined ? holder.account === WALLET : [WALLET, POOLED].includes(round.wallet_kind);
  if (!holder.hasPools || !isOneWallet || !game) return undefined;
  const { memberId, provider } = holder;
  const { transactionId, roundId } = body;
  const stake = { memberId, provider, transactionId, roundId, category: game.gameCategory, units, opensRound: !round };
  const draw = await deps.pools.draw(tx, stake);
  if (draw.outcome === 'drawn') return { stake, legs: draw.legs };
  return draw.outcome === 'refused' ? 'refused' : undefined;
}

/**
 * Books a bet that a provider has accepted from a balance of its own: it cannot be refused any more. A status other than `OK` stores
 * nothing.
 */
export async function reportedBet(step: Step, body: Omit<SeamlessBody<'bet'>, 'token' | 'contestId' | 'freeRound'>): Promise<SeamlessCode> {
  const { deps, tx, holder } = step;
  const { round } = step.known;
  const instruction = instructionOf('bet', body);
  const before = replayOf(step, instruction);
  if (before) return before.status;
  if (hasFraction(instruction.amount, holder.currency)) return refuseFraction(holder).status;
  if (round && (round.member_id !== holder.memberId || round.game_id !== body.gameId)) return 'TRANSACTION_MISMATCH';
  if (round?.closed) return 'ROUND_CLOSED';
  const game = await deps.games.find(tx, body.gameId, DEFAULT_LANGUAGE);
  if (!game || game.provider !== holder.provider) return 'GAME_NOT_FOUND';
  const accepted = await accept(step, instruction, body, { round, game, drawn: undefined });
  return typeof accepted === 'string' ? accepted : 'OK';
}

/** Checks the country of the session's last request against the current rules, also in an open round. */
export function isRefusedPlace({ seen_country, region_restricted, regions }: StakeSession): boolean {
  return isPlaceRefused({ country: seen_country, regionRestricted: region_restricted }, readRegionRules(regions));
}

/** By the game, its provider and the round; without what concerns the member. */
export function refusalOf(
  deps: VendorDeps,
  holder: Holder,
  body: SeamlessBody<'bet'>,
  round: store.RoundRow | undefined,
  game: GameFacts | undefined,
): SeamlessCode | undefined {
  if (body.currency !== holder.currency) return 'WRONG_CURRENCY';
  if (!game || game.provider !== holder.provider) return 'GAME_NOT_FOUND';
  if (!mayBet(deps, holder.provider) && round?.state !== 'open') return 'GAME_DISABLED';
  if (body.contestId !== undefined && game.gameCategory !== CONTEST_CATEGORY) return 'GAME_NOT_FOUND';
  if (round?.closed) return 'ROUND_CLOSED';
  // An open round may be completed (GLI-19 4.15).
  if (!game.enabled && round?.state !== 'open') return 'GAME_DISABLED';
  return undefined;
}

async function isBlocked({ deps, tx, holder }: Step): Promise<boolean> {
  const member = await deps.members.find(tx, holder.memberId);
  return !member || member.blocked;
}

/** False if an operator has closed the provider or taken its right. */
function mayBet({ providers }: VendorDeps, code: string): boolean {
  return providers.get(code)?.permissions?.includes('bet') ?? true;
}

/** Rules that stop the member, not only this stake. */
const STOPPED: readonly string[] = ['time-out', 'exclusion', 'review'];

/** Checks the member's limits, breaks and reality checks. On refusal the reason goes to the vendor and to the member's browsers. */
async function checkMember(
  step: Step,
  instruction: Instruction,
  round: store.RoundRow | undefined,
  game: GameFacts | undefined,
): Promise<SeamlessAnswer | undefined> {
  const { deps, tx, afterCommit, holder } = step;
  if (holder.realm !== 'real')
    return (await deps.protection.refuseTrial(tx, holder.memberId)) ? refuse(step, instruction, 'PLAYER_BLOCKED') : undefined;
  const isSlot = game?.gameCategory === 'RNG';
  // A ceiling applies to the whole game cycle, so several stakes in one round count together.
  const staked = isSlot && round ? BigInt(round.stake) - BigInt(round.refunded) : 0n;
  const options = { continues: round?.state === 'open', paced: isSlot, staked };
  const found = await deps.protection.refuseStake(tx, holder.memberId, instruction.amount, options);
  if (!found) return undefined;
  deps.protection.publishRefusal(holder.memberId, found, afterCommit);
  return { ...(await refuse(step, instruction, statusOf(found))), message: `${found.code}: ${found.rule}` };
}

function statusOf({ code, rule }: StakeRefusal): SeamlessCode {
  if (code === 'round_too_soon') return 'ROUND_TOO_SOON';
  return STOPPED.includes(rule) ? 'PLAYER_BLOCKED' : 'LIMIT_REACHED';
}

/** Linked members, and members who have won enough from each other today, may not meet in a contest. The reply names the reason. */
async function checkOpponents(step: Step, instruction: Instruction, body: SeamlessBody<'bet'>): Promise<SeamlessAnswer | undefined> {
  const entry = contestEntryOf(step, body);
  const found = entry && (await step.deps.contests.refuse(step.tx, entry));
  if (!found) return undefined;
  return { ...(await refuse(step, instruction, 'LIMIT_REACHED')), message: `${found.reason}: ${found.roundId}` };
}

function contestEntryOf({ holder }: Step, { contestId, roundId, gameId, amount }: SeamlessBody<'bet'>): ContestEntry | undefined {
  if (contestId === undefined || holder.realm !== 'real') return undefined;
  const { provider, memberId, currency } = holder;
  return { provider, contestId, roundId, memberId, gameId, currency, stake: BigInt(amount) };
}

/** Stored: repeating a refused bet returns the same refusal. */
async function refuse(step: Step, instruction: Instruction, status: SeamlessCode): Promise<SeamlessAnswer> {
  await storeOutcome(step, instruction, { state: 'refused', status });
  return answer(step.holder, status);
}

function newRound({ holder, now }: Step, { body, amount }: Instruction, game: GameFacts | undefined, bet: Stake) {
  if (!game) throw new Error('a new round has no game');
  return {
    provider: holder.provider,
    round_id: body.roundId,
    member_id: holder.memberId,
    game_id: body.gameId,
    vassalage: game.vassalage,
    game_category: game.gameCategory,
    currency: holder.currency,
    realm: holder.realm,
    wallet_kind: holder.account,
    stake: amount.toString(),
    market: bet.market ?? null,
    at_risk: atRiskOf(bet, game.gameCategory)?.toString() ?? null,
    live_bets: 1,
    state: 'open' as const,
    opened_at: now,
    settled_at: null,
  };
}
