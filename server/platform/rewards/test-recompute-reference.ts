import {
  CLAIM_DAYS,
  FIRST_RATES,
  GAMES,
  GOODS_POINTS,
  LATER_RATES,
  LEVELS,
  MISSIONS,
  POINT,
  POINTS_PER_UNIT,
  type TestGame,
  type TestMission,
  type TestRates,
  UNIT,
  WEIGHTS,
  ZONE,
} from './test-recompute-rules.ts';

/**
 * The reference: all rewards of one member from bets and transfers, event by event as the documents describe them. It uses no code of the
 * product, and no table that the rewards write, besides the terms of a bonus.
 */

const DAY_MS = 86_400_000;

export interface BookedBet {
  readonly id: string;
  readonly gameId: string;
  readonly stake: bigint;
  readonly payout: bigint;
  readonly at: number;
  /** Absent while it is open. */
  readonly settledAt: number | undefined;
  /** Of a bet that was settled or open. */
  readonly voidedAt: number | undefined;
  /** Part that bonus money paid. */
  readonly bonusPart: bigint;
}

/** What a member did besides play. */
export interface BookedAct {
  readonly at: number;
  readonly kind: 'verified' | 'set' | 'lifted';
  readonly subject: string;
}

export interface BookedBonus {
  readonly id: string;
  readonly amount: bigint;
  readonly wagering: bigint;
  readonly days: number;
  readonly acceptedAt: number;
  readonly leftAt: number | undefined;
}

export interface Books {
  readonly acts: readonly BookedAct[];
  readonly bets: readonly BookedBet[];
  readonly deposits: readonly { readonly at: number; readonly units: bigint }[];
  readonly bonuses: readonly BookedBonus[];
  /** Changes of the pool of bonus money. */
  readonly pool: readonly { readonly at: number; readonly units: bigint }[];
  readonly claims: readonly number[];
  /** Paid for points. */
  readonly converted: bigint;
  readonly redeemed: bigint;
}

export interface Schedule {
  /** Runs of all jobs, in order. */
  readonly runs: readonly number[];
  /** After this run the later rates apply. */
  readonly ratesChanged: number;
}

export interface SlowRewards {
  readonly stake: bigint;
  readonly deposits: bigint;
  readonly level: number;
  /** Amount and level of each day with cashback. */
  readonly cashback: readonly string[];
  readonly cashbackPaid: bigint;
  readonly carried: bigint;
  /** State of each mission and window. */
  readonly missions: readonly string[];
  readonly missionsPaid: bigint;
  readonly points: bigint;
  /** State and wagered stake of each bonus. */
  readonly bonuses: readonly string[];
}

const dayFormat = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE, year: 'numeric', month: '2-digit', day: '2-digit' });
const days = new Map<number, string>();
/** The day of the merchant's zone. */
export function dayOf(at: number): string {
  const known = days.get(at) ?? dayFormat.format(at);
  days.set(at, known);
  return known;
}
/** The Monday of the week of a day. */
function mondayOf(day: string): string {
  const noon = new Date(`${day}T12:00:00Z`);
  return new Date(noon.getTime() - ((noon.getUTCDay() + 6) % 7) * DAY_MS).toISOString().slice(0, 10);
}

const gameOf = (id: string) => GAMES.find((game) => game.id === id) as TestGame;
const sum = (values: readonly bigint[]) => values.reduce((total, one) => total + one, 0n);

/** What a settled bet counts: the stake, and at the odds of live games and sports what was won or lost, at most the stake. */
function countedStake({ stake, payout, gameId }: BookedBet): bigint {
  const { category } = gameOf(gameId);
  if (category !== 'LIVE' && category !== 'SPORTS') return stake;
  const risk = payout > stake ? payout - stake : stake - payout;
  return risk < stake ? risk : stake;
}

interface Change {
  readonly bet: BookedBet;
  /** When the round was settled. */
  readonly played: number;
  /** When it was settled or taken back. */
  readonly at: number;
  readonly valid: bigint;
}

