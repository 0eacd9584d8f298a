import { sql } from 'kysely';
import type { LimitKind } from '../../../shared/rules/protection.ts';
import { HOUR_MS, MINUTE_MS } from '../../../shared/time.ts';
import { inTransaction } from '../base/db/index.ts';
import { Refusal } from '../base/refusal.ts';
import { testActor } from '../identity/accounts/test-actor.ts';
import { noteVerified } from '../play/facts/index.ts';
import { perform } from '../play/vendors/seamless.ts';
import type { TestPlayer } from '../play/vendors/test-vendor.ts';
import * as limitStore from '../protection/responsible-gaming/store.ts';
import { convert } from './points/convert.ts';
import { redeem } from './points/redeem.ts';
import { GAMES, LATER_RATES, type TestGame, UNIT } from './test-recompute-rules.ts';
import { deposit, GOODS, PAYMENT_PASSWORD, type RewardWorld } from './test-recompute-world.ts';

/** How much is played; in each slot of six hours a member does at most one thing, so that the time orders all that a member does. */
export interface PlaySize {
  readonly members: number;
  readonly days: number;
  /** Things done by a member in a day, 4 at most. */
  readonly actions: number;
  /** Members that act at the same time. */
  readonly atOnce: number;
  readonly seed: number;
}

/** What happened and is not in bets and ledger. */
export interface Played {
  readonly runs: readonly Date[];
  readonly ratesChanged: Date;
  readonly claims: readonly { readonly memberId: string; readonly at: Date }[];
  readonly left: readonly { readonly bonusId: string; readonly at: Date }[];
  /** What members did besides play, in the order of time. */
  readonly acts: readonly MemberAct[];
  readonly done: Readonly<Record<string, number>>;
}

/** A round was verified, the first time only; a limit was set or made stricter; a limit was raised or removed. */
export interface MemberAct {
  readonly memberId: string;
  readonly at: Date;
  readonly kind: 'verified' | 'set' | 'lifted';
  readonly subject: string;
}

export const START = Date.parse('2026-10-19T12:00:00Z');
const SLOT_MS = 6 * HOUR_MS;
const SLOTS_PER_DAY = 4;
/** Weekday slots begin at 0, 6, 12 and 18 hours UTC; local midnight is between the first two. */
const isAfterMidnight = (at: number) => new Date(at).getUTCHours() === 6;
const PROVIDER = 'NOVA';

interface Bet {
  readonly id: string;
  readonly game: TestGame;
  readonly stake: bigint;
}

interface Member {
  readonly player: TestPlayer;
  readonly index: number;
  open: Bet[];
  readonly settled: Bet[];
  readonly deposits: bigint[];
  bonusId: string | undefined;
  readonly verified: Set<string>;
  /** Value of each own limit of a day. */
  readonly limits: Map<LimitKind, bigint>;
}

