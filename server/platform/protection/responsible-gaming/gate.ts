import { amountText } from '../../../../shared/money/amount-text.ts';
import type { Units } from '../../../../shared/money/money.ts';
import type { Executor } from '../../base/db/index.ts';
import type { ProtectionRefusal, StakeOptions, StakeRefusal } from './contracts.ts';
import { allowedAgainAt } from './limit-expiry.ts';
import { limitRefusal } from './refusals.ts';
import {
  type ActiveLimit,
  breakOf,
  checkDueAt,
  checkMinutesOf,
  limitsAgainstDeposit,
  limitsAgainstPlay,
  limitsAgainstStake,
  roomForStakes,
  stakeCeiling,
} from './rules.ts';
import { readSnapshot, type Snapshot } from './snapshot.ts';

export interface GateDeps {
  readonly merchant: string;
  readonly now: () => Date;
  /** The member's age in years; null if unknown. */
  ageOf(executor: Executor, memberId: string, now: Date): Promise<number | null>;
  /** Symbol of the member's currency on screen. */
  currencyOf(executor: Executor, memberId: string): Promise<string>;
}

/** State for the checks of one request. */
interface Question {
  readonly executor: Executor;
  readonly memberId: string;
  readonly snapshot: Snapshot;
  readonly now: Date;
}

async function readQuestion({ merchant, now }: GateDeps, executor: Executor, memberId: string): Promise<Question> {
  const at = now();
  return { executor, memberId, snapshot: await readSnapshot(executor, merchant, memberId, at), now: at };
}

/** Checks a stake against, in order: break, ceiling of one bet, limits, reality check. */
export async function checkStake(
  deps: GateDeps,
  executor: Executor,
  memberId: string,
  units: Units,
  { continues = false, paced = false, staked = 0n, facts }: StakeOptions = {},
): Promise<StakeRefusal | undefined> {
  const question = facts ? { executor, memberId, snapshot: facts.snapshot, now: facts.now } : await readQuestion(deps, executor, memberId);
  const { snapshot, now } = question;
  const first = checkBreak(question) ?? (await againstCeiling(deps, question, staked + units));
  if (first) return first;
  const limits = limitsAgainstStake(snapshot, units, now).filter(({ kind }) => !(continues && kind === 'session'));
  if (limits.length > 0) return strictest(deps, question, limits, units);
  if (continues) return undefined;
  return checkRealityCheck(question) ?? (paced ? checkRoundPace(question) : undefined);
}

/** In milliseconds, rounded up. */
export async function roundPaceMs(deps: GateDeps, executor: Executor, memberId: string): Promise<number> {
  const { snapshot } = await readQuestion(deps, executor, memberId);
  return Math.ceil(snapshot.policy.minimumRoundSeconds * 1_000);
}

/** The age is read only where the policy has ceilings by age. */
export async function highestStake(deps: GateDeps, executor: Executor, memberId: string): Promise<Units | null> {
  const { snapshot, now } = await readQuestion(deps, executor, memberId);
  const isByAge = snapshot.policy.stakeCeilings.length > 1;
  return stakeCeiling(snapshot, isByAge ? await deps.ageOf(executor, memberId, now) : null);
}

export async function againstDeposit(
  deps: GateDeps,
  executor: Executor,
  memberId: string,
  units: Units,
): Promise<ProtectionRefusal | undefined> {
  const question = await readQuestion(deps, executor, memberId);
  return checkBreak(question) ?? strictest(deps, question, limitsAgainstDeposit(question.snapshot, units, question.now), units);
}

export async function againstMoneyAtVendor(
  deps: GateDeps,
  executor: Executor,
  memberId: string,
  units: Units,
): Promise<ProtectionRefusal | undefined> {
  const question = await readQuestion(deps, executor, memberId);
  return checkBreak(question) ?? strictest(deps, question, limitsAgainstStake(question.snapshot, units, question.now), units);
}

