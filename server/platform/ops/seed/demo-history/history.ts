import { BASE_WINDOW_MS, windowsBetween } from '../../../../../shared/rules/wage-windows.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, zonedDay, zonedInstant } from '../../../../../shared/time.ts';
import type { Contracts } from '../../../agents/contracts/index.ts';
import type { TeamWindows } from '../../../agents/windows/index.ts';
import { type AfterCommit, type Database, inTransaction, type Tx } from '../../../base/db/index.ts';
import { HOLD, type Wallet } from '../../../ledger/index.ts';
import { readMerchant } from '../../../merchant/index.ts';
import type { DemoTickets } from '../contracts.ts';
import { DEMO_PLAYER } from '../demo-player.ts';
import * as demo from './contracts.ts';
import { type FriendDeps, friendDeposit, inviteFriends } from './friends.ts';
import { type MissionRuns, missionRounds, readMissionGames } from './missions.ts';
import { type DemoGame, type Player, planDay } from './plan.ts';
import { type Books, postDay, voidRound } from './post-day.ts';
import { randomOf } from './random.ts';
import { claimRewards, type RewardDeps, startRewards } from './rewards.ts';
import { playTickets } from './tickets.ts';
import type { Timeline } from './timeline.ts';

export interface HistoryDeps extends FriendDeps {
  readonly wallet: Wallet;
  readonly contracts: Contracts;
  readonly windows: TeamWindows;
  /** Settles and pays wages, and pays the merchant's money into their account. */
  readonly wages: {
    run(): Promise<void>;
    fund(tx: Tx, afterCommit: AfterCommit, order: { id: string; units: bigint; currency: string; reason: string }): Promise<void>;
  };
  readonly cashback: RewardDeps;
  readonly missions: MissionRuns;
  readonly tickets: DemoTickets | undefined;
  /** Adds the money of teams to their days. */
  readonly cash: { run(): Promise<void> };
}

interface History extends HistoryDeps {
  readonly timeline: Timeline;
  readonly books: Books;
  readonly players: readonly Player[];
  readonly games: readonly DemoGame[];
  readonly missionGames: readonly DemoGame[];
  readonly idOf: ReadonlyMap<string, string>;
  /** Settled rounds of the player in lotteries, which count for its missions. */
  readonly lottery: { rounds: number };
}

/** Members who stop in the middle of the history, by the number of days before its end. */
const EXCLUDED = { account: 'oyster22', days: 10 };
const BLOCKED = { account: 'marlin5', days: 5 };
const ENDED_DAYS = 9;
const VOIDED_DAYS = 3;
/** Several games of each of some vendors. */
const GAMES = 14;
const FUNDING = { id: 'demo-wages', units: 500_000_000n, reason: 'Wages of the demo' };
/** Windows and wages of a day are settled some minutes after it. */
const AFTER_DAY_MS = 6 * MINUTE_MS;

/**
 * Weeks of play, money and wages of the demo's team, day by day with the clock of each day, so that windows, contracts, wages and payments
 * are made by the code that makes them in operation. Only for a database without windows.
 */
export async function seedHistory(deps: HistoryDeps, timeline: Timeline): Promise<void> {
  const history = await beginHistory(deps, timeline);
  await inviteFriends(deps, timeline, history.books.currency);
  await startContracts(history);
  const days = windowsBetween('D', timeline.start.getTime(), timeline.now.getTime() + DAY_MS, timeline.timeZone);
  for (const { start, end } of days) await playDay(history, new Date(start), new Date(Math.min(end, timeline.now.getTime())));
  timeline.end();
  await settle(history);
  await storeSignIns(history);
  await readMessages(history);
}

/** Members have read what is older than a day. */
async function readMessages({ db, timeline }: History): Promise<void> {
  await db
    .updateTable('inbox_message')
    .set((row) => ({ read_at: row.ref('created_at') }))
    .where('read_at', 'is', null)
    .where('created_at', '<', new Date(timeline.now.getTime() - DAY_MS))
    .execute();
}

