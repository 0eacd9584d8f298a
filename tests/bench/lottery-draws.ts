import { createHmac } from 'node:crypto';
import { LOTTERY_VARIANTS } from '../../shared/games/catalogue.ts';
import { type DrawTerms, drawFrom, playDraw, seedOfLink } from '../../shared/games/events/draw.ts';
import { type FairStream, streamOf } from '../../shared/games/fairness.ts';
import { createDrawCounter } from '../../shared/games/lottery/chi-square.ts';
import { lotteryDraws } from '../../shared/games/lottery/draws.ts';

/** `npm run simulate -- --draws [draws]`: draws every lottery as often and compares the numbers with equal chances. Fails on a bias. */
const DRAWS = Number(process.argv[4] ?? 1_000_000);
const MAX_DEVIATIONS = 5;
/** Draws of each game that are also drawn by the code of the games. */
const COMPARED = 200;

/** The stream of `fairStream` and the seeds of `seedOfLink` by the HMAC of Node.js, which is several times faster than that of the browser. */
function fastStream(link: string, eventId: string): FairStream {
  const seed = createHmac('sha256', Buffer.from(link, 'hex')).update('draw').digest();
  let block = 0;
  let bytes = Buffer.alloc(0);
  let offset = 0;
  return streamOf(() => {
    if (offset === bytes.length) {
      bytes = createHmac('sha256', seed).update(`${eventId}:0:${block}`).digest();
      block += 1;
      offset = 0;
    }
    const word = bytes.readUInt32BE(offset);
    offset += 4;
    return word;
  });
}

function drawOf(terms: DrawTerms, variant: string, draw: number): readonly string[] {
  const [link, id] = [(draw + 1).toString(16).padStart(64, '0'), `${variant}-${draw}`];
  const numbers = drawFrom(terms, fastStream(link, id));
  if (draw < COMPARED && numbers.join() !== playDraw(terms, seedOfLink(link), id).join()) throw new Error(`${id} differs from the game`);
  return numbers;
}

let isBiased = false;
for (const variant of LOTTERY_VARIANTS) {
  const terms = lotteryDraws({ variant })?.terms;
  if (!terms) throw new Error(`${variant} draws nothing`);
  const counter = createDrawCounter(terms);
  for (let draw = 0; draw < DRAWS; draw++) counter.add(drawOf(terms, variant, draw));
  const results = counter.results();
  const worst = results.reduce((most, one) => (Math.abs(one.deviations) > Math.abs(most.deviations) ? one : most));
  isBiased ||= Math.abs(worst.deviations) > MAX_DEVIATIONS;
  console.log(
    `${variant.padEnd(8)} ${DRAWS} draws, ${results.length} counts, furthest: ${worst.of}, chi-square ${worst.statistic.toFixed(1)} with ${worst.freedom} degrees of freedom, ${worst.deviations.toFixed(2)} deviations`,
  );
}
process.exit(isBiased ? 1 : 0);
