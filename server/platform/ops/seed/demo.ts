import { TRIAL_TYPE } from '../../../../shared/constants.ts';
import type { Contracts } from '../../agents/contracts/index.ts';
import type { TeamWindows } from '../../agents/windows/index.ts';
import type { AfterCommit, Tx } from '../../base/db/index.ts';
import { readMerchant } from '../../merchant/index.ts';
import type { Cashbacks } from '../../rewards/cashback/index.ts';
import type { Fund } from '../../rewards/fund/index.ts';
import type { DemoCollector } from '../../rewards/points/index.ts';
import type { DemoPromotions } from '../../rewards/promotions/index.ts';
import type { DemoRaffles } from '../../rewards/raffle/index.ts';
import type { DemoAccount, MerchantConfig, SeedExtent } from './contracts.ts';
import type { ReferralRuns } from './demo-history/friends.ts';
import { type HistoryDeps, seedHistory } from './demo-history/history.ts';
import type { MissionRuns } from './demo-history/missions.ts';
import { createTimeline, type Timeline } from './demo-history/timeline.ts';
import { DEMO_PLAYER, seedDemoPlayer } from './demo-player.ts';
import { seedDemoTeam } from './demo-team.ts';
import { DEMO_ACCOUNTS, type SeedDeps, seedMembers, seedSite } from './seed.ts';

/** Members in the raffles of the demo. */
const DEMO_ENTRANTS = 6;

export interface DemoDeps extends SeedDeps {
  readonly contracts: Contracts;
  readonly windows: TeamWindows;
  readonly wages: { run(): Promise<void> };
  readonly cashback: Pick<Cashbacks, 'run' | 'claimAll'>;
  readonly missions: MissionRuns;
  readonly referrals: ReferralRuns;
  readonly funds: { readonly wages: Fund; readonly rewards: Fund };
  readonly cash: { run(): Promise<void> };
  /** Goods of the points mall, and points of the member. */
  seedPointsOf(collectors: readonly DemoCollector[]): Promise<void>;
  /** Promotions, and the player in several of them. */
  seedPromotionsOf(demo: DemoPromotions): Promise<void>;
  /** Free rounds of the player. */
  seedFreeRoundsOf(memberId: string): Promise<void>;
  /** A bonus of the player that runs. */
  seedBonusOf(memberId: string): Promise<void>;
  /** Raffles with the player and others in them. */
  seedRafflesOf(demo: DemoRaffles): Promise<void>;
}

/**
 * The demo merchant with its accounts; with `team` those below its agent, with a clock also their weeks of history, at the first start. The
 * other accounts are opened after the history, so that the ledger is in the order of time.
 */
export async function seedDemo(given: DemoDeps, config: MerchantConfig | undefined, extent: SeedExtent): Promise<readonly DemoAccount[]> {
  const deps = { ...given, passwords: hashedOnce(given.passwords) };
  const isNew = await seedSite(deps, config);
  const timeline = isNew && extent.team && extent.history ? await timelineOf(deps, extent.history) : undefined;
  try {
    timeline?.to(timeline.agentJoins);
    await seedMembers(deps, 'agent');
    if (extent.team) await seedDemoPlayer(deps);
    if (extent.team) await seedDemoTeam(deps, timeline);
    if (timeline) await seedHistory({ ...withFunds(deps), tickets: extent.tickets }, timeline);
  } finally {
    timeline?.end();
  }
  await seedMembers(deps, 'others');
  if (extent.team) await seedPoints(deps);
  if (extent.team) await seedRaffles(deps);
  // After the raffles: a promotion gives their tickets.
  if (extent.team) await seedPromotions(deps, timeline !== undefined);
  return extent.team ? [...DEMO_ACCOUNTS, DEMO_PLAYER] : DEMO_ACCOUNTS;
}

function withFunds({ wages, cashback, funds, ...deps }: DemoDeps): Omit<HistoryDeps, 'tickets'> {
  return {
    ...deps,
    wages: { run: wages.run, fund: fundBy(funds.wages) },
    cashback: { run: cashback.run, claimAll: cashback.claimAll, fund: fundBy(funds.rewards) },
  };
}

/** The member of the demo, and the player, who has something of everything in the reward centre. */
async function seedPoints({ db, merchant, seedPointsOf }: DemoDeps): Promise<void> {
  const { features } = (await readMerchant(db, merchant)).settings;
  if (features.points !== true) return;
  const member = DEMO_ACCOUNTS.find(({ role }) => role === 'member')?.account ?? '';
  const rows = await db
    .selectFrom('member')
    .select(['id', 'account'])
    .where('merchant', '=', merchant)
    .where('account', 'in', [member, DEMO_PLAYER.account])
    .orderBy('account')
    .execute();
  await seedPointsOf(rows.map(({ id, account }) => ({ memberId: id, isBusy: account === DEMO_PLAYER.account })));
}

async function seedPromotions(
  { db, merchant, seedPromotionsOf, seedFreeRoundsOf, seedBonusOf }: DemoDeps,
  hasHistory: boolean,
): Promise<void> {
  const player = db.selectFrom('member').select('id').where('merchant', '=', merchant).where('account', '=', DEMO_PLAYER.account);
  const { id } = await player.executeTakeFirstOrThrow();
  // First: the rounds of a bonus count for no cashback of a promotion.
  if (hasHistory) await seedBonusOf(id);
  await seedPromotionsOf({ memberId: id });
  await seedFreeRoundsOf(id);
}

/** The player first. */
async function seedRaffles({ db, merchant, seedRafflesOf }: DemoDeps): Promise<void> {
  const rows = await db
    .selectFrom('member')
    .select('id')
    .where('merchant', '=', merchant)
    .where('type', '<>', TRIAL_TYPE)
    .orderBy(({ eb }) => eb('account', '=', DEMO_PLAYER.account), 'desc')
    .orderBy('id')
    .limit(DEMO_ENTRANTS)
    .execute();
  await seedRafflesOf({ members: rows.map(({ id }) => id) });
}

async function timelineOf({ db, merchant }: DemoDeps, clock: NonNullable<SeedExtent['history']>): Promise<Timeline> {
  return createTimeline(clock, (await readMerchant(db, merchant)).settings.timeZone);
}

/** As two operators do it: one proposes, the other one approves. */
function fundBy(fund: Fund) {
  return async (tx: Tx, afterCommit: AfterCommit, order: Parameters<Fund['propose']>[1]): Promise<void> =>
    fund.fund(tx, afterCommit, await fund.propose(tx, order));
}

/** Hashing takes 0.1 s, and the accounts share their passwords. */
function hashedOnce(passwords: SeedDeps['passwords']): SeedDeps['passwords'] {
  const hashes = new Map<string, Promise<string>>();
  return {
    hash(password) {
      const hash = hashes.get(password) ?? passwords.hash(password);
      hashes.set(password, hash);
      return hash;
    },
  };
}