export async function roomAtVendor(deps: GateDeps, executor: Executor, memberId: string): Promise<Units | null> {
  const question = await readQuestion(deps, executor, memberId);
  return checkBreak(question) ? 0n : roomForStakes(question.snapshot, question.now);
}

/** A reality check does not close the game: it is shown on top of it. */
export async function againstPlay(deps: GateDeps, executor: Executor, memberId: string): Promise<ProtectionRefusal | undefined> {
  const question = await readQuestion(deps, executor, memberId);
  return checkBreak(question) ?? strictest(deps, question, limitsAgainstPlay(question.snapshot, question.now), 0n);
}

/** The break, exclusion or hold in force. */
export async function resting(deps: GateDeps, executor: Executor, memberId: string): Promise<ProtectionRefusal | undefined> {
  return checkBreak(await readQuestion(deps, executor, memberId));
}

function checkBreak({ snapshot, now }: Question): ProtectionRefusal | undefined {
  const rest = breakOf(snapshot.pause, now);
  if (!rest) return snapshot.held ? { code: 'account_held', rule: 'review', until: null } : undefined;
  const { kind, returnAt, until } = rest;
  const { timeZone } = snapshot;
  if (kind === 'time-out') return { code: 'time_out', rule: kind, until, timeZone };
  const end = returnAt ?? until;
  // Without end, or after its end: the member must request to return.
  if (end === null || end <= now) return { code: 'self_excluded_open', rule: kind, until: null, timeZone };
  return { code: 'self_excluded', rule: kind, until: end, timeZone };
}

async function againstCeiling(
  deps: GateDeps,
  { executor, memberId, snapshot, now }: Question,
  units: Units,
): Promise<ProtectionRefusal | undefined> {
  const lowest = stakeCeiling(snapshot, null);
  // Most stakes are below the lowest ceiling, so the age is not read.
  if (lowest === null || units <= lowest) return undefined;
  const ceiling = stakeCeiling(snapshot, await deps.ageOf(executor, memberId, now));
  if (ceiling === null || units <= ceiling) return undefined;
  const value = amountText(ceiling, await deps.currencyOf(executor, memberId));
  return { code: 'limit_exceeded', rule: 'stake-once', value, until: null, timeZone: snapshot.timeZone };
}

function checkRealityCheck({ snapshot, now }: Question): ProtectionRefusal | undefined {
  const dueAt = checkDueAt(snapshot, now);
  if (dueAt === null || dueAt > now) return undefined;
  return { code: 'reality_check_due', rule: 'reality-check', value: String(checkMinutesOf(snapshot)), until: null };
}

/** The first stake starts a round. The last sign of play is the previous round or the launch. */
function checkRoundPace({ snapshot: { policy, session }, now }: Question): StakeRefusal | undefined {
  if (policy.minimumRoundSeconds === 0 || session === null) return undefined;
  const from = new Date(session.lastPlayAt.getTime() + policy.minimumRoundSeconds * 1000);
  if (from <= now) return undefined;
  return { code: 'round_too_soon', rule: 'round-pace', value: String(policy.minimumRoundSeconds), until: from };
}

/** Of the refusing limits, the one that lasts longest. */
async function strictest(
  { currencyOf }: GateDeps,
  { executor, memberId, snapshot, now }: Question,
  limits: readonly ActiveLimit[],
  units: Units,
): Promise<ProtectionRefusal | undefined> {
  let found: ProtectionRefusal | undefined;
  if (limits.length === 0) return found;
  const shown = { timeZone: snapshot.timeZone, currency: await currencyOf(executor, memberId) };
  for (const limit of limits) {
    const until = await allowedAgainAt(executor, memberId, limit, snapshot, limit.kind === 'session' ? 0n : units, now);
    if (found === undefined || isLater(until, found.until)) found = limitRefusal(limit, until, shown);
  }
  return found;
}

function isLater(until: Date | null, than: Date | null): boolean {
  if (than === null) return false;
  return until === null || until > than;
}
