import type { Wallets } from '../../../shared/api/transfer/schemas.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { amountText } from '../../../shared/money/amount-text.ts';
import { parseWireAmount, toWire } from '../../../shared/money/money.ts';
import { ButtonLink } from '../../ui/button.tsx';
import display from '../../ui/display.module.css';
import { Icon } from '../../ui/icon.tsx';
import { Money } from '../../ui/money.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import shared from '../instruction/instruction.module.css';
import type { MyWalletProps } from './props.ts';
import styles from './transfers.module.css';

const units = (wire: string) => parseWireAmount(wire) ?? 0n;

interface TotalsProps {
  readonly t: Translate;
  readonly wallets: Wallets;
  readonly single: boolean;
  readonly resting: boolean;
  readonly links: MyWalletProps['links'];
}

/** The member's money: total, by wallet, and the withdrawable part. */
export function Totals({ t, wallets, single, resting, links }: TotalsProps) {
  const { isPartial, total, wallet, hold, vendors, withdrawable } = wallets;
  const atVendors = vendors.length > 0;
  const parts = [
    { key: 'wallet', amount: wallet, hint: '' },
    ...(atVendors ? [{ key: 'atVendors', amount: sumOf(wallets), hint: '' }] : []),
    ...(movingIn(wallets) > 0n ? [{ key: 'moving', amount: toWire(movingIn(wallets)), hint: '' }] : []),
    ...(isPartial
      ? []
      : [
          { key: 'hold', amount: hold, hint: t('transfer.holdHint') },
          { key: 'withdrawable', amount: withdrawable, hint: '' },
        ]),
  ];
  return (
    <section className={`${display.card} ${shared.part}`} aria-labelledby="wallet-total">
      <div>
        <h2 className={styles.label} id="wallet-total">
          {t('transfer.total')}
        </h2>
        <p className={shared.large} data-private>
          <Money amount={total} currency={wallets} />
        </p>
      </div>
      <dl className={styles.parts}>
        {parts.map(({ key, amount, hint }) => (
          <div key={key}>
            <dt>{t(`transfer.${key}`)}</dt>
            <dd data-private>
              <Money amount={amount} currency={wallets} />
            </dd>
            {hint && units(amount) > 0n ? <dd className={shared.quiet}>{hint}</dd> : null}
          </div>
        ))}
      </dl>
      <Turnover t={t} wallets={wallets} />
      {single && !atVendors ? <p className={shared.quiet}>{t('transfer.single')}</p> : null}
      <div className={shared.ways}>
        {resting || links.deposit === null ? null : (
          <ButtonLink variant="outline" icon="wallet" href={links.deposit}>
            {t('transfer.deposit')}
          </ButtonLink>
        )}
        {links.withdraw === null ? null : (
          <ButtonLink variant="outline" icon="arrow-up-from-line" href={links.withdraw}>
            {t('transfer.withdraw')}
          </ButtonLink>
        )}
        {links.record === null ? null : (
          <ButtonLink variant="outline" icon="file-text" href={links.record}>
            {t('transfer.record')}
          </ButtonLink>
        )}
      </div>
    </section>
  );
}

/** Remaining turnover before everything is withdrawable; nothing without a requirement. */
function Turnover({ t, wallets }: { readonly t: Translate; readonly wallets: Wallets }) {
  const { turnoverLeft, turnoverRequired } = wallets;
  const [left, required] = [units(turnoverLeft), units(turnoverRequired)];
  if (left === 0n || required === 0n) return null;
  const percent = Number(((required - left) * 100n) / required);
  const params = { left: amountText(turnoverLeft, wallets), required: amountText(turnoverRequired, wallets) };
  return (
    <div className={shared.turnover}>
      <ProgressBar percent={percent} label={t('transfer.turnover')} />
      <p className={styles.locked}>
        <Icon name="lock" small />
        {t('transfer.turnoverText', params)}
      </p>
    </div>
  );
}

function sumOf(wallets: Wallets): string {
  return toWire(units(wallets.total) - units(wallets.wallet) - units(wallets.hold) - movingIn(wallets));
}

function movingIn({ moving = [] }: Wallets): bigint {
  return moving.reduce((sum, { amount }) => sum + units(amount), 0n);
}
