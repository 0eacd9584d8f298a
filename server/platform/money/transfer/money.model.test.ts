import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '../../base/actor.ts';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { audit, HOLD, HOUSE, type Leg, memberLegs, type TransferKind, vendorWallet, WALLET } from '../../ledger/index.ts';
import { seedGames } from '../../play/games/demo-games.ts';
import type { VendorDeps } from '../../play/vendors/contracts.ts';
import { issueTicket } from '../../play/vendors/launch.ts';
import { perform } from '../../play/vendors/seamless.ts';
import { createTestVendor, GAME, PROVIDER } from '../../play/vendors/test-vendor.ts';
import { openTestTransfers, RIGHT, type TestTransfers } from './test-members.ts';

/**
 * All that moves a member's money, in any order and with every instruction repeated now and then: deposits, stakes, wins,
 * refunds, payouts held, released and paid, wallets at vendors, transfers up and down. Against a model of it without a
 * database, with one wallet and with one per vendor. `TEST_SEQUENCES` says how many sequences.
 */
const SEQUENCES = Number(process.env.TEST_SEQUENCES ?? 120);
const AT_ONCE = 8;
const OPENING = 1_000_000n;
const VENDOR = 'NOVA';

interface Merchant {
  readonly at: TestTransfers;
  readonly deps: VendorDeps;
}
let database: TestDatabase;
let single: Merchant;
let divided: Merchant;
let run = 0;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.db.transaction().execute((tx) => seedGames(tx, 'studio', ['*'], 'USD'));
  single = await openMerchant(true);
  divided = await openMerchant(false);
});
afterAll(async () => {
  expect((await audit(database.db)).differences).toEqual([]);
  await database.close();
});

async function openMerchant(isSingle: boolean): Promise<Merchant> {
  const merchant = isSingle ? 'single' : 'divided';
  const at = await openTestTransfers(database.db, merchant);
  const max = 1_000_000;
  const rules = { isSingle, minAmount: 1, maxAmount: max, dayAmount: max, dayCount: 1_000, receivedTurnoverPercent: 0 };
  await at.configure((settings) => ({ ...settings, transfers: rules }));
  const vendor = createTestVendor(database.db);
  const game = vendor.games.get(GAME);
  if (game) vendor.games.set(GAME, { ...game, vassalage: VENDOR });
  const members = {
    ...vendor.deps.members,
    find: async (_executor: unknown, memberId: string) => ({ memberId, type: 0, currency: 'USD', blocked: false }),
  };
  return { at, deps: { ...vendor.deps, merchant, members } };
}

