import { sql } from 'kysely';
import type { SeamlessAnswer, SeamlessOperation } from '../../../../shared/seamless/wallet.ts';
import { type MovableClock, movableClock } from '../../base/clock.ts';
import type { Database } from '../../base/db/database.ts';
import { createEventHub, type EventHub } from '../../base/events/hub.ts';
import { createSecrets } from '../../base/secrets.ts';
import { testActor } from '../../identity/accounts/test-actor.ts';
import { createWallet, memberLegs, type Realm, WALLET, type Wallet } from '../../ledger/index.ts';
import { createTurnover } from '../../money/turnover/index.ts';
import { unprotected } from '../../protection/responsible-gaming/test-protection.ts';
import { createContests, createOpponents } from '../contests/index.ts';
import type { GameFacts, Provider, VendorDeps } from './contracts.ts';
import { issueTicket } from './launch.ts';
import { perform } from './seamless.ts';

/** Test fixture for vendor calls: a real wallet and database, with games and members in maps. */
export interface TestVendor {
  readonly deps: VendorDeps;
  readonly wallet: Wallet;
  readonly hub: EventHub;
  readonly clock: MovableClock;
  readonly games: Map<string, GameFacts>;
  readonly blocked: Set<string>;
  /** All logged errors. */
  readonly faults: unknown[];
  call(operation: SeamlessOperation, body: unknown, provider?: string): Promise<SeamlessAnswer>;
  /** A member with money who has opened the game. */
  player(options?: { units?: bigint; realm?: Realm; provider?: string; currency?: string }): Promise<TestPlayer>;
}

export interface TestPlayer {
  readonly memberId: string;
  readonly player: string;
  readonly token: string;
}

/** No member has a bonus. */
const NO_POOLS: VendorDeps['pools'] = {
  draw: async () => ({ outcome: 'wallet' }),
  keep: async () => undefined,
  credit: async (_tx, { memberId, units }) => [{ owner: memberId, kind: WALLET, units }],
  reverse: async (_tx, { memberId, stake, won }) => ({
    returned: [{ owner: memberId, kind: WALLET, units: stake }],
    debited: [{ owner: memberId, kind: WALLET, units: -won }],
  }),
  highestStake: async () => null,
};

/** No member has free rounds. */
const NO_FREE_ROUNDS: VendorDeps['freeRounds'] = {
  offered: async () => [],
  play: async () => 'unknown',
  settle: async () => 'wallet',
  finish: async () => undefined,
  giveBack: async () => undefined,
};

/** Has no settings unless a test adds some. */
export const MERCHANT = 'test-merchant';
export const PROVIDER = 'NOVA';
export const GAME = 'nova-1';
export const SECRET = 'test-secret-of-the-vendor-NOVA-000000001';

export function createTestVendor(db: Database, clock: MovableClock = movableClock()): TestVendor {
  const hub = createEventHub();
  const wallet = createWallet({ clock, hub });
  const games = new Map<string, GameFacts>([
    [GAME, game(GAME, PROVIDER)],
    ['orion-1', game('orion-1', 'ORION')],
  ]);
  const blocked = new Set<string>();
  const faults: unknown[] = [];
  const opponents = createOpponents({ clock, secrets: createSecrets('a-data-key-of-the-test-vendor-000001') });
  let members = 0;
  const provider = (secret: string): Provider => ({
    secret,
    launchUrl: (launch: { ticket: string }) => `https://vendor.test/play?ticket=${launch.ticket}`,
    verifyUrl: (roundId: string) => `https://vendor.test/verify/${roundId}`,
  });
  const deps: VendorDeps = {
    db,
    merchant: MERCHANT,
    wallet,
    clock,
    providers: new Map<string, Provider>([
      [PROVIDER, provider(SECRET)],
      ['ORION', { ...provider('another-secret-of-the-vendor-ORION-01'), unknownBetRollback: 'BET_NOT_FOUND' }],
    ]),
    games: {
      find: async (_executor, gameId) => games.get(gameId),
      at: async (_version, gameId) => games.get(gameId),
      findMany: async (_executor, ids) => new Map([...games].filter(([id]) => ids.includes(id))),
    },
    members: {
      find: async (_executor, memberId) => ({ memberId, type: 0, currency: 'CNY', blocked: blocked.has(memberId) }),
      isBlocked: {
        source: (memberId) => sql`(select ${memberId} = any(${[...blocked]}) as blocked)`,
        columns: ['blocked'],
        parse: ([isBlocked]) => isBlocked === true,
      },
    },
    protection: unprotected,
    contests: createContests({ clock, merchant: MERCHANT, opponents, turnover: createTurnover({ clock }) }),
    opponents,
    pools: NO_POOLS,
    freeRounds: NO_FREE_ROUNDS,
    log: { error: (...fault: unknown[]) => faults.push(fault) },
  };
  const call: TestVendor['call'] = (operation, body, code = PROVIDER) => perform(deps, code, operation, body);
  const run = Math.random().toString(36).slice(2);

  return {
    deps,
    wallet,
    hub,
    clock,
    games,
    blocked,
    faults,
    call,
    async player({ units = 0n, realm = 'real', provider: code = PROVIDER, currency = 'CNY' } = {}) {
      members += 1;
      const memberId = `m_${run}_${members}`;
      await wallet.openMember(db, { memberId, currency, realm });
      if (units > 0n) await fund(wallet, db, { memberId, currency, realm, units });
      const actor = testActor(memberId);
      const gameId = code === PROVIDER ? GAME : 'orion-1';
      const { ticket } = await issueTicket(db, deps, { actor, gameId, provider: code, language: 'EN' });
      const { player = '', token = '' } = await call('authenticate', { ticket, gameId }, code);
      return { memberId, player, token };
    },
  };
}

function game(gameId: string, provider: string): GameFacts {
  const vassalage = `${provider}_SLOTS`;
  return { gameId, gameName: `Game ${gameId}`, provider, vassalage, vendorName: vassalage, gameCategory: 'RNG', enabled: true };
}

interface Funds {
  readonly memberId: string;
  readonly currency: string;
  readonly realm: Realm;
  readonly units: bigint;
}

async function fund(wallet: Wallet, db: Database, { memberId, currency, realm, units }: Funds): Promise<void> {
  await wallet.transfer(db, {
    reference: `fund:${memberId}`,
    kind: 'adjustment',
    currency,
    realm,
    memberId,
    legs: memberLegs(memberId, 'opening', units),
  });
}
