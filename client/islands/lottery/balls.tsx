import type { Translate } from '../../../shared/i18n/translate.ts';
import { inPrizeClasses } from '../../../shared/rules/prize-classes.ts';
import styles from './balls.module.css';

interface BallsProps {
  readonly t: Translate;
  readonly numbers: readonly string[];
  readonly small?: boolean;
}

/** The numbers of a draw in order; read by screen readers as one line, or as one for each class of prizes. */
export function Balls({ t, numbers, small }: BallsProps) {
  const classes = inPrizeClasses(numbers);
  if (!classes) return <Line label={t('lottery.numbers', { numbers: numbers.join(', ') })} numbers={numbers} small={small ?? false} />;
  return (
    <span className={styles.classes} data-small={small || undefined}>
      {classes.map(({ name, numbers: own }) => (
        <span key={name} className={styles.class} data-class={name}>
          <span className={styles.name} aria-hidden="true">
            {t(`lottery.prize_${name}`)}
          </span>
          <Line label={`${t(`lottery.prize_${name}`)}: ${own.join(', ')}`} numbers={own} small={small ?? false} />
        </span>
      ))}
    </span>
  );
}

function Line({ label, numbers, small }: { readonly label: string; readonly numbers: readonly string[]; readonly small: boolean }) {
  return (
    <span className={styles.balls} data-small={small || undefined} role="img" aria-label={label}>
      {numbers.map((number, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a number may occur twice, and its position identifies it
        <span key={index} className={styles.ball}>
          {number}
        </span>
      ))}
    </span>
  );
}