/** Random numbers of one member in one slot, the same in each order of the members. */
function randomOf(...parts: readonly number[]): (below: number) => number {
  let state = parts.reduce((hash, part) => Math.imul(hash ^ (part + 0x9e37_79b9), 0x85eb_ca6b) ^ (hash >>> 13), 0x2545_f491);
  return (below) => {
    state = (state + 0x6d2b_79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}

type Random = ReturnType<typeof randomOf>;

/** A member whose random things are done one after the other. */
class Play {
  readonly claims: { memberId: string; at: Date }[] = [];
  readonly left: { bonusId: string; at: Date }[] = [];
  readonly acts: MemberAct[] = [];
  readonly done: Record<string, number> = {};
  readonly #world: RewardWorld;

  constructor(world: RewardWorld) {
    this.#world = world;
  }

  async act(member: Member, random: Random): Promise<void> {
    const what = await this.#choose(member, random);
    this.done[what] = (this.done[what] ?? 0) + 1;
  }

  async #choose(member: Member, random: Random): Promise<string> {
    const dice = random(100);
    if (member.open.length > 0 && dice < 40) return this.#end(member, random);
    if (dice < 48) return this.#bet(member, random, true);
    if (dice < 58) return this.#bet(member, random, false);
    if (dice < 70) return this.#takeBack(member, random);
    if (dice < 77) return this.#deposit(member, random);
    if (dice < 79) return this.#returnDeposit(member);
    if (dice < 86) return this.#claim(member);
    if (dice < 90) return this.#spendPoints(member, random);
    if (dice < 96) return this.#bonus(member, random);
    return dice < 98 ? this.#verify(member, random) : this.#limit(member, random);
  }

  get #now(): Date {
    return this.#world.bonus.clock.now();
  }

  async #bet(member: Member, random: Random, ends: boolean): Promise<string> {
    const game = GAMES[random(GAMES.length)] as TestGame;
    const stake = BigInt(1 + random(random(4) === 0 ? 90 : 300_000));
    const id = `${member.player.memberId}-${member.settled.length + member.open.length}-${this.#now.getTime()}`;
    const { status } = await this.#world.bonus.bet(member.player, stake, { id, gameId: game.id });
    if (status !== 'OK') return `bet ${status}`;
    member.open.push({ id, game, stake });
    return ends ? this.#settle(member, member.open.length - 1, random) : 'open bet';
  }

  async #end(member: Member, random: Random): Promise<string> {
    const at = random(member.open.length);
    if (random(6) > 0) return this.#settle(member, at, random);
    const [bet] = member.open.splice(at, 1);
    const { status } = await this.#world.bonus.rollback(member.player, bet?.id ?? '', { gameId: bet?.game.id ?? '' });
    return `rollback ${status}`;
  }

  async #settle(member: Member, at: number, random: Random): Promise<string> {
    const [bet] = member.open.splice(at, 1) as [Bet];
    const dice = random(20);
    const payouts = [0n, bet.stake, BigInt(random(Number(bet.stake))), bet.stake + BigInt(random(2 * Number(bet.stake) + 1))];
    const payout = payouts[dice < 9 ? 0 : dice < 10 ? 1 : dice < 12 ? 2 : 3] ?? 0n;
    const { status } = await this.#world.bonus.win(member.player, bet.id, payout, { gameId: bet.game.id });
    member.settled.push(bet);
    return `win ${status}`;
  }

  /** Of any earlier day. */
  async #takeBack({ player, settled }: Member, random: Random): Promise<string> {
    if (settled.length === 0) return 'nothing';
    const [bet] = settled.splice(random(settled.length), 1) as [Bet];
    const named = { player: player.player, gameId: bet.game.id, roundId: `r-${bet.id}`, betTransactionId: bet.id };
    const { status } = await perform(this.#world.bonus.vendor, PROVIDER, 'reverse', { ...named, transactionId: `${bet.id}-reversal` });
    return `reverse ${status}`;
  }

  async #deposit({ player, deposits }: Member, random: Random): Promise<string> {
    const units = BigInt(20 + random(80)) * UNIT;
    await deposit(this.#world, player.memberId, units);
    deposits.push(units);
    return 'deposit';
  }

  async #returnDeposit({ player, deposits }: Member): Promise<string> {
    const units = deposits.at(-1);
    if (units === undefined || !(await deposit(this.#world, player.memberId, -units))) return 'nothing';
    deposits.pop();
    return 'returned deposit';
  }

  async #claim({ player: { memberId } }: Member): Promise<string> {
    this.claims.push({ memberId, at: this.#now });
    return refusable('claim', () => this.#world.bonus.centre.claim(memberId, 'all'));
  }

  async #spendPoints({ player: { memberId } }: Member, random: Random): Promise<string> {
    const reference = `recompute-${memberId}-${this.#now.getTime()}`;
    const actor = testActor(memberId, { currency: 'USD' });
    const order = { paymentPassword: PAYMENT_PASSWORD, reference };
    if (random(2) === 0)
      return refusable('redemption', () => redeem(this.#world.points, actor, { ...order, goodsId: GOODS, quantity: '1', remark: '' }));
    return refusable('conversion', () => convert(this.#world.points, actor, { ...order, points: String(20 + random(60)) }));
  }

  /** Some rounds are verified twice, and some are voided afterwards. */
  async #verify({ player: { memberId }, settled, verified }: Member, random: Random): Promise<string> {
    const bet = settled[random(settled.length)];
    if (!bet) return 'nothing';
    const at = this.#now;
    await inTransaction(this.#world.db, async (tx) => {
      await this.#world.wallet.lockWallets(tx, [memberId]);
      await noteVerified(tx, { memberId, betId: bet.id, at });
    });
    if (!verified.has(bet.id)) this.acts.push({ memberId, at, kind: 'verified', subject: bet.id });
    verified.add(bet.id);
    return 'verified';
  }

  async #limit({ player: { memberId }, limits }: Member, random: Random): Promise<string> {
    const kind = (['deposit', 'session', 'loss'] as const)[random(3)] ?? 'deposit';
    const before = limits.get(kind);
    const isRemoved = before !== undefined && random(4) === 0;
    const value = 1_000n + BigInt(random(1_000));
    const name = { memberId, kind, period: 'day' } as const;
    await inTransaction(this.#world.db, (tx) =>
      isRemoved ? limitStore.removeLimit(tx, name, 'member') : limitStore.saveLimit(tx, name, 'member', value, this.#now),
    );
    if (isRemoved) limits.delete(kind);
    else limits.set(kind, value);
    const isLifted = isRemoved || (before !== undefined && value > before);
    if (isLifted || value !== before) this.acts.push({ memberId, at: this.#now, kind: isLifted ? 'lifted' : 'set', subject: kind });
    return isLifted ? 'lifted limit' : 'limit';
  }

  async #bonus(member: Member, random: Random): Promise<string> {
    const { memberId } = member.player;
    if (member.bonusId !== undefined && random(5) === 0) {
      const { bonusId } = member;
      const answer = await refusable('left bonus', () => this.#world.bonus.leave(memberId, bonusId));
      if (answer === 'left bonus') this.left.push({ bonusId, at: this.#now });
      member.bonusId = undefined;
      return answer;
    }
    const amount = BigInt(1 + random(12)) * UNIT;
    const order = { amount, held: BigInt(random(3) * 5) * UNIT, wagering: 1 + random(3), days: 2 + random(8) };
    const offer = await this.#world.bonus.offer(memberId, order);
    const answer = await refusable('bonus', () => this.#world.bonus.accept(memberId, offer.id));
    if (answer === 'bonus') member.bonusId = offer.id;
    return answer;
  }
}

/** `what`, or the code of a refusal. */
async function refusable(what: string, work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
    return what;
  } catch (error) {
    if (error instanceof Refusal) return `${what}: ${error.code}`;
    throw error;
  }
}

/** Plays for all members, slot by slot; jobs run between the slots. */
export async function playForWeeks(world: RewardWorld, size: PlaySize): Promise<Played> {
  const play = new Play(world);
  const members: Member[] = [];
  await inParts([...Array(size.members).keys()], size.atOnce, async (index) => {
    const player = await world.bonus.player();
    members.push({ player, index, open: [], settled: [], deposits: [], bonusId: undefined, verified: new Set(), limits: new Map() });
  });
  // A page of a game is open for a day; these members open none again.
  await sql`update vendor_session set expires_at = '2100-01-01'`.execute(world.db);
  const runs: Date[] = [];
  const slots = size.days * SLOTS_PER_DAY;
  let ratesChanged = new Date(START);
  for (let slot = 0; slot < slots; slot += 1) {
    const at = START + slot * SLOT_MS;
    const isHalf = slot === Math.floor(slots / 2);
    if (isHalf || isAfterMidnight(at) || randomOf(size.seed, slot)(4) === 0) {
      world.to(new Date(at - MINUTE_MS));
      await world.run();
      runs.push(new Date(at - MINUTE_MS));
    }
    if (isHalf) {
      ratesChanged = new Date(at - MINUTE_MS);
      await world.set(LATER_RATES);
    }
    world.to(new Date(at));
    await inParts(members, size.atOnce, async (member) => {
      const random = randomOf(size.seed, member.index, slot);
      if (slot === 0) await deposit(world, member.player.memberId, BigInt(30 + random(200)) * UNIT);
      else if (random(1_000) < size.actions * (1_000 / SLOTS_PER_DAY)) await play.act(member, random);
    });
  }
  const end = new Date(START + (slots + 2 * SLOTS_PER_DAY) * SLOT_MS);
  world.to(end);
  await world.run();
  const { claims, left, acts, done } = play;
  return { runs: [...runs, end], ratesChanged, claims, left, acts, done };
}

async function inParts<T>(items: readonly T[], atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const item = items[next] as T;
      next += 1;
      await work(item);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
