import type { Translate } from '../../../shared/i18n/translate.ts';
import styles from './balls.module.css';

/** The numbers of a draw in order; read by screen readers as one line. */
export function Balls({ t, numbers, small }: { readonly t: Translate; readonly numbers: readonly string[]; readonly small?: boolean }) {
  return (
    <span
      className={styles.balls}
      data-small={small || undefined}
      role="img"
      aria-label={t('lottery.numbers', { numbers: numbers.join(', ') })}
    >
      {numbers.map((number, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a number may occur twice, and its position identifies it
        <span key={index} className={styles.ball}>
          {number}
        </span>
      ))}
    </span>
  );
}