async function beginHistory(deps: HistoryDeps, timeline: Timeline): Promise<History> {
  const { db, merchant } = deps;
  const { currency } = (await readMerchant(db, merchant)).settings;
  const members = await db
    .selectFrom('member')
    .innerJoin('agent_closure', 'agent_closure.member_id', 'member.id')
    .innerJoin('member as agent', 'agent.id', 'agent_closure.ancestor_id')
    .select(['member.id', 'member.account', 'member.created_at', 'agent_closure.depth'])
    .where('agent.account', '=', 'agent01')
    .where('agent.merchant', '=', merchant)
    .orderBy('member.account')
    .execute();
  const stops = new Map(
    [EXCLUDED, BLOCKED].map(({ account, days }) => [account, new Date(timeline.now.getTime() - days * DAY_MS)] as const),
  );
  const players = [...members.filter(({ depth }) => depth > 0), ...(await readPlayer(db, merchant))].map(({ id, account, created_at }) => ({
    memberId: id,
    account,
    joinedAt: created_at,
    habit: account === DEMO_PLAYER.account ? 1 : habitOf(account),
    stopsAt: stops.get(account),
    balance: 0n,
    lastPlayAt: undefined,
  }));
  return {
    ...deps,
    timeline,
    players,
    books: { merchant, currency },
    games: await readGames(db),
    missionGames: await readMissionGames(db),
    lottery: { rounds: 0 },
    idOf: new Map(members.map(({ id, account }) => [account, id])),
  };
}

function readPlayer(db: Database, merchant: string) {
  const own = db.selectFrom('member').select(['id', 'account', 'created_at']);
  return own.where('merchant', '=', merchant).where('account', '=', DEMO_PLAYER.account).execute();
}

/** Share of the days with play. */
function habitOf(account: string): number {
  return 0.1 + 0.3 * randomOf(account)();
}

/** The first games of the catalogue in each category of each vendor. */
async function readGames(db: Database): Promise<readonly DemoGame[]> {
  const rows = await db
    .selectFrom('game')
    .select(['id', 'vendor as vassalage', 'category'])
    .where('enabled', '=', true)
    .where('category', 'not in', ['LOTT', 'ELOTT'])
    .distinctOn(['vendor', 'category'])
    .orderBy('vendor')
    .orderBy('category')
    .orderBy('position')
    .limit(GAMES)
    .execute();
  return rows;
}

async function startContracts(history: History): Promise<void> {
  const { db, timeline, wages, books } = history;
  await db.updateTable('window_clock').set({ open_from: timeline.start }).where('open_from', 'is', null).execute();
  timeline.to(new Date(timeline.start.getTime() - 3 * HOUR_MS));
  await inTransaction(db, (tx, afterCommit) => wages.fund(tx, afterCommit, { ...FUNDING, currency: books.currency }));
  await startRewards(db, history.cashback, books.currency);
  await demo.makeContracts(history, demo.FIRST_CONTRACTS);
  // The first run opens the period of its time.
  timeline.to(timeline.start);
  await history.cashback.run();
  await history.missions.run();
  await history.referrals.run();
}

/** Posts what happened on the day, and settles it after its end. */
async function playDay(history: History, from: Date, until: Date): Promise<void> {
  const { db, timeline, books, players, games, wallet } = history;
  const day = zonedDay(from.getTime(), timeline.timeZone);
  const daysLeft = Math.floor((timeline.now.getTime() - from.getTime()) / DAY_MS);
  await changeContracts(history, from, daysLeft);
  const planned = planDay({ day, from, sessions: sessionsOf(timeline, day, from, until), games }, players);
  const last =
    daysLeft > 0
      ? []
      : [
          ...(await friendDeposit(history, timeline.now)),
          ...missionRounds(players, history.missionGames, timeline.now, history.lottery.rounds),
        ];
  const own = players.find(({ account }) => account === DEMO_PLAYER.account);
  const events = [...planned, ...last];
  timeline.to(until);
  if (events.length > 0)
    await inTransaction(db, async (tx) => {
      for (const { kind, memberId } of events)
        if (kind === 'withdrawal') await wallet.openMember(tx, { memberId, currency: books.currency, realm: 'real', kind: HOLD });
      await postDay(tx, books, events);
      if (daysLeft === VOIDED_DAYS) await voidRound(tx, books, from, new Date(until.getTime() - HOUR_MS));
      if (own) history.lottery.rounds += await playTickets(tx, history, own, { daysLeft, until });
      await stopMembers(history, tx, until);
    });
  await claimRewards(history.cashback, players, daysLeft, until);
  if (own) await history.missions.claimAll(own.memberId);
  if (own && daysLeft > 0) await history.referrals.claimAll(own.memberId);
  if (until.getTime() + AFTER_DAY_MS > timeline.now.getTime()) return;
  timeline.to(new Date(until.getTime() + AFTER_DAY_MS));
  await settle(history);
}