const KINDS = ['deposit', 'bet', 'win', 'rollback', 'hold', 'release', 'paid', 'in', 'out', 'collect', 'up', 'down'] as const;
const step = fc.record({
  kind: fc.constantFrom(...KINDS, 'bet', 'bet', 'win', 'hold', 'in'),
  /** Bet or payout: few, so that most are used repeatedly. */
  nr: fc.integer({ min: 0, max: 2 }),
  /** Hundreds of whole units: amounts that are often covered, but not always. */
  units: fc.integer({ min: 1, max: 70 }).map((n) => BigInt(n) * 10_000n),
  /** Repeats the previous step instead. */
  again: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** A member's money without a ledger. */
class Model {
  wallet = OPENING;
  hold = 0n;
  atVendor = 0n;
  agent = OPENING;
  /** The vendor wallet is created by the first move or the vendor's first call. */
  hasVendor = false;
  readonly bets = new Map<number, { units: bigint; state: 'live' | 'over' | 'refused' }>();
  readonly payouts = new Map<number, { units: bigint; open: boolean }>();
  readonly isSingle: boolean;
  constructor(isSingle: boolean) {
    this.isSingle = isSingle;
  }

  apply({ kind, nr, units }: Step): string {
    switch (kind) {
      case 'deposit':
        return this.add('wallet', units);
      case 'up':
        return this.move('wallet', 'agent', units);
      case 'down':
        return this.move('agent', 'wallet', units);
      case 'in':
        if (this.isSingle) return 'sub_wallet_not_found';
        this.hasVendor = true;
        return this.move('wallet', 'atVendor', units);
      case 'out':
        return this.hasVendor ? this.move('atVendor', 'wallet', units) : 'sub_wallet_not_found';
      case 'collect':
        return this.move('atVendor', 'wallet', this.atVendor);
      case 'hold':
        return this.holdPayout(nr, units);
      case 'release':
      case 'paid':
        return this.endPayout(nr, kind);
      default:
        return this.play(kind, nr, units);
    }
  }

  private add(to: 'wallet' | 'atVendor', units: bigint): string {
    this[to] += units;
    return 'done';
  }

  private move(from: 'wallet' | 'agent' | 'atVendor' | 'hold', to: 'wallet' | 'agent' | 'atVendor' | 'hold', units: bigint): string {
    if (this[from] < units) return 'insufficient_funds';
    this[from] -= units;
    this[to] += units;
    return 'done';
  }

  private holdPayout(nr: number, units: bigint): string {
    if (this.payouts.has(nr)) return 'there already';
    const outcome = this.move('wallet', 'hold', units);
    if (outcome === 'done') this.payouts.set(nr, { units, open: true });
    return outcome;
  }

  private endPayout(nr: number, kind: 'release' | 'paid'): string {
    const payout = this.payouts.get(nr);
    if (!payout?.open) return 'not open';
    payout.open = false;
    if (kind === 'release') return this.move('hold', 'wallet', payout.units);
    this.hold -= payout.units;
    return 'done';
  }

  private play(kind: 'bet' | 'win' | 'rollback', nr: number, units: bigint): string {
    const key = this.isSingle ? 'wallet' : 'atVendor';
    // The vendor's first call about the player opens the wallet.
    this.hasVendor ||= !this.isSingle;
    const bet = this.bets.get(nr);
    if (kind === 'bet') {
      if (bet) return 'there already';
      const refused = this[key] < units;
      this.bets.set(nr, { units, state: refused ? 'refused' : 'live' });
      if (refused) return 'INSUFFICIENT_FUNDS';
      this[key] -= units;
      return 'OK';
    }
    if (bet?.state !== 'live') return 'not live';
    bet.state = 'over';
    this.add(key, kind === 'win' ? units : bet.units);
    return 'OK';
  }
}

interface Run {
  readonly merchant: Merchant;
  readonly model: Model;
  readonly member: Actor;
  readonly agent: Actor;
  readonly player: string;
  readonly token: string;
  readonly name: string;
}

test('agrees with its model on deposits, stakes, wins, refunds, payouts and transfers in any order', async () => {
  const one = fc.record({ isSingle: fc.boolean(), steps: fc.array(step, { maxLength: 14, size: 'max' }) });
  await fc.assert(
    fc.asyncProperty(fc.array(one, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (sequences) => {
      await Promise.all(sequences.map(check));
    }),
    { numRuns: Math.ceil(SEQUENCES / AT_ONCE), endOnFailure: true },
  );
});

async function check({ isSingle, steps }: { readonly isSingle: boolean; readonly steps: readonly Step[] }): Promise<void> {
  const now = await start(isSingle ? single : divided);
  let before: (() => Promise<string>) | undefined;
  for (const [index, each] of steps.entries()) {
    if (each.again && before) {
      // Repeated: must have no effect, so the model is not updated.
      await before();
      continue;
    }
    const reference = `money-${now.name}-${index}`;
    const skip = each.kind === 'hold' ? now.model.payouts.has(each.nr) : each.kind === 'bet' && now.model.bets.has(each.nr);
    const expected = now.model.apply(each);
    if (skip || expected.startsWith('not ')) continue;
    before = () => carryOut(now, each, reference);
    expect({ isSingle, each, outcome: await before() }).toEqual({ isSingle, each, outcome: expected });
    // A refusal for lack of money may become a success later, so it is not repeated.
    if (expected === 'insufficient_funds' || expected === 'sub_wallet_not_found') before = undefined;
  }
  await compare(now);
}

async function start(merchant: Merchant): Promise<Run> {
  run += 1;
  const name = `run${run}`;
  const { at, deps } = merchant;
  const agent = await at.member({ type: 1, units: OPENING });
  const member = await at.member({ units: OPENING, agentId: agent.memberId });
  const { ticket } = await issueTicket(database.db, deps, { actor: member, gameId: GAME, provider: PROVIDER, language: 'EN' });
  const { player = '', token = '' } = await perform(deps, PROVIDER, 'authenticate', { ticket, gameId: GAME });
  const model = new Model(merchant === single);
  model.hasVendor = merchant === divided;
  return { merchant, model, member, agent, player, token, name };
}

function carryOut(now: Run, { kind, nr, units }: Step, reference: string): Promise<string> {
  const { member, agent, merchant, model } = now;
  const { transfers, subWallets } = merchant.at;
  const amount = `${units / 10_000n}`;
  const order = { amount, paymentPassword: RIGHT, reference };
  switch (kind) {
    case 'deposit':
      return post(now, 'deposit', reference, memberLegs(member.memberId, 'cashier:MODEL', units));
    case 'hold':
      return post(now, 'withdrawal-hold', `${now.name}:hold:${nr}`, between(member, WALLET, HOLD, units));
    case 'release':
      return post(now, 'withdrawal-release', `${now.name}:end:${nr}`, between(member, HOLD, WALLET, model.payouts.get(nr)?.units ?? 0n));
    case 'paid':
      return post(now, 'withdrawal-paid', `${now.name}:end:${nr}`, [
        { owner: member.memberId, kind: HOLD, units: -(model.payouts.get(nr)?.units ?? 0n) },
        { owner: HOUSE, kind: 'payouts', units: model.payouts.get(nr)?.units ?? 0n },
      ]);
    case 'in':
    case 'out':
      return outcomeOf(subWallets.move(member, { vassalage: VENDOR, direction: kind, amount, reference }));
    case 'collect':
      return outcomeOf(subWallets.collect(member, reference));
    case 'up':
      return outcomeOf(transfers.toUpline(member, order));
    case 'down':
      return outcomeOf(transfers.toDownline(agent, { account: member.account, ...order }));
    default:
      return play(now, kind, nr, units);
  }
}

async function play({ merchant, name, player, token }: Run, kind: 'bet' | 'win' | 'rollback', nr: number, units: bigint): Promise<string> {
  const named = { player, gameId: GAME, roundId: `${name}-r${nr}`, transactionId: `${name}-${kind}${nr}` };
  const money = { ...named, currency: 'USD', amount: `${units}` };
  const betTransactionId = `${name}-bet${nr}`;
  const body = { bet: { ...money, token }, win: { ...money, betTransactionId }, rollback: { ...named, betTransactionId } }[kind];
  return (await perform(merchant.deps, PROVIDER, kind, body)).status;
}

function between({ memberId }: Actor, from: string, to: string, units: bigint): readonly Leg[] {
  return [
    { owner: memberId, kind: from, units: -units },
    { owner: memberId, kind: to, units },
  ];
}

async function post({ merchant, member }: Run, kind: TransferKind, reference: string, legs: readonly Leg[]): Promise<string> {
  const { wallet } = merchant.at;
  const { memberId, currency } = member;
  if (kind === 'withdrawal-hold') await wallet.openMember(database.db, { memberId, currency, realm: 'real', kind: HOLD });
  const { outcome } = await wallet.transfer(database.db, { reference, kind, currency, realm: 'real', memberId, legs });
  if (outcome === 'insufficient') return 'insufficient_funds';
  return outcome === 'posted' || outcome === 'repeated' ? 'done' : outcome;
}

function outcomeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'done',
    (error: { code?: string }) => error.code ?? String(error),
  );
}

async function compare({ merchant, model, member, agent }: Run): Promise<void> {
  const accounts = await merchant.at.wallet.accounts(database.db, member.memberId);
  const of = (kind: string) => accounts.find((account) => account.kind === kind)?.units ?? 0n;
  expect({
    wallet: of(WALLET),
    hold: of(HOLD),
    atVendor: of(vendorWallet(VENDOR)),
    agent: (await merchant.at.wallet.balance(database.db, agent.memberId))?.units,
  }).toEqual({ wallet: model.wallet, hold: model.hold, atVendor: model.atVendor, agent: model.agent });
}
