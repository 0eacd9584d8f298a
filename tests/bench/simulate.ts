import { writeFileSync } from 'node:fs';
import { type Engine, FISH_VARIANTS, SLOT_VARIANTS, type SlotVariant, type Variant } from '../../shared/games/catalogue.ts';
import { crashOf, paidAt, targetReturn } from '../../shared/games/crash/flight.ts';
import { diceChance, diceReturn } from '../../shared/games/dice.ts';
import { digitsReturn } from '../../shared/games/digits.ts';
import { duelReturn } from '../../shared/games/duel.ts';
import { MATCH_MARGIN_PERCENT } from '../../shared/games/events/markets.ts';
import type { FairStream } from '../../shared/games/fairness.ts';
import { targetsOf } from '../../shared/games/fish.ts';
import { type Fraction, fraction, toPercent } from '../../shared/games/fraction.ts';
import { kenoReturn } from '../../shared/games/keno.ts';
import { baccaratWinner, isPair } from '../../shared/games/live/baccarat.ts';
import { type TableOutcome, tableReturns, tableRules } from '../../shared/games/live/table.ts';
import { TABLE_GAMES, type TableGame } from '../../shared/games/live/table-games.ts';
import type { EngineBet } from '../../shared/games/protocol.ts';
import { RAKE_BASIS_POINTS, RAKE_CAP, ROOM_LEVELS, rakeOf } from '../../shared/games/rooms/levels.ts';
import { exactReturn, playRound } from '../../shared/games/rules.ts';
import { simulationStream } from '../../shared/games/simulation-stream.ts';
import { slotFacts, VOLATILITY_UP_TO } from '../../shared/games/slot/figures.ts';
import { SLOT_MODELS } from '../../shared/games/slot/models.ts';
import { playTable } from '../../shared/games/slot/play-table.ts';
import { coinsOf, type SlotTable, waysOf } from '../../shared/games/slot/table.ts';
import { parseWireAmount, toWire } from '../../shared/money/money.ts';
import { matchRows } from './match-returns.ts';

/** `npm run simulate [rounds]`: plays every engine and compares the simulated return with the computed one. */
const [, , OUT = 'returns.md', ROUNDS_TEXT = '10000000'] = process.argv;
const ROUNDS = Number(ROUNDS_TEXT);
const SEED = 20_261_122;

/** A slot round has up to dozens of spins, so fewer rounds give the same precision. */
const SLOT_ROUNDS = Math.round(ROUNDS / 5);

/** Bets of the single-player engines, each with its own return. */
const BETS: readonly (readonly [Engine, Variant, EngineBet, Fraction])[] = [
  ['roulette', 'european', { engine: 'roulette', chips: [{ spot: 'corner-16', stake: '1.0000' }] }, exactReturn('roulette', 'european')],
  ['dice', 'classic', { engine: 'dice', stake: '1.0000', over: false, target: 50 }, diceReturn(diceChance(false, 50) ?? 0)],
  ['dice', 'classic', { engine: 'dice', stake: '1.0000', over: true, target: 90 }, diceReturn(diceChance(true, 90) ?? 0)],
  ['keno', 'twenty', { engine: 'keno', stake: '1.0000', picks: [7] }, kenoReturn(1)],
  ['keno', 'twenty', { engine: 'keno', stake: '1.0000', picks: [3, 14, 25, 36, 47] }, kenoReturn(5)],
  ...FISH_VARIANTS.flatMap((water) =>
    targetsOf(water).map((target) => ['fish', water, { engine: 'fish', stake: '1.0000', target }, exactReturn('fish', water)] as const),
  ),
  ['duel', 'war', { engine: 'duel', stake: '1.0000', side: 'one' }, duelReturn('war', 'one')],
  ['duel', 'pick', { engine: 'duel', stake: '1.0000', side: 'one' }, duelReturn('pick', 'one')],
  ['duel', 'best', { engine: 'duel', stake: '1.0000', side: 'one' }, duelReturn('best', 'one')],
  ['digits', 'pair', { engine: 'digits', stake: '1.0000', kind: 'straight', number: '01' }, digitsReturn('straight', '01')],
  ['digits', 'triple', { engine: 'digits', stake: '1.0000', kind: 'box', number: '012' }, digitsReturn('box', '012')],
  ['digits', 'quad', { engine: 'digits', stake: '1.0000', kind: 'last', number: '01' }, digitsReturn('last', '01')],
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
  row(game: string, bet: string, exact: Fraction, rounds = ROUNDS): Row {
    const mean = this.sum / rounds;
    return { game, bet, exact, mean, error: Math.sqrt((this.squares / rounds - mean * mean) / rounds) };
  }
}

/** Equal outcomes pay the same, so they are counted first. */
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

function simulateBet(engine: Engine, variant: Variant, bet: EngineBet, exact: Fraction, stream: FairStream): Row {
  const stake = bet.engine === 'roulette' ? 10_000 : Number(parseWireAmount(bet.stake));
  const tally = new Tally();
  for (let round = 0; round < ROUNDS; round++) tally.add(Number(playRound(engine, variant, bet, stream).payout) / stake);
  return tally.row(engine, `${variant}, ${describeBet(bet)}`, exact);
}

