import type { Actor } from '../../../base/actor.ts';
import type { Clock, MovableClock } from '../../../base/clock.ts';
import type { Database } from '../../../base/db/database.ts';
import { testActor } from '../../../identity/accounts/test-actor.ts';
import { memberLegs, transitWallet, vendorWallet, type Wallet } from '../../../ledger/index.ts';
import type { ExternalWallets } from '../../../money/transfer/index.ts';
import type { Provider, TransferWallet } from '../contracts.ts';
import { createTestVendor } from '../test-vendor.ts';
import { checkBalances } from './balance-checks.ts';
import type { SendRequest, TransferWalletDeps } from './contracts.ts';
import { bookEntries } from './entries.ts';
import { readHistory } from './history.ts';
import { lineOf } from './lines.ts';
import { resolveDue } from './moves.ts';
import { createTransferPlay, type TransferPlay } from './play.ts';
import { returnDue } from './returns.ts';
import { createTransferBook, type TransferBook } from './test-book.ts';
import { createExternalWallets } from './wallets.ts';

/** The vendor; each fixture has a provider of its own, because a history belongs to one. */
export const REEF = 'REEF';
export const REEF_GAME = 'reef-1';
export const KEY = 'a-secret-of-the-provider-REEF-for-tests-1';

/**
 * What becomes of one request. `lost`: it does not arrive. `dropped`: executed without an answer. `late`: executed at the next
 * `executeLate`. `refused`, `pending`: answered so, without effect. `crash before`, `crash after`: this process ends before it is sent, or
 * after it was executed.
 */
export type TestFault = 'lost' | 'dropped' | 'late' | 'refused' | 'not sent' | 'crash before' | 'crash after';

/** The process has ended in the middle of a request. */
class Crash extends Error {}

export interface TestTransferWallet {
  readonly deps: TransferWalletDeps;
  /** Code of the provider. */
  readonly code: string;
  readonly wallets: ExternalWallets;
  readonly play: TransferPlay;
  readonly wallet: Wallet;
  readonly clock: MovableClock;
  readonly book: TransferBook;
  readonly blocked: Set<string>;
  readonly faults: unknown[];
  readonly sent: { readonly operation: string; readonly body: Readonly<Record<string, unknown>> }[];
  settings: TransferWallet;
  /** What becomes of the next requests of an operation. */
  fault: (operation: string) => TestFault | undefined;
  /** Requests that were `late` arrive now. */
  executeLate(): void;
  member(units: bigint): Promise<Actor>;
  /** Of the member: main wallet, in transit, at the vendor. */
  money(actor: Actor): Promise<{ wallet: bigint; transit: bigint; atVendor: bigint }>;
  playerOf(actor: Actor): Promise<string>;
  /** One run of each job. */
  run(): Promise<void>;
}

export interface TestOptions {
  /** Another node of the same provider. */
  readonly like?: Pick<TestTransferWallet, 'code' | 'book'>;
  readonly code?: string;
  /** Sends over HTTP instead of asking the book. */
  readonly sender?: (clock: Clock) => SendRequest;
  readonly settings?: Partial<TransferWallet>;
  /** Changes parts of the adapter, for planted faults. */
  readonly plant?: (deps: TransferWalletDeps) => TransferWalletDeps;
}

let members = 0;
let fixtures = 0;

