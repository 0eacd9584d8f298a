import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { parseWireAmount } from '../../shared/money/money.ts';
import { STUDIO_GAMES } from '../../shared/studio/games.ts';
import { allBets, DEMO, type GameSeat, type Player, signIn } from '../kit/player.ts';
import { type Service, startService } from '../kit/service.ts';

const GAMES = ['dice', 'roulette', 'slot'] as const;
/** `TEST_KILLS` says how often. */
const CYCLES = Number(process.env.TEST_KILLS ?? 3);
const BETS = {
  dice: { engine: 'dice', stake: '1.0000', over: true, target: 50 },
  roulette: { engine: 'roulette', chips: [{ spot: 'red', stake: '2.0000' }] },
  slot: { engine: 'slot', stake: '1.0000' },
} as const;

let service: Service | undefined;
afterAll(async () => {
  if (!service) return;
  await service.stop();
  rmSync(service.dataDir, { recursive: true, force: true });
});

test('killed in the middle of play again and again, the service loses and doubles nothing', async () => {
  service = await startService();
  const acknowledged = new Map<string, { stake: string; payout: string }>();
  const opening = units((await (await signIn(service.url)).balance()).sumBalance);
  for (let cycle = 0; cycle < CYCLES; cycle++) {
    const player = await signIn(service.url, DEMO.member);
    const seats = await Promise.all(GAMES.map(async (game) => ({ game, seat: await player.openGame(gameOf(game)) })));
    const playing = seats.map(({ game, seat }) => playUntilCut(seat, game, acknowledged));
    // The kill falls between two acknowledged rounds of a running game, at a moment that nobody chose.
    await untilAcknowledged(acknowledged, (cycle + 1) * 12);
    await service.kill();
    await Promise.all(playing);
    service = await startService({ dataDir: service.dataDir });
  }
  const player = await signIn(service.url);
  await everyRoundClosed(player);
  const bets = await allBets(player);
  const net = bets.reduce((sum, bet) => sum + units(bet.net), 0n);
  expect(units((await player.balance()).sumBalance)).toBe(opening + net);
  expect(new Set(bets.map((bet) => bet.roundId)).size).toBe(bets.length);
  for (const [roundId, round] of acknowledged) {
    expect(bets.find((bet) => bet.roundId === roundId)).toMatchObject({ stake: round.stake, payout: round.payout });
  }
  const audit = (await (await fetch(`${service.adminUrl}/audit`)).json()) as { ok: boolean };
  expect(audit.ok).toBe(true);
});

async function playUntilCut(
  seat: GameSeat,
  game: keyof typeof BETS,
  acknowledged: Map<string, { stake: string; payout: string }>,
): Promise<void> {
  for (;;) {
    const result = await seat.play(BETS[game], randomUUID()).catch(() => undefined);
    if (!result) return;
    if (result.status === 200) acknowledged.set(result.answer.round.roundId, result.answer.round);
    else if (result.status >= 500) return;
  }
}

async function untilAcknowledged(acknowledged: ReadonlyMap<string, unknown>, count: number): Promise<void> {
  while (acknowledged.size < count) await new Promise((resolve) => setTimeout(resolve, 5));
}

async function everyRoundClosed(player: Player): Promise<void> {
  while ((await allBets(player)).some((bet) => bet.status === 'open')) await new Promise((resolve) => setTimeout(resolve, 100));
}

function units(wire: string): bigint {
  const value = parseWireAmount(wire);
  if (value === undefined) throw new Error(`not an amount: ${wire}`);
  return value;
}

function gameOf(engine: (typeof GAMES)[number]): string {
  const game = STUDIO_GAMES.find((candidate) => candidate.engine === engine);
  if (!game) throw new Error(`no game with the engine ${engine}`);
  return game.gameId;
}
