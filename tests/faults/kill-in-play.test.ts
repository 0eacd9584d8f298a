import { randomInt } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { SLOT_VARIANTS } from '../../shared/studio/catalogue.ts';
import { allBets, DEMO, type Player, signIn } from '../kit/player.ts';
import { type Kind, startCrowd } from './kills/crowd.ts';
import { type House, openSingle, openSplit } from './kills/house.ts';
import { createJournal, type Journal } from './kills/journal.ts';
import { type Account, reckon } from './kills/reckoning.ts';
import { acknowledged, reportOf } from './kills/report.ts';
import { pause } from './kills/seat.ts';

/** `TEST_KILLS` says how often, `TEST_ROUNDS` after how many acknowledged rounds each time. */
const KILLS = Number(process.env.TEST_KILLS ?? 2);
const ROUNDS_A_KILL = Number(process.env.TEST_ROUNDS ?? 24);
/** By hand: every layout and slot, and what ends minutes later is waited for, with deaths on the way. */
const IS_LONG = process.env.TEST_KILLS !== undefined;
const SERVER = process.env.TEST_DATABASE_URL;
const LATE_KILLS = 4;
const LATE_KILL_EVERY_MS = 20_000;
/** From the moment at which enough is acknowledged to the death: nobody chose it. */
const LONGEST_WAIT_MS = 300;
const LOOK_MS = 4_000;

const LAYOUTS = [
  { layout: 'one process, embedded database', open: () => openSingle('embedded'), isRun: true },
  { layout: 'portal and platform apart, PostgreSQL', open: () => openSplit('PostgreSQL'), isRun: IS_LONG && SERVER !== undefined },
  { layout: 'one process, PostgreSQL', open: () => openSingle('PostgreSQL'), isRun: IS_LONG && SERVER !== undefined },
  { layout: 'portal and platform apart, embedded database', open: () => openSplit('embedded'), isRun: IS_LONG },
].filter(({ isRun }) => isRun);

let house: House | undefined;
afterEach(async () => {
  await house?.close();
  house = undefined;
});

describe('killed in the middle of play again and again, nothing is lost and nothing doubled:', () => {
  test.each(LAYOUTS)('$layout', async ({ layout, open }) => {
    house = await open();
    const players = [await signIn(house.url, DEMO.member), await signIn(house.url, DEMO.agent)] as const;
    const opening = await Promise.all(players.map(totalOf));
    const journal = createJournal();
    const crowd = await startCrowd(house.url, players, journal, IS_LONG ? SLOT_VARIANTS.length : 1);
    const kills: Record<string, number> = {};
    await dieInPlay(house, journal, kills);
    while (!crowd.kinds.filter(({ isInstant }) => IS_LONG || isInstant).every(isAcknowledged(journal))) await pause(LOOK_MS / 100);
    await crowd.stop();
    for (let kill = 0; IS_LONG && kill < LATE_KILLS; kill++) {
      await pause(LATE_KILL_EVERY_MS);
      await die(house, kills);
    }
    // In a hurry only of what ends at once: the next match ends in minutes.
    const later = crowd.kinds.flatMap(({ isInstant, games }) => (IS_LONG || isInstant ? [] : games));
    while ((await Promise.all(players.map(openGames))).flat().some((gameId) => !later.includes(gameId)))
      await pause(IS_LONG ? LOOK_MS : 100);
    await crowd.sayHands();
    const accounts = await Promise.all(players.map((player, index) => accountOf(player, opening[index] ?? '')));
    const reckoning = reckon(journal, accounts);
    if (IS_LONG) console.log(reportOf({ layout, kills, journal, kinds: crowd.kinds, accounts, reckoning }));
    expect(reckoning).toMatchObject({ lost: [], doubled: [], drift: 0n, ...(IS_LONG ? { open: 0 } : {}) });
    expect(await house.audit()).toBe(true);
  });
});

async function dieInPlay(house: House, { said }: Journal, kills: Record<string, number>): Promise<void> {
  for (let kill = 0; kill < KILLS; kill++) {
    while (said.size < (kill + 1) * ROUNDS_A_KILL) await pause(5);
    await pause(randomInt(LONGEST_WAIT_MS));
    await die(house, kills);
  }
}

/** Of the kinds that must have been played: which of them are quick is a matter of the machine, and none is left out. */
function isAcknowledged(journal: Journal): (kind: Kind) => boolean {
  return ({ games }) => acknowledged(journal, games) > 0;
}

/** Any part may die, and now and then all of them do. */
async function die({ parts, kill, revive }: House, kills: Record<string, number>): Promise<void> {
  const choice = randomInt(parts.length === 1 ? 1 : parts.length + 1);
  const dying = choice < parts.length ? parts.slice(choice, choice + 1) : parts;
  await Promise.all(dying.map(kill));
  const name = dying.join(' and ');
  kills[name] = (kills[name] ?? 0) + 1;
  for (const part of [...dying].reverse()) await revive(part);
}

/** As long as rounds end, what was read first does not belong to what was read last. */
async function accountOf(player: Player, opening: string): Promise<Account> {
  for (;;) {
    const before = await betsOf(player);
    const closing = await totalOf(player);
    const bets = await betsOf(player);
    if (JSON.stringify(before) === JSON.stringify(bets)) return { opening, closing, bets };
  }
}

async function openGames(player: Player): Promise<string[]> {
  return (await betsOf(player)).filter(({ status }) => status === 'open').map(({ gameId }) => gameId);
}

const betsOf = (player: Player) => patiently(() => allBets(player));
const totalOf = (player: Player) => patiently(async () => (await player.balance()).sumBalance);

/** Asks again after what a death leaves behind at the door, and after too many looks. */
async function patiently<Value>(ask: () => Promise<Value>): Promise<Value> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!/too_many_requests|unavailable|fetch failed/.test(String(error))) throw error;
      await pause(LOOK_MS / 4);
    }
  }
}
