import { randomInt } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { SLOT_VARIANTS } from '../../shared/games/catalogue.ts';
import { allBets, DEMO, type Player, signIn } from '../kit/player.ts';
import { type Kind, startCrowd } from './kills/crowd.ts';
import { type Deployment, openSingle, openSplit } from './kills/deployment.ts';
import { createJournal, type Journal } from './kills/journal.ts';
import { type Account, reconcile } from './kills/reconciliation.ts';
import { acknowledged, reportOf } from './kills/report.ts';
import { pause } from './kills/seat.ts';

/** `TEST_KILLS` is the number of kills, `TEST_ROUNDS` the number of acknowledged rounds before each. */
const KILLS = Number(process.env.TEST_KILLS ?? 2);
const ROUNDS_A_KILL = Number(process.env.TEST_ROUNDS ?? 24);
/** Long form, run manually: every layout and slot, and rounds that take minutes are awaited, with kills in between. */
const IS_LONG = process.env.TEST_KILLS !== undefined;
const SERVER = process.env.TEST_DATABASE_URL;
const LATE_KILLS = 4;
const LATE_KILL_EVERY_MS = 20_000;
/** A random delay between the last required acknowledgement and the kill. */
const LONGEST_WAIT_MS = 300;
const POLL_MS = 4_000;

const LAYOUTS = [
  { layout: 'one process, embedded database', open: () => openSingle('embedded'), isRun: true },
  { layout: 'portal and platform apart, PostgreSQL', open: () => openSplit('PostgreSQL'), isRun: IS_LONG && SERVER !== undefined },
  { layout: 'one process, PostgreSQL', open: () => openSingle('PostgreSQL'), isRun: IS_LONG && SERVER !== undefined },
  { layout: 'portal and platform apart, embedded database', open: () => openSplit('embedded'), isRun: IS_LONG },
].filter(({ isRun }) => isRun);

interface Opening {
  readonly total: string;
  readonly bets: Awaited<ReturnType<typeof allBets>>;
}

let deployment: Deployment | undefined;
afterEach(async () => {
  await deployment?.close();
  deployment = undefined;
});

describe('repeatedly killed during play, nothing is lost or doubled:', () => {
  test.each(LAYOUTS)('$layout', async ({ layout, open }) => {
    deployment = await open();
    const players = [await signIn(deployment.url, DEMO.member), await signIn(deployment.url, DEMO.downline)] as const;
    const opening = await Promise.all(players.map(async (player) => ({ total: await totalOf(player), bets: await betsOf(player) })));
    const journal = createJournal();
    const crowd = await startCrowd(deployment.url, players, journal, IS_LONG ? SLOT_VARIANTS.length : 1);
    const kills: Record<string, number> = {};
    await dieInPlay(deployment, journal, kills);
    while (!crowd.kinds.filter(({ isInstant }) => IS_LONG || isInstant).every(isAcknowledged(journal))) await pause(POLL_MS / 100);
    await crowd.stop();
    for (let kill = 0; IS_LONG && kill < LATE_KILLS; kill++) {
      await pause(LATE_KILL_EVERY_MS);
      await die(deployment, kills);
    }
    // The short form waits only for rounds that end at once, because the next match takes minutes.
    const later = crowd.kinds.flatMap(({ isInstant, games }) => (IS_LONG || isInstant ? [] : games));
    while ((await Promise.all(players.map(openGames))).flat().some((gameId) => !later.includes(gameId)))
      await pause(IS_LONG ? POLL_MS : 100);
    await crowd.recordHands();
    const accounts = await Promise.all(players.map((player, index) => accountOf(player, opening[index])));
    const reconciliation = reconcile(journal, accounts);
    if (IS_LONG) console.log(reportOf({ layout, kills, journal, kinds: crowd.kinds, accounts, reconciliation }));
    expect(reconciliation).toMatchObject({ lost: [], doubled: [], drift: 0n, ...(IS_LONG ? { open: 0 } : {}) });
    expect(await deployment.audit()).toBe(true);
  });
});

async function dieInPlay(deployment: Deployment, { acknowledgements }: Journal, kills: Record<string, number>): Promise<void> {
  for (let kill = 0; kill < KILLS; kill++) {
    while (acknowledgements.size < (kill + 1) * ROUNDS_A_KILL) await pause(5);
    await pause(randomInt(LONGEST_WAIT_MS));
    await die(deployment, kills);
  }
}

/** Kinds of rounds that must have been played, although their speed depends on the machine. */
function isAcknowledged(journal: Journal): (kind: Kind) => boolean {
  return ({ games }) => acknowledged(journal, games) > 0;
}

/** Kills one random part, and sometimes all of them. */
async function die({ parts, kill, revive }: Deployment, kills: Record<string, number>): Promise<void> {
  const choice = randomInt(parts.length === 1 ? 1 : parts.length + 1);
  const dying = choice < parts.length ? parts.slice(choice, choice + 1) : parts;
  await Promise.all(dying.map(kill));
  const name = dying.join(' and ');
  kills[name] = (kills[name] ?? 0) + 1;
  for (const part of [...dying].reverse()) await revive(part);
}

/** The player's history and the ledger are read at different times, so this waits until no more rounds end. */
/** Without the bets of before, which the demo's history has. */
async function accountOf(player: Player, opening: Opening | undefined): Promise<Account> {
  const known = new Set(opening?.bets.map(({ roundId }) => roundId));
  for (;;) {
    const before = await betsOf(player);
    const closing = await totalOf(player);
    const bets = await betsOf(player);
    if (JSON.stringify(before) === JSON.stringify(bets))
      return { opening: opening?.total ?? '', closing, bets: bets.filter(({ roundId }) => !known.has(roundId)) };
  }
}

async function openGames(player: Player): Promise<string[]> {
  return (await betsOf(player)).filter(({ status }) => status === 'open').map(({ gameId }) => gameId);
}

const betsOf = (player: Player) => patiently(() => allBets(player));
const totalOf = (player: Player) => patiently(async () => (await player.balance()).sumBalance);

/** Retries transient errors after a kill, and rate-limited requests. */
async function patiently<Value>(request: () => Promise<Value>): Promise<Value> {
  for (;;) {
    try {
      return await request();
    } catch (error) {
      if (!/too_many_requests|unavailable|fetch failed/.test(String(error))) throw error;
      await pause(POLL_MS / 4);
    }
  }
}