export function createTestTransferWallet(
  db: Database,
  { settings = {}, plant = (deps) => deps, like, sender, ...given }: TestOptions = {},
): TestTransferWallet {
  fixtures += 1;
  const code = given.code ?? like?.code ?? `REEF${process.pid}N${fixtures}`;
  const vendor = createTestVendor(db);
  const book = like?.book ?? createTransferBook({ currency: 'CNY', games: [REEF_GAME] });
  vendor.games.set(REEF_GAME, {
    gameId: REEF_GAME,
    gameName: 'Reef',
    provider: code,
    vassalage: REEF,
    vendorName: REEF,
    gameCategory: 'RNG',
    enabled: true,
  });
  const sent: { operation: string; body: Readonly<Record<string, unknown>> }[] = [];
  const late: (() => void)[] = [];
  const faults: unknown[] = [];
  const log = { error: (...fault: unknown[]) => faults.push(fault), warn: () => undefined };
  const under = {
    settings: { url: 'https://reef.test/wallet', vassalage: REEF, moves: 'manual', returnMinutes: null, ...settings } as TransferWallet,
    fault: (_operation: string): TestFault | undefined => undefined,
  };
  const provider = (): Provider => ({
    secret: KEY,
    launchUrl: () => 'https://reef.test/',
    verifyUrl: () => null,
    frameOrigin: 'https://reef.test',
    transferWallet: under.settings,
  });
  const send = (async (_line: unknown, operation: string, body: Readonly<Record<string, unknown>>) => {
    sent.push({ operation, body });
    const fault = under.fault(operation);
    if (fault === 'crash before') throw new Crash();
    if (fault === 'not sent') return { kind: 'not sent', error: 'ECONNREFUSED' };
    if (fault === 'lost') return { kind: 'no answer', error: 'TimeoutError' };
    if (fault === 'refused') return { kind: 'answer', answer: { status: 'LIMIT_REACHED' } };
    if (fault === 'late') {
      late.push(() => void book.perform(operation, body));
      return { kind: 'no answer', error: 'TimeoutError' };
    }
    const answer = book.perform(operation, body);
    if (fault === 'crash after') throw new Crash();
    return fault === 'dropped' ? { kind: 'no answer', error: 'TimeoutError' } : { kind: 'answer', answer };
  }) as unknown as SendRequest;
  const providers = {
    get: (asked: string) => (asked === code ? provider() : vendor.deps.providers.get(asked)),
    has: (asked: string) => asked === code || vendor.deps.providers.has(asked),
    transferWallets: () => [code],
  };
  const deps = plant({ ...vendor.deps, providers, log, send: sender?.(vendor.clock) ?? send });
  const { wallet } = deps;
  const playerOf = async ({ memberId }: Actor) => {
    const row = await db
      .selectFrom('vendor_player')
      .select('player')
      .where('member_id', '=', memberId)
      .where('provider', '=', code)
      .executeTakeFirst();
    return row?.player ?? '';
  };
  const test: TestTransferWallet = {
    deps,
    code,
    wallet,
    book,
    faults,
    sent,
    playerOf,
    wallets: createExternalWallets(deps),
    play: createTransferPlay(deps),
    clock: vendor.clock,
    blocked: vendor.blocked,
    get settings() {
      return under.settings;
    },
    set settings(next) {
      under.settings = next;
    },
    get fault() {
      return under.fault;
    },
    set fault(next) {
      under.fault = next;
    },
    executeLate: () => {
      for (const execute of late.splice(0)) execute();
    },
    async member(units) {
      members += 1;
      const memberId = `m_transfer_${Math.random().toString(36).slice(2)}_${members}`;
      await wallet.openMember(db, { memberId, currency: 'CNY', realm: 'real' });
      const legs = memberLegs(memberId, 'opening', units);
      const opening = { reference: `opening:${memberId}`, kind: 'adjustment', currency: 'CNY', realm: 'real', memberId, legs } as const;
      await vendor.wallet.transfer(db, opening);
      return testActor(memberId, { currency: 'CNY' });
    },
    async money({ memberId }) {
      const of = async (kind?: string) => (await wallet.balance(db, memberId, kind))?.units ?? 0n;
      return { wallet: await of(), transit: await of(transitWallet(REEF)), atVendor: await of(vendorWallet(REEF)) };
    },
    async run() {
      const line = lineOf(providers, code);
      await resolveDue(deps);
      if (line) await readHistory(deps, line);
      await bookEntries(deps, code);
      await returnDue(deps);
      await checkBalances(deps);
    },
  };
  return test;
}