function changesOf(bets: readonly BookedBet[]): readonly Change[] {
  const changes = bets.flatMap((bet): Change[] => {
    if (bet.settledAt === undefined) return [];
    const valid = countedStake(bet);
    const settled = { bet, played: bet.settledAt, at: bet.settledAt, valid };
    return bet.voidedAt === undefined ? [settled] : [settled, { bet, played: bet.settledAt, at: bet.voidedAt, valid: -valid }];
  });
  return changes.toSorted((one, other) => one.at - other.at);
}

export function slowRewards(books: Books, schedule: Schedule): SlowRewards {
  const changes = changesOf(books.bets);
  const until = (at: number) => changes.filter((change) => change.at <= at);
  const totals = (at: number) => ({
    stake: sum(until(at).map(({ valid }) => valid)),
    deposits: sum(books.deposits.filter((one) => one.at <= at).map(({ units }) => units)),
  });
  const levelAt = (at: number) => {
    const { stake, deposits } = totals(at);
    return LEVELS.filter((level) => stake >= BigInt(level.stake) * UNIT && deposits >= BigInt(level.deposits) * UNIT).length;
  };
  const last = schedule.runs.at(-1) ?? 0;
  const cashback = slowCashback(books, schedule, { changes, levelAt });
  const missions = slowMissions(books, schedule);
  const bonuses = books.bonuses.map((bonus) => slowBonus(bonus, books, schedule));
  const earned = changes.map(({ played, bet, valid }) => valid * pointRate(played, gameOf(bet.gameId), schedule, levelAt));
  const converted = (books.converted * BigInt(POINTS_PER_UNIT) * POINT) / UNIT;
  return {
    ...totals(last),
    ...cashback,
    level: levelAt(last),
    missions: missions.states,
    missionsPaid: missions.paid,
    points: sum(earned) + missions.points - converted - books.redeemed * GOODS_POINTS * POINT,
    bonuses,
  };
}

const ratesAt = (at: number, { ratesChanged }: Schedule) => (at <= ratesChanged ? FIRST_RATES : LATER_RATES);

/** Hundredths of a point, rounded down: the level is that of the run that has counted the round, also when it is taken back. */
function pointRate(played: number, { category }: TestGame, schedule: Schedule, levelAt: (at: number) => number): bigint {
  const counted = schedule.runs.find((run) => run >= played) ?? 0;
  const factor = LEVELS[levelAt(counted) - 1]?.factor ?? 0;
  return (BigInt(ratesAt(played, schedule).points[category] ?? 0) * BigInt(factor)) / 100n;
}

/** The most specific rate, and that of the level; an excluded game has none at any level. */
function rateOf({ categories, vendors }: TestRates, { vendor, category }: TestGame, level: number): bigint {
  const exact = vendors.find((one) => one.vendor === vendor && one.category === category);
  const whole = vendors.find((one) => one.vendor === vendor && one.category === null);
  const bp = exact ? exact.bp : whole ? whole.bp : categories[category];
  return bp === null ? 0n : BigInt((bp ?? 0) + (LEVELS[level - 1]?.bp ?? 0));
}

interface Play {
  readonly changes: readonly Change[];
  levelAt(at: number): number;
}

/** The first run after the end of each day on which something happened. */
function closesOf({ runs }: Schedule, changes: readonly Change[]): ReadonlyMap<string, number> {
  const days = [...new Set(changes.map(({ at }) => dayOf(at)))].toSorted();
  return new Map(
    days.flatMap((day): [string, number][] => {
      const run = runs.find((one) => dayOf(one) > day);
      return run === undefined ? [] : [[day, run]];
    }),
  );
}

