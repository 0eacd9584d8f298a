import fc from 'fast-check';
import { sql } from 'kysely';
import { DAY_MS } from '../../../../shared/time.ts';
import type { Database } from '../../base/db/index.ts';
import type { TestPlayer } from '../../play/vendors/test-vendor.ts';
import { GAME, LIVE_GAME, PVP_GAME, type TestBonus } from './test-bonus.ts';

/** Members of the reference: what each pool holds, computed without any code of the product. */
interface SlowBet {
  readonly id: string;
  readonly gameId: string;
  readonly stake: bigint;
  /** Wallet, held money, bonus money; null: not of a bonus. */
  readonly parts: readonly [bigint, bigint, bigint] | null;
  readonly bonus: number | null;
}
interface SlowGrant {
  state: string;
  wagered: bigint;
  readonly required: bigint;
  readonly maxBet: bigint;
  readonly expires: number;
}

/** One member with one bonus after the other. */
class SlowMember {
  real = 0n;
  held = 0n;
  bonus = 0n;
  readonly grants: SlowGrant[] = [];
  readonly open: SlowBet[] = [];

  get running(): SlowGrant | undefined {
    return this.grants.find(({ state }) => state === 'running');
  }

  grant(amount: bigint, held: bigint, terms: Omit<SlowGrant, 'state' | 'wagered'>): boolean {
    if (this.running) return false;
    this.grants.push({ ...terms, state: 'running', wagered: 0n });
    this.bonus = amount;
    this.held = held < this.real ? held : this.real;
    this.real -= this.held;
    return true;
  }

  bet(id: string, gameId: string, stake: bigint, now: number): string {
    const grant = this.running;
    if (!grant || grant.expires <= now || gameId === PVP_GAME) {
      if (stake > this.real) return 'INSUFFICIENT_FUNDS';
      this.real -= stake;
      this.open.push({ id, gameId, stake, parts: null, bonus: null });
      return 'OK';
    }
    if (stake > grant.maxBet) return 'LIMIT_REACHED';
    if (stake > this.real + this.held + this.bonus) return 'INSUFFICIENT_FUNDS';
    const parts: [bigint, bigint, bigint] = [0n, 0n, 0n];
    // Unit by unit, each from the first pool that has one.
    for (let unit = 0n; unit < stake; unit += 1n) {
      if (this.real > 0n) {
        this.real -= 1n;
        parts[0] += 1n;
      } else if (this.held > 0n) {
        this.held -= 1n;
        parts[1] += 1n;
      } else {
        this.bonus -= 1n;
        parts[2] += 1n;
      }
    }
    this.open.push({ id, gameId, stake, parts, bonus: this.grants.indexOf(grant) });
    return 'OK';
  }

  /** `isVoid`: the stake itself returns. */
  pay(index: number, amount: bigint, isVoid: boolean): SlowBet | undefined {
    const [bet] = this.open.splice(index, 1);
    if (!bet) return undefined;
    const { parts, stake, gameId } = bet;
    const grant = bet.bonus === null ? undefined : this.grants[bet.bonus];
    if (!parts || !grant) {
      this.real += amount;
      return bet;
    }
    if (!isVoid) grant.wagered += wageredBy(gameId, stake, amount);
    let [held, bonus] = [(amount * parts[1]) / stake, (amount * parts[2]) / stake];
    const rest = amount - held - bonus;
    if (parts[0] === 0n && parts[1] > 0n) held += rest;
    else if (parts[0] === 0n) bonus += rest;
    const real = amount - held - bonus;
    if (grant.state === 'running') {
      this.real += real;
      this.held += held;
      this.bonus += bonus;
    } else this.real += grant.state === 'completed' ? amount : real + held;
    return bet;
  }

  end(state: string): void {
    const grant = this.running;
    if (!grant) return;
    grant.state = state;
    this.real += this.held + (state === 'completed' ? this.bonus : 0n);
    this.held = 0n;
    this.bonus = 0n;
  }

  run(now: number): void {
    const grant = this.running;
    if (!grant) return;
    const isInPlay = this.open.some(({ bonus, parts }) => bonus === this.grants.indexOf(grant) && (parts?.[2] ?? 0n) > 0n);
    if (grant.wagered >= grant.required * 100n) this.end('completed');
    else if (this.bonus === 0n && !isInPlay) this.end('used');
    else if (grant.expires <= now) this.end('expired');
  }
}

/** Counted stake of a round with one bet, times its weight: a slot with the stake, a table with what is won or lost. */
function wageredBy(gameId: string, stake: bigint, payout: bigint): bigint {
  if (gameId !== LIVE_GAME) return stake * 100n;
  const risk = payout > stake ? payout - stake : stake - payout;
  return (risk < stake ? risk : stake) * 50n;
}

