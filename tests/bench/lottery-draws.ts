import { LOTTERY_VARIANTS } from '../../shared/games/catalogue.ts';
import { playDraw, seedOfLink } from '../../shared/games/events/draw.ts';
import { createDrawCounter } from '../../shared/games/lottery/chi-square.ts';
import { lotteryDraws } from '../../shared/games/lottery/draws.ts';

/** `npm run simulate -- --draws [draws]`: draws every lottery as often and compares the numbers with equal chances. Fails on a bias. */
const DRAWS = Number(process.argv[4] ?? 1_000_000);
const MAX_DEVIATIONS = 5;

let isBiased = false;
for (const variant of LOTTERY_VARIANTS) {
  const terms = lotteryDraws({ variant })?.terms;
  if (!terms) throw new Error(`${variant} draws nothing`);
  const counter = createDrawCounter(terms);
  for (let draw = 0; draw < DRAWS; draw++)
    counter.add(playDraw(terms, seedOfLink((draw + 1).toString(16).padStart(64, '0')), `${variant}-${draw}`));
  const results = counter.results();
  const worst = results.reduce((most, one) => (Math.abs(one.deviations) > Math.abs(most.deviations) ? one : most));
  isBiased ||= Math.abs(worst.deviations) > MAX_DEVIATIONS;
  console.log(
    `${variant.padEnd(8)} ${DRAWS} draws, ${results.length} counts, furthest: ${worst.of}, chi-square ${worst.statistic.toFixed(1)} with ${worst.freedom} degrees of freedom, ${worst.deviations.toFixed(2)} deviations`,
  );
}
process.exit(isBiased ? 1 : 0);
