import type { SeamlessAnswer } from '../../../../shared/seamless/wallet.ts';
import { DAY_MS } from '../../../../shared/time.ts';
import { type Database, inTransaction } from '../../base/db/index.ts';
import { createTranslate } from '../../base/http/index.ts';
import type { InboxEntry } from '../../notify/inbox/index.ts';
import { testInbox } from '../../notify/inbox/test-inbox.ts';
import type { FreeRounds, VendorDeps } from '../../play/vendors/index.ts';
import { perform } from '../../play/vendors/seamless.ts';
import { PROVIDER, type TestPlayer } from '../../play/vendors/test-vendor.ts';
import { grantBonus } from '../bonus/grant.ts';
import { bonusOn, GAME, MERCHANT, type TestBonus } from '../bonus/test-bonus.ts';
import type { FreeRoundDeps, FreeRoundOrder, GrantRow } from './contracts.ts';
import { endGrants, withdrawGrant } from './end.ts';
import { grantFreeRounds } from './grant.ts';
import { createFreeRounds } from './play.ts';

export interface RoundIds {
  /** Transaction id of the bet. */
  readonly id: string;
  readonly roundId?: string;
  readonly gameId?: string;
}

export interface TestFreeRounds {
  readonly bonus: TestBonus;
  readonly deps: FreeRoundDeps;
  /** Messages to members. */
  readonly posted: readonly InboxEntry[];
  give(memberId: string, order?: Partial<FreeRoundOrder>): Promise<GrantRow>;
  withdraw(id: string): Promise<GrantRow>;
  find(id: string): Promise<GrantRow>;
  run(): Promise<void>;
  play(player: TestPlayer, grantId: string, ids: RoundIds & { readonly stake?: bigint }): Promise<SeamlessAnswer>;
  win(player: TestPlayer, ids: RoundIds, units: bigint): Promise<SeamlessAnswer>;
  rollback(player: TestPlayer, ids: RoundIds): Promise<SeamlessAnswer>;
  finish(player: TestPlayer, ids: RoundIds): Promise<SeamlessAnswer>;
}

export const STAKE = 500n;
let count = 0;

/** A node with free rounds. `change`: replaces parts of what counts them, for planted faults. */
export function freeRoundsOn(db: Database, change: (sound: FreeRounds) => Partial<FreeRounds> = () => ({})): TestFreeRounds {
  const bonus = bonusOn(db);
  const { clock, wallet, protection, centre, requireTime } = bonus.deps;
  const inbox = testInbox();
  const deps: FreeRoundDeps = {
    db,
    clock,
    merchant: MERCHANT,
    wallet,
    protection,
    centre,
    requireTime,
    games: bonus.vendor.games,
    inbox,
    translate: createTranslate(),
    grantBonus: (tx, afterCommit, order) => grantBonus(bonus.deps, tx, afterCommit, order),
  };
  const sound = createFreeRounds(deps);
  const vendor: VendorDeps = { ...bonus.vendor, freeRounds: Object.assign({}, sound, change(sound)) };
  const common = (player: TestPlayer, { id, roundId = `r-${id}`, gameId = GAME }: RoundIds) => ({ player: player.player, roundId, gameId });
  return {
    bonus,
    deps,
    posted: inbox.posted,
    give(memberId, order = {}) {
      count += 1;
      const until = new Date(clock.now().getTime() + DAY_MS);
      const whole: FreeRoundOrder = Object.assign(
        { memberId, source: 'operator', reference: `free-test-${count}`, reason: 'Thank you', games: [GAME], bonus: null } as const,
        { rounds: 3, stake: STAKE, until },
        order,
      );
      return inTransaction(db, (tx, afterCommit) => grantFreeRounds(deps, tx, afterCommit, whole));
    },
    withdraw: (id) => inTransaction(db, (tx, afterCommit) => withdrawGrant(deps, tx, afterCommit, id)),
    find: (id) => db.selectFrom('free_round_grant').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    run: () => endGrants(deps),
    play: (player, grantId, { stake = STAKE, ...ids }) =>
      perform(vendor, PROVIDER, 'bet', {
        ...common(player, ids),
        token: player.token,
        currency: 'USD',
        transactionId: ids.id,
        amount: '0',
        freeRound: { grantId, stake: stake.toString() },
      }),
    win: (player, ids, units) =>
      perform(vendor, PROVIDER, 'win', {
        ...common(player, ids),
        currency: 'USD',
        transactionId: `${ids.id}-w`,
        betTransactionId: ids.id,
        amount: units.toString(),
        endRound: true,
      }),
    rollback: (player, ids) =>
      perform(vendor, PROVIDER, 'rollback', { ...common(player, ids), transactionId: `${ids.id}-r`, betTransactionId: ids.id }),
    finish: (player, ids) => perform(vendor, PROVIDER, 'finish', common(player, ids)),
  };
}
