import type { Wallets } from '../../../shared/api/transfer/schemas.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { amountText } from '../../../shared/money/amount-text.ts';
import display from '../../ui/display.module.css';
import shared from '../instruction/instruction.module.css';
import styles from './transfers.module.css';

/** Money that a vendor has not confirmed yet, and what happens next. */
export function Moving({ t, wallets }: { readonly t: Translate; readonly wallets: Wallets }) {
  const { moving = [] } = wallets;
  if (moving.length === 0) return null;
  return (
    <section className={`${display.card} ${shared.part}`} aria-labelledby="wallet-moving" role="status">
      <h2 className={shared.title} id="wallet-moving">
        {t('transfer.moving')}
      </h2>
      <ul className={styles.moving} data-private>
        {moving.map(({ vassalage, vendorName, direction, amount, since }) => (
          <li key={`${vassalage} ${direction} ${since} ${amount}`}>
            {t(direction === 'in' ? 'transfer.movingInText' : 'transfer.movingOutText', {
              amount: amountText(amount, wallets),
              vendor: vendorName,
            })}
          </li>
        ))}
      </ul>
      <p className={shared.quiet}>{t('transfer.movingHint')}</p>
    </section>
  );
}