/** The amount of a day before rounding, or nothing. A day is closed by a run; its rates and its level are those of that run. */
function grossOf(day: string, closes: ReadonlyMap<string, number>, schedule: Schedule, { changes, levelAt }: Play): bigint | undefined {
  const lines = new Map<string, { valid: bigint; rate: bigint }>();
  for (const { bet, played, valid } of changes.filter(({ at }) => dayOf(at) === day)) {
    const game = gameOf(bet.gameId);
    const usedAt = closes.get(dayOf(played)) ?? 0;
    const key = `${game.vendor} ${game.category} ${dayOf(played)}`;
    const line = lines.get(key) ?? { valid: 0n, rate: rateOf(ratesAt(usedAt, schedule), game, levelAt(usedAt)) };
    lines.set(key, { valid: line.valid + valid, rate: line.rate });
  }
  const shown = [...lines.values()].filter(({ valid }) => valid !== 0n);
  return shown.length === 0 ? undefined : sum(shown.map(({ valid, rate }) => (valid * rate) / 10_000n));
}

/** Day by day. */
function slowCashback({ claims }: Books, schedule: Schedule, play: Play) {
  const closes = closesOf(schedule, play.changes);
  let [carried, cashbackPaid] = [0n, 0n];
  const cashback: string[] = [];
  for (const [day, closed] of closes) {
    const gross = grossOf(day, closes, schedule, play);
    if (gross === undefined) continue;
    const total = carried + gross;
    carried = total < 0n ? total : 0n;
    const amount = total > 0n ? total - (total % 100n) : 0n;
    cashback.push(`${day} ${amount} level ${play.levelAt(closed)}`);
    if (claims.some((at) => at > closed && at < closed + CLAIM_DAYS * DAY_MS)) cashbackPaid += amount;
  }
  return { cashback, cashbackPaid, carried };
}

interface Window {
  readonly mission: TestMission;
  readonly key: string;
}

function isWithin({ mission, key }: Window, day: string): boolean {
  if (mission.period === 'once') return true;
  return mission.period === 'day' ? day === key : mondayOf(day) === key;
}

/** What is reached of a mission at a time. Rounds that were taken back do not count. */
function reached(window: Window, { bets, acts }: Pick<Books, 'bets' | 'acts'>, now: number): boolean {
  const { mission, key } = window;
  if (mission.goal === 'verified' || mission.goal === 'limits') return reachedByActs(window, acts, now);
  const standing = bets
    .filter(({ settledAt, voidedAt, gameId }) => {
      const isStanding = settledAt !== undefined && settledAt <= now && (voidedAt === undefined || voidedAt > now);
      return isStanding && (mission.category === null || gameOf(gameId).category === mission.category);
    })
    .toSorted((one, other) => (one.settledAt ?? 0) - (other.settledAt ?? 0));
  const within = standing.filter(({ settledAt }) => isWithin(window, dayOf(settledAt ?? 0)));
  const large = within.filter(({ stake }) => stake >= BigInt(mission.leastStake ?? 0) * UNIT);
  if (mission.goal === 'rounds') return large.length >= mission.target;
  if (mission.goal === 'stake') return sum(within.map(countedStake)) >= BigInt(mission.target) * UNIT;
  if (mission.goal === 'newGames') {
    const before = new Set(standing.filter(({ settledAt }) => dayOf(settledAt ?? 0) < key).map(({ gameId }) => gameId));
    return new Set(within.map(({ gameId }) => gameId).filter((id) => !before.has(id))).size >= mission.target;
  }
  let run = 0;
  return large.some(({ payout, stake }) => {
    run = payout > stake ? run + 1 : 0;
    return run >= mission.target;
  });
}

function reachedByActs(window: Window, acts: readonly BookedAct[], now: number): boolean {
  const { mission } = window;
  const done = acts.filter(({ at }) => at <= now);
  if (mission.goal === 'verified')
    return done.filter(({ kind, at }) => kind === 'verified' && isWithin(window, dayOf(at))).length >= mission.target;
  const limits = new Map(done.filter(({ kind }) => kind !== 'verified').map(({ subject, kind }) => [subject, kind]));
  return [...limits.values()].filter((kind) => kind === 'set').length >= mission.target;
}