/** Numbers are units; `index` is that of an open bet. */
export type BonusStep =
  | { readonly kind: 'pay' | 'withdraw'; readonly amount: number }
  | { readonly kind: 'bet'; readonly amount: number; readonly game: number }
  | { readonly kind: 'win'; readonly index: number; readonly amount: number }
  | { readonly kind: 'lose' | 'void'; readonly index: number }
  | { readonly kind: 'grant'; readonly amount: number; readonly held: number; readonly wagering: number }
  | { readonly kind: 'leave' | 'run' | 'expire' };

const amount = (max: number) => fc.integer({ min: 1, max });
export const bonusStep: fc.Arbitrary<BonusStep> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('pay' as const, 'withdraw' as const), amount: amount(40) }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('bet' as const), amount: amount(33), game: fc.nat(3) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('win' as const), index: fc.nat(9), amount: amount(80) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('lose' as const, 'void' as const), index: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('grant' as const), amount: amount(60), held: fc.nat(20), wagering: amount(3) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('leave' as const, 'run' as const, 'expire' as const) }) },
);

const GAMES = [GAME, GAME, LIVE_GAME, PVP_GAME];
const MAX_BET = 30n;
/** What the product answered, and the reference. */
type Compared = readonly [actual: string, expected: string];
const SAME: Compared = ['', ''];

/** A member of the product and of the reference, who do the same. */
export class BonusRun {
  readonly slow = new SlowMember();
  /** Of accepted bonuses. */
  readonly ids: string[] = [];
  readonly #world: TestBonus;
  readonly #db: Database;
  readonly #player: TestPlayer;
  #bets = 0;

  constructor(world: TestBonus, db: Database, player: TestPlayer) {
    this.#world = world;
    this.#db = db;
    this.#player = player;
  }

  apply(step: BonusStep): Promise<Compared> {
    switch (step.kind) {
      case 'pay':
      case 'withdraw':
        return this.#pay(BigInt(step.kind === 'pay' ? step.amount : -step.amount));
      case 'bet':
        return this.#bet(BigInt(step.amount), GAMES[step.game] ?? GAME);
      case 'win':
        return this.#end(step.index, () => BigInt(step.amount), false);
      case 'lose':
        return this.#end(step.index, () => 0n, false);
      case 'void':
        return this.#end(step.index, ({ stake }) => stake, true);
      case 'grant':
        return this.#grant(BigInt(step.amount), BigInt(step.held), step.wagering);
      case 'leave':
        return this.#leave();
      case 'run':
        return this.run();
      case 'expire':
        return this.#expire();
    }
  }

  async run(): Promise<Compared> {
    await this.#world.run();
    this.slow.run(this.#now());
    return SAME;
  }

  #now(): number {
    return this.#world.clock.now().getTime();
  }

  async #pay(units: bigint): Promise<Compared> {
    const isCovered = this.slow.real + units >= 0n;
    if (isCovered) this.slow.real += units;
    return [await this.#world.pay(this.#player.memberId, units), isCovered ? 'posted' : 'insufficient'];
  }

  async #bet(units: bigint, gameId: string): Promise<Compared> {
    this.#bets += 1;
    const id = `${this.#player.memberId}-${this.#bets}`;
    const { status } = await this.#world.bet(this.#player, units, { id, gameId });
    return [status, this.slow.bet(id, gameId, units, this.#now())];
  }

  async #end(index: number, amountOf: (bet: SlowBet) => bigint, isVoid: boolean): Promise<Compared> {
    const target = this.slow.open[index];
    if (!target) return SAME;
    const units = amountOf(target);
    this.slow.pay(index, units, isVoid);
    const { id, gameId } = target;
    const paid = isVoid ? this.#world.rollback(this.#player, id, { gameId }) : this.#world.win(this.#player, id, units, { gameId });
    return [(await paid).status, 'OK'];
  }

  async #grant(units: bigint, held: bigint, wagering: number): Promise<Compared> {
    const { memberId } = this.#player;
    const terms = { required: units * BigInt(wagering), maxBet: MAX_BET, expires: this.#now() + DAY_MS };
    const isFree = this.slow.grant(units, held, terms);
    const offer = await this.#world.offer(memberId, { amount: units, held, wagering, maxBet: MAX_BET, days: 1 });
    if (isFree) this.ids.push(offer.id);
    return [await codeOf(this.#world.accept(memberId, offer.id)), isFree ? 'accepted' : 'bonus_running'];
  }

  async #leave(): Promise<Compared> {
    const isRunning = this.slow.running !== undefined;
    this.slow.end('left');
    return [await codeOf(this.#world.leave(this.#player.memberId, this.ids.at(-1) ?? '0')), isRunning ? 'accepted' : 'bonus_not_running'];
  }

  /** At its end, and before the job has ended it. */
  async #expire(): Promise<Compared> {
    const { memberId } = this.#player;
    const now = this.#world.clock.now();
    await sql`update bonus set expires_at = ${now} where member_id = ${memberId} and state = 'running'`.execute(this.#db);
    if (this.slow.running) Object.assign(this.slow.running, { expires: now.getTime() });
    return SAME;
  }
}

/** The code of a refusal, or `accepted`. */
export function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'accepted',
    (error: { code?: string }) => error.code ?? String(error),
  );
}
