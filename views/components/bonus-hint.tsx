import records from '../../client/islands/records/records.module.css';
import controls from '../../client/ui/controls.module.css';
import display from '../../client/ui/display.module.css';
import { Money } from '../../client/ui/money.tsx';
import type { BonusOverview } from '../../shared/api/bonus/schemas.ts';
import type { Translate } from '../../shared/i18n/translate.ts';
import { amountText } from '../../shared/money/amount-text.ts';
import { memberHref } from './member-entries.ts';

/** What other pages show of the bonus. */
export type BonusHintView = Pick<BonusOverview, 'bonus' | 'held' | 'deposits' | 'currency' | 'currencySymbol'> & {
  readonly isRunning: boolean;
};

interface HintProps {
  readonly t: Translate;
  readonly hint: BonusHintView;
}

/** The pools of a running bonus next to the wallet. */
export function BonusPools({ t, hint }: HintProps) {
  if (!hint.isRunning) return null;
  return (
    <section className={display.card}>
      <h2 className={records.title}>{t('bonus.running')}</h2>
      {(['bonus', 'held'] as const)
        .filter((pool) => pool === 'bonus' || !/^0\.0+$/.test(hint.held))
        .map((pool) => (
          <p key={pool}>
            {t(`bonus.pool_${pool}`)}: <Money amount={hint[pool]} currency={hint} />
          </p>
        ))}
      <BonusLink t={t} />
    </section>
  );
}

/** Bonuses that the next deposit can have. The member decides after it. */
export function DepositBonusHint({ t, hint }: HintProps) {
  if (hint.isRunning || hint.deposits.length === 0) return null;
  return (
    <section className={display.card}>
      <h2 className={records.title}>{t('bonus.deposits')}</h2>
      {hint.deposits.map(({ percent, minimum, most, wagering, days }) => (
        <p className={records.note} key={`${percent} ${minimum} ${most} ${wagering}`}>
          <strong>{t('bonus.depositRule', { percent, minimum: amountText(minimum, hint), most: amountText(most, hint) })}</strong>{' '}
          {t('bonus.depositCost', { wagering, time: days === 1 ? t('bonus.day') : t('bonus.days', { count: days }) })}
        </p>
      ))}
      <BonusLink t={t} />
    </section>
  );
}

function BonusLink({ t }: { readonly t: Translate }) {
  return (
    <p>
      <a className={controls.link} href={memberHref('bonusDetails')}>
        {t('lobby.member_bonusDetails')}
      </a>
    </p>
  );
}