function windowsOf({ bets, acts }: Books): readonly Window[] {
  const times = [...bets.flatMap(({ settledAt }) => settledAt ?? []), ...acts.map(({ at }) => at)];
  const days = [...new Set(times.map(dayOf))];
  return MISSIONS.flatMap((mission) => {
    const keys = days.map((day) => (mission.period === 'once' ? 'once' : mission.period === 'day' ? day : mondayOf(day)));
    return [...new Set(keys)].map((key) => ({ mission, key }));
  });
}

/** Given, withdrawn, claimed and expired in the order of time. */
function stateOf(window: Window, { bets, acts, claims }: Books, { runs }: Schedule): string {
  let state = 'withdrawn';
  let endsAt = 0;
  const steps = [...runs.map((at) => ({ at, isRun: true })), ...claims.map((at) => ({ at, isRun: false }))];
  for (const { at, isRun } of steps.toSorted((one, other) => one.at - other.at)) {
    if (!isRun) {
      if (state === 'claimable' && at < endsAt) return 'paid';
      continue;
    }
    if (!reached(window, { bets, acts }, at)) state = 'withdrawn';
    else if (state === 'withdrawn') [state, endsAt] = ['claimable', at + CLAIM_DAYS * DAY_MS];
    if (state === 'claimable' && endsAt <= at) return 'expired';
  }
  return state;
}

function slowMissions(books: Books, schedule: Schedule) {
  const given = windowsOf(books)
    .map((window) => ({ ...window, state: stateOf(window, books, schedule) }))
    .filter(({ state }) => state !== 'withdrawn');
  const paid = given.filter(({ state }) => state === 'paid').map(({ mission }) => mission);
  return {
    states: given.map(({ mission, key, state }) => `${mission.id} ${key} ${state}`).toSorted(),
    points: sum(paid.map(({ points }) => BigInt(points) * POINT)),
    paid: sum(paid.map(({ amount }) => BigInt(amount) * UNIT)),
  };
}

/** All bets that were placed while the bonus ran count with the weight of their category. */
function slowBonus(
  { id, amount, wagering, days: lasts, acceptedAt, leftAt }: BookedBonus,
  { bets, pool }: Books,
  { runs }: Schedule,
): string {
  const expiresAt = acceptedAt + lasts * DAY_MS;
  let endedAt = Number.POSITIVE_INFINITY;
  const counted = () => bets.filter(({ at }) => at > acceptedAt && at < endedAt && at < expiresAt);
  const wagered = (now: number) =>
    sum(
      counted()
        .filter(({ settledAt, voidedAt }) => settledAt !== undefined && settledAt <= now && (voidedAt === undefined || voidedAt > now))
        .map((bet) => countedStake(bet) * WEIGHTS[gameOf(bet.gameId).category]),
    );
  const isUsed = (now: number) => {
    const isOpen = ({ settledAt, voidedAt }: BookedBet) =>
      (settledAt === undefined || settledAt > now) && (voidedAt === undefined || voidedAt > now);
    const inPlay = counted().some((bet) => bet.at <= now && bet.bonusPart > 0n && isOpen(bet));
    return !inPlay && sum(pool.filter(({ at }) => at < now).map(({ units }) => units)) === 0n;
  };
  let state = 'running';
  for (const run of runs) {
    if (run <= acceptedAt) continue;
    if (leftAt !== undefined && leftAt < run) [state, endedAt] = ['left', leftAt];
    else if (wagered(run) >= amount * wagering * 100n) [state, endedAt] = ['completed', run];
    else if (isUsed(run)) [state, endedAt] = ['used', run];
    else if (expiresAt <= run) [state, endedAt] = ['expired', run];
    else continue;
    break;
  }
  return `${id} ${state} ${wagered(runs.at(-1) ?? 0)}`;
}
