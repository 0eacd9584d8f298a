import { writeFileSync } from 'node:fs';
import { parseWireAmount } from '../../shared/money/money.ts';
import type { Engine, Variant } from '../../shared/studio/catalogue.ts';
import { crashOf, paidAt, targetReturn } from '../../shared/studio/crash/flight.ts';
import type { FairStream } from '../../shared/studio/fairness.ts';
import { type Fraction, toPercent } from '../../shared/studio/fraction.ts';
import { baccaratWinner, isPair } from '../../shared/studio/live/baccarat.ts';
import { TABLE_GAMES, type TableGame, type TableOutcome, tableReturns, tableRules } from '../../shared/studio/live/table.ts';
import type { EngineBet } from '../../shared/studio/protocol.ts';
import { exactReturn, playRound } from '../../shared/studio/rules.ts';
import { simulationStream } from '../../shared/studio/simulation-stream.ts';

/** `npm run simulate [rounds]`: plays every engine and sets what came back beside what was computed. */
const [, , OUT = 'returns.md', ROUNDS_TEXT = '10000000'] = process.argv;
const ROUNDS = Number(ROUNDS_TEXT);
const SEED = 20_261_122;

/** One bet an engine; where bets differ, one that has the published return. */
const BETS: readonly (readonly [Engine, Variant, EngineBet])[] = [
  ['slot', 'harbour', { engine: 'slot', stake: '1.0000' }],
  ['slot', 'lantern', { engine: 'slot', stake: '2.5000' }],
  ['slot', 'gems', { engine: 'slot', stake: '1.0000' }],
  ['roulette', 'european', { engine: 'roulette', chips: [{ spot: 'corner-16', stake: '1.0000' }] }],
  ['fish', 'reef', { engine: 'fish', stake: '1.0000', target: 'jelly' }],
  ['duel', 'best', { engine: 'duel', stake: '1.0000', side: 'one' }],
];

interface Row {
  readonly game: string;
  readonly bet: string;
  readonly exact: Fraction;
  readonly mean: number;
  readonly error: number;
}

class Tally {
  sum = 0;
  squares = 0;
  add(multiple: number, times = 1): void {
    this.sum += multiple * times;
    this.squares += multiple * multiple * times;
  }
  row(game: string, bet: string, exact: Fraction): Row {
    const mean = this.sum / ROUNDS;
    return { game, bet, exact, mean, error: Math.sqrt((this.squares / ROUNDS - mean * mean) / ROUNDS) };
  }
}

/** Rounds that came out alike pay alike, so that they are counted first. */
function simulateTable(game: TableGame, stream: FairStream): Row[] {
  const rules = tableRules(game);
  const seen = new Map<string, { readonly outcome: TableOutcome; count: number }>();
  for (let round = 0; round < ROUNDS; round++) {
    const outcome = rules.deal(stream);
    const key = keyOf(outcome);
    const known = seen.get(key);
    if (known) known.count += 1;
    else seen.set(key, { outcome, count: 1 });
  }
  const returns = tableReturns(game);
  return rules.spots.flatMap(({ id }) => {
    const tally = new Tally();
    for (const { outcome, count } of seen.values()) tally.add(rules.pays(outcome, id) / 100, count);
    const exact = returns.get(id);
    return exact ? [tally.row(game, id, exact)] : [];
  });
}

function keyOf(outcome: TableOutcome): string {
  switch (outcome.game) {
    case 'baccarat':
      return `${baccaratWinner(outcome)} ${isPair(outcome.player)} ${isPair(outcome.banker)}`;
    case 'dragontiger':
      return `${outcome.dragon} ${outcome.tiger}`;
    case 'sicbo':
      return outcome.dice.join();
    case 'wheel':
      return String(outcome.pocket);
  }
}

function simulateBet(engine: Engine, variant: Variant, bet: EngineBet, stream: FairStream): Row {
  const stake = bet.engine === 'roulette' ? 10_000 : Number(parseWireAmount(bet.stake));
  const tally = new Tally();
  for (let round = 0; round < ROUNDS; round++) tally.add(Number(playRound(engine, variant, bet, stream).payout) / stake);
  return tally.row(engine, variant, exactReturn(engine, variant));
}

/** The same flights for every target. */
function simulateFlights(targets: readonly number[], stream: FairStream): Row[] {
  const tallies = targets.map((target) => ({ target, tally: new Tally() }));
  for (let round = 0; round < ROUNDS; round++) {
    const outcome = crashOf(stream);
    for (const { target, tally } of tallies) tally.add(paidAt(outcome, { target, cashed: null }) / 100);
  }
  return tallies.map(({ target, tally }) => tally.row('crash', `${target / 100}x`, targetReturn(target)));
}

function line({ game, bet, exact, mean, error }: Row): string {
  const away = error === 0 ? 0 : (mean - Number(exact.top) / Number(exact.bottom)) / error;
  return `| ${game} | ${bet} | ${toPercent(exact)} % | ${(mean * 100).toFixed(3)} % | ${away.toFixed(2)} |`;
}

const rows = [
  ...TABLE_GAMES.flatMap((game) => simulateTable(game, simulationStream(SEED))),
  ...simulateFlights([101, 150, 200, 1_000, 10_000], simulationStream(SEED)),
  ...BETS.map(([engine, variant, bet]) => simulateBet(engine, variant, bet, simulationStream(SEED))),
];
const text = `# Returns, computed and simulated

${ROUNDS.toLocaleString('en')} rounds of every game from the fixed seed ${SEED}; \`npm run simulate\` writes this page anew. The last
column says how many standard errors the simulation lies from the exact return; about one bet in three hundred is expected
beyond three.

| Game | Bet | Computed | Simulated | Standard errors |
|---|---|---|---|---|
${rows.map(line).join('\n')}
`;
writeFileSync(OUT, text);
console.log(text);