function describeBet(bet: EngineBet): string {
  switch (bet.engine) {
    case 'roulette':
      return bet.chips.map(({ spot }) => spot).join(' ');
    case 'dice':
      return `${bet.over ? 'over' : 'under'} ${bet.target}`;
    case 'keno':
      return bet.picks.join(' ');
    case 'fish':
      return bet.target;
    case 'duel':
      return bet.side;
    case 'digits':
      return `${bet.kind} ${bet.number}`;
    case 'slot':
      return '';
  }
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

/** The standard error uses the computed deviation, because a sample misses the rarest prizes. */
function simulateSlot(variant: SlotVariant, stream: FairStream): string {
  const table = SLOT_MODELS[variant];
  const stake = coinsOf(table);
  const tally = new Tally();
  for (let round = 0; round < SLOT_ROUNDS; round++) tally.add(Number(playTable(table, BigInt(stake), stream).payout) / stake);
  const { deviation, volatility, hit, most } = slotFacts(variant);
  const error = Number(deviation) / Math.sqrt(SLOT_ROUNDS);
  const row = line({ ...tally.row(variant, shapeOf(table), exactReturn('slot', variant), SLOT_ROUNDS), error });
  return `${row} ${deviation} (${volatility.replace('_', ' ')}) | ${hit} % | ${Number(most).toLocaleString('en')} |`;
}

function shapeOf(table: SlotTable): string {
  const { reading, rows, base } = table;
  const ways = reading.kind === 'lines' || reading.kind === 'ways' ? `${waysOf(table).toLocaleString('en')} ` : '';
  return `${base.strips.length}x${rows}, ${ways}${reading.kind}`;
}

function line({ game, bet, exact, mean, error }: Row): string {
  const away = error === 0 ? 0 : (mean - Number(exact.top) / Number(exact.bottom)) / error;
  return `| ${game} | ${bet} | ${toPercent(exact)} % | ${(mean * 100).toFixed(3)} % | ${away.toFixed(2)} |`;
}

function amount(units: bigint): string {
  return Number(toWire(units)).toFixed(2);
}

const rows = [
  ...TABLE_GAMES.flatMap((game) => simulateTable(game, simulationStream(SEED))),
  ...simulateFlights([101, 150, 200, 1_000, 10_000], simulationStream(SEED)),
  ...BETS.map(([engine, variant, bet, exact]) => simulateBet(engine, variant, bet, exact, simulationStream(SEED))),
];
/** Return of a pot by number of players; not random. */
const rooms = Object.entries(ROOM_LEVELS).map(([level, stake]) => {
  const backs = [2n, 3n, 4n].map((players) => `${toPercent(fraction(stake * players - rakeOf(stake * players), stake * players))} %`);
  return `| ${level} | ${amount(stake)} | ${backs.join(' | ')} |`;
});
const matches = matchRows(ROUNDS, SEED);
const slots = SLOT_VARIANTS.map((variant) => simulateSlot(variant, simulationStream(SEED)));
const text = `# Computed and simulated returns

${ROUNDS.toLocaleString('en')} rounds of every game from the fixed seed ${SEED}; \`npm run simulate\` writes this page. The last column is
the distance between the simulated and the exact return in standard errors; about one bet in three hundred is expected beyond three.

| Game | Bet | Computed | Simulated | Standard errors |
|---|---|---|---|---|
${rows.map(line).join('\n')}

## Matches

${ROUNDS.toLocaleString('en')} bets of every kind, on matches of all strengths and, in play, at random moments of them. The odds are the fair odds divided by
${(100 + MATCH_MARGIN_PERCENT) / 100} and rounded down to the hundredth ([matches](features/matches-and-draws.md)). A bet therefore returns at most
${toPercent(fraction(100n, BigInt(100 + MATCH_MARGIN_PERCENT)))} % and at least ${toPercent(exactReturn('match', 'football'))} %; a multiple of two to four legs returns the product of its legs. The computed return is the mean of
the exact returns of the simulated bets; the standard errors follow from their computed deviations.

| Matches | Bet | Computed | Simulated | Standard errors |
|---|---|---|---|---|
${matches.join('\n')}

## Card room

Players play against one another. The house takes only the rake: ${Number(RAKE_BASIS_POINTS) / 100} % of a pot, rounded down to the cent and at most ${amount(RAKE_CAP)}. The return
is therefore exact and depends only on the number of players at the table.

| Room | Stake | Two | Three | Four |
|---|---|---|---|---|
${rooms.join('\n')}

## Slots

${SLOT_ROUNDS.toLocaleString('en')} rounds of every model, each with all features that follow from its first spin. The computed return comes from all combinations
of stops ([slots](features/slots.md)); the standard errors follow from the computed deviation. The deviation of
a round is in stakes: up to ${VOLATILITY_UP_TO.low} is low, up to ${VOLATILITY_UP_TO.medium} medium, up to ${VOLATILITY_UP_TO.high} high, above that very high. Hits are rounds whose first spin pays or starts
a feature. The largest win, in stakes, is the largest that the rules allow; it may be extremely unlikely.

| Model | Plays | Computed | Simulated | Standard errors | Deviation | Hits | Largest win |
|---|---|---|---|---|---|---|---|
${slots.join('\n')}
`;
writeFileSync(OUT, text);
console.log(text);
