import type { Deposit } from '../../../shared/api/deposit/schemas.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import type { CurrencyView } from '../../../shared/money/amount-text.ts';
import { PATHS } from '../../page/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import overlays from '../../ui/overlays.module.css';
import { DepositStatusCard } from './deposit-status.tsx';
import type { DepositProps } from './props.ts';

const HELP = '/help';

interface OutcomeProps extends Pick<DepositProps, 'links' | 'limitsHref' | 'timeZone'> {
  readonly t: Translate;
  readonly deposit: Deposit;
  readonly currency: CurrencyView;
  readonly onAgain: () => void;
}

/** Result of a deposit with links to the next steps. */
export function Outcome(props: OutcomeProps) {
  const { t, deposit, currency, timeZone } = props;
  return (
    <DepositStatusCard t={t} deposit={deposit} currency={currency} timeZone={timeZone}>
      <Exits {...props} />
    </DepositStatusCard>
  );
}

/** Links to the next steps of each status. */
function Exits({ t, deposit, links, limitsHref, onAgain }: OutcomeProps) {
  const { status, instructions } = deposit;
  const payUrl = status === 'checking' ? (instructions?.payUrl ?? null) : null;
  const again = (
    <ButtonLink
      variant={status === 'credited' ? 'secondary' : 'primary'}
      href={`${links.deposit}?new=1`}
      onClick={(event) => {
        event.preventDefault();
        history.replaceState(history.state, '', links.deposit);
        onAgain();
      }}
    >
      {t('deposit.again')}
    </ButtonLink>
  );
  return (
    <div className={overlays.footer}>
      {status === 'returned' || status === 'sent_back' ? <ButtonLink href={limitsHref}>{t('deposit.toLimits')}</ButtonLink> : null}
      {status === 'failed' || status === 'reversed' || status === 'part_reversed' ? (
        <ButtonLink href={HELP}>{t('deposit.help')}</ButtonLink>
      ) : null}
      {payUrl === null ? null : <ButtonLink href={payUrl}>{t(`deposit.open_${deposit.kind}`)}</ButtonLink>}
      {again}
      {status === 'credited' ? (
        <ButtonLink variant="primary" href={PATHS.home}>
          {t('deposit.playNow')}
        </ButtonLink>
      ) : null}
    </div>
  );
}
