import type { Deposit } from '../../../shared/api/deposit/schemas.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './deposit.module.css';

const STEPS = ['stepAmount', 'stepPay', 'stepDone'] as const;

export function stepOf(deposit: Deposit | null): number {
  if (deposit === null) return 0;
  return deposit.status === 'pending' ? 1 : 2;
}

export function Stepper({ t, current }: { readonly t: Translate; readonly current: number }) {
  return (
    <ol className={styles.steps} aria-label={t('deposit.stepper')}>
      {STEPS.map((key, index) => (
        <li key={key} data-done={index < current || undefined} aria-current={index === current ? 'step' : undefined}>
          <span>{index < current ? <Icon name="check" small /> : index + 1}</span>
          {t(`deposit.${key}`)}
        </li>
      ))}
    </ol>
  );
}
