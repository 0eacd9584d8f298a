import { CLASSED_DIGITS, CLASSED_PRIZES, PRIZE_CLASSES } from '../../rules/prize-classes.ts';
import { play } from './play.ts';
import type { ClassRule, PlayType } from './rules.ts';

const FIRST_DIGITS = '4072';
/** A draw of prizes in classes. Digits of the first prize are bets of their own, so it is the same as where only four digits are drawn. */
export const SAMPLE_CLASSES: readonly string[] = Array.from({ length: CLASSED_PRIZES }, (_, place) =>
  place === 0 ? FIRST_DIGITS : String(3_571 * (place + 2)).slice(-CLASSED_DIGITS),
);

/** Bets on whole numbers: big and small, in each of four ways. */
export function classTypes(): readonly PlayType[] {
  return (['big', 'small'] as const).flatMap((pays) => {
    const rule = (bets: ClassRule['bets']): ClassRule => ({ kind: 'classes', pays, bets });
    // A starter prize for big; of those that small pays, the third one.
    const drawn = SAMPLE_CLASSES[pays === 'big' ? (PRIZE_CLASSES[3]?.from ?? 0) : 2] ?? '';
    const id = (bets: string) => `${pays}${bets}`;
    return [
      play(id('Straight'), `type_${pays}Straight`, `how_${pays}Straight`, rule('straight'), `${drawn} 0000`),
      play(id('Box'), `type_${pays}Box`, `how_${pays}Box`, rule('box'), reversed(drawn)),
      play(id('Ibox'), `type_${pays}Ibox`, `how_${pays}Ibox`, rule('ibox'), reversed(drawn)),
      play(id('Roll'), `type_${pays}Roll`, `how_${pays}Roll`, rule('roll'), `*${drawn.slice(1)}`),
    ];
  });
}

function reversed(number: string): string {
  return [...number].reverse().join('');
}