/** Contracts that change in the course of the history, at the begin of a day. */
async function changeContracts(history: History, from: Date, daysLeft: number): Promise<void> {
  history.timeline.to(new Date(Math.min(from.getTime() + 9 * HOUR_MS, history.timeline.now.getTime() - HOUR_MS)));
  if (daysLeft === ENDED_DAYS) await demo.endContract(history, demo.ENDED_CONTRACT);
  if (daysLeft === 1) {
    await demo.makeContracts(history, demo.HOURLY_CONTRACTS);
    await demo.requestContracts(history, demo.REQUESTED_CONTRACTS);
    await demo.makeContracts(history, demo.REAL_TIME_CONTRACTS);
  }
}

/** Times of the merchant's zone at which the team plays: one on a usual day, because each costs a window at the first start. */
const USUAL = ['20:00', '12:30', '21:30'];
const LAST = ['10:10', '12:30', '15:40', '18:30', '20:00', '22:45'];

function sessionsOf({ now, timeZone }: Timeline, day: string, from: Date, until: Date): readonly Date[] {
  const isLast = now.getTime() - from.getTime() < 2 * DAY_MS;
  const usual = USUAL[Number(day.slice(8)) % USUAL.length] ?? '';
  const times = (isLast ? LAST : [usual]).map((time) => zonedInstant(day, time, timeZone));
  // The first start may be in the morning.
  const recent = now.getTime() === until.getTime() ? [30, 70].map((minutes) => now.getTime() - minutes * MINUTE_MS) : [];
  return [...times, ...recent]
    .map((at) => Math.floor(at / BASE_WINDOW_MS) * BASE_WINDOW_MS)
    .filter((at) => at >= from.getTime() + HOUR_MS / 2 && at + BASE_WINDOW_MS <= until.getTime())
    .map((at) => new Date(at));
}

/** Excludes and blocks the members who stop until then. */
async function stopMembers({ players }: History, tx: Tx, until: Date): Promise<void> {
  for (const { account, memberId, stopsAt } of players) {
    if (stopsAt === undefined || stopsAt > until) continue;
    if (account === BLOCKED.account) await tx.updateTable('member').set({ status: 'blocked' }).where('id', '=', memberId).execute();
    else
      await tx
        .insertInto('protection_member')
        .values({ member_id: memberId, break_kind: 'exclusion', break_from: stopsAt })
        .onConflict((conflict) => conflict.column('member_id').doUpdateSet({ break_kind: 'exclusion', break_from: stopsAt }))
        .execute();
  }
}

async function settle({ windows, wages, cash, cashback, missions, referrals }: History): Promise<void> {
  while ((await windows.run()) > 0);
  // Dividends wait for the bonuses of their window.
  await cash.run();
  await wages.run();
  await cash.run();
  await cashback.run();
  await missions.run();
  await referrals.run();
}

/** The last sign-in of each member was before the last play, and after the registration. */
async function storeSignIns({ db, players, timeline }: History): Promise<void> {
  for (const { memberId, lastPlayAt, joinedAt } of players) {
    const before = lastPlayAt ? lastPlayAt.getTime() - 3 * MINUTE_MS : 0;
    const at = new Date(Math.max(before, joinedAt.getTime() + MINUTE_MS));
    if (at > timeline.now) continue;
    await db.updateTable('member').set({ first_login_at: at, last_login_at: at }).where('id', '=', memberId).execute();
  }
}
