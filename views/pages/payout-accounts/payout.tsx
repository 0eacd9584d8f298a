import '../../../client/styles/index.css';
import type { SecurityFormProps, SecurityPayoutsProps } from '../../../client/islands/security/props.ts';
import { ButtonLink } from '../../../client/ui/button.tsx';
import { FormMessage } from '../../../client/ui/form-message.tsx';
import { BackToSecurity } from '../../components/back-to-security.tsx';
import { Island } from '../../components/island.tsx';
import { MemberCentre } from '../../layouts/member-centre.tsx';
import type { PageContext } from '../../layouts/page-context.ts';
import styles from '../profile/profile.module.css';

export interface PaymentPasswordView {
  readonly form: SecurityFormProps;
  /** Null: not set. */
  readonly changedDay: string | null;
  /** Link to the form without the old password. */
  readonly forgottenHref: string | null;
  /** Link back to the withdrawal that the member came from. */
  readonly withdrawHref: string | null;
  /** Page that needed the password. */
  readonly nextHref: string | null;
  readonly accountsHref: string;
  readonly accounts: number;
}

interface PageProps<Data> {
  readonly context: PageContext;
  readonly data: Data;
}

export function PaymentPasswordPage({ context, data }: PageProps<PaymentPasswordView>) {
  const { t } = context;
  const { form, changedDay, forgottenHref, withdrawHref, nextHref, accountsHref, accounts } = data;
  return (
    <MemberCentre context={context} page="paymentPassword">
      <BackToSecurity t={t} />
      {changedDay ? <p className={styles.note}>{t('profile.paymentSince', { date: changedDay })}</p> : null}
      <Island name="security-form" hydrate="load" props={form} />
      <div className={styles.links}>
        {withdrawHref ? (
          <ButtonLink variant={form.doneText ? 'primary' : 'outline'} icon="arrow-up-from-line" href={withdrawHref}>
            {t('profile.paymentToWithdraw')}
          </ButtonLink>
        ) : null}
        {nextHref ? (
          <ButtonLink variant={form.doneText ? 'primary' : 'outline'} icon="arrow-right" href={nextHref}>
            {t('common.continue')}
          </ButtonLink>
        ) : null}
        {forgottenHref ? (
          <ButtonLink variant="ghost" icon="circle-help" href={forgottenHref}>
            {t('profile.paymentForgotten')}
          </ButtonLink>
        ) : null}
        {changedDay && accounts === 0 ? (
          <ButtonLink variant="outline" icon="landmark" href={accountsHref}>
            {t('profile.payoutAddTitle')}
          </ButtonLink>
        ) : null}
      </div>
    </MemberCentre>
  );
}

export interface PayoutAccountsView {
  readonly list: SecurityPayoutsProps;
  /** Null if the maximum is reached, or if there is no provider. */
  readonly add: SecurityFormProps | null;
  readonly most: number;
}

export function PayoutAccountsPage({ context, data: { list, add, most } }: PageProps<PayoutAccountsView>) {
  const { t } = context;
  return (
    <MemberCentre context={context} page="payoutAccounts">
      <BackToSecurity t={t} />
      <Island name="security-payouts" hydrate="load" props={list} />
      {add ? (
        <Island name="security-form" hydrate="load" props={add} />
      ) : (
        <FormMessage kind="info" text={t('profile.payoutFull', { most })} />
      )}
    </MemberCentre>
  );
}
