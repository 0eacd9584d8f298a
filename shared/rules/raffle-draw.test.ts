import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fairStream, seedHash } from '../games/fairness.ts';
import { drawRaffle, raffleSeedHash, readTakenBack, readTicketList, takenBackText, textHash, ticketListText } from './raffle-draw.ts';

const SEED = '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff';

/** The reference: all tickets in a pool, with the published stream of the games. */
function slowDraw(seed: string, listHash: string, tickets: number, gone: ReadonlySet<number>, prizes: number): number[] {
  const stream = fairStream(seed, listHash, 0);
  const pool = Array.from({ length: tickets }, (_, index) => index + 1).filter((ticket) => !gone.has(ticket));
  const winners: number[] = [];
  while (winners.length < prizes && pool.length > 0) winners.push(pool.splice(stream.below(pool.length), 1)[0] as number);
  return winners;
}

test('draws like the published stream over a pool of tickets, without the ones taken back', async () => {
  const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 });
  const gaps = fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 5 })), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(
      hex,
      hex,
      fc.integer({ min: 0, max: 150 }),
      gaps,
      fc.integer({ min: 1, max: 40 }),
      async (seed, listHash, tickets, steps, prizes) => {
        let at = 0;
        const takenBack = steps.flatMap(([gap, size]) => {
          const range = { first: at + gap, last: at + gap + size - 1 };
          at = range.last;
          return range.last <= tickets ? [range] : [];
        });
        const gone = new Set(takenBack.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, index) => first + index)));
        const winners = await drawRaffle({ seed, listHash, tickets, takenBack, prizes });
        expect(winners).toEqual(slowDraw(seed, listHash, tickets, gone, prizes));
        expect(new Set(winners).size).toBe(winners.length);
      },
    ),
    { numRuns: 40 },
  );
});

test('commits to the bytes of the seed, and reads back what it writes', async () => {
  expect(await raffleSeedHash(SEED)).toBe(seedHash(SEED));
  const ranges = [
    { code: 'a1', first: 1, last: 3 },
    { code: 'b2', first: 4, last: 4 },
  ];
  const text = ticketListText('r-1', ranges);
  expect([text, readTicketList(text)]).toEqual(['raffle r-1\na1 1 3\nb2 4 4\n', ranges]);
  expect(readTicketList(text.replace('4 4', '5 5'))).toBeUndefined();
  expect(readTakenBack(takenBackText([{ first: 2, last: 3 }]))).toEqual([{ first: 2, last: 3 }]);
  expect(readTakenBack('3 4\n4 5\n')).toBeUndefined();
  expect(await textHash('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
