import type { FormFieldView, SecurityFormProps, SecurityPayoutsProps } from '../../../../client/islands/security/props.ts';
import { safeNext } from '../../../../client/page/next-path.ts';
import { PAYOUT_KINDS } from '../../../../shared/api/payout-accounts/constants.ts';
import { payoutList } from '../../../../shared/api/payout-accounts/contract.ts';
import { securityState } from '../../../../shared/api/security/contract.ts';
import { PAYMENT_PASSWORD_LENGTH } from '../../../../shared/rules/payment-password.ts';
import { zonedDay } from '../../../../shared/time.ts';
import type { PaymentPasswordView, PayoutAccountsView } from '../../../../views/pages/payout-accounts/payout.tsx';
import { type RefusedPage, refusedBy } from '../member/define.ts';
import { shownTime } from '../shown-time.ts';
import { formView } from '../site.ts';
import type { VisitorInput } from '../visitor-input.ts';

const PAYMENT_PAGE = '/member/paymentPassword';
const PAYOUT_PAGE = '/member/payoutAccounts';
const WITHDRAW_PAGE = '/member/withdraw';

/**
 * `/member/paymentPassword`; with `?forgotten=1` without the old password, with `?from=withdraw` with a way back to the
 * withdrawal, with `?next=` to another page of the site that needs the password.
 */
export async function paymentPassword(input: VisitorInput): Promise<PaymentPasswordView | RefusedPage> {
  const { upstream, visitor, query, context, timeZone } = input;
  const { t } = context;
  const [security, payouts] = await Promise.all([upstream.call(securityState, {}, visitor), upstream.call(payoutList, {}, visitor)]);
  if (!security.success) return refusedBy(security);
  const changedAt = security.value.paymentPasswordChangedAt;
  const forgotten = changedAt !== null && query.has('forgotten');
  const { from, ...onward } = onwardOf(query);
  const digits = { type: 'digits', value: '', maxLength: PAYMENT_PASSWORD_LENGTH, required: true, secret: true } as const;
  const old: FormFieldView = { ...digits, name: 'oldPaymentPassword', label: t('profile.paymentOld') };
  const known: FormFieldView = { name: 'forgotten', type: 'hidden', label: '', value: 'true' };
  const first = changedAt === null ? [] : forgotten ? [known] : [old];
  const form: SecurityFormProps = {
    call: 'payment.change',
    title: t(changedAt === null ? 'profile.paymentSet' : forgotten ? 'profile.paymentReset' : 'profile.paymentChange'),
    text: t(forgotten ? resetText(payouts.success ? payouts.value.coolingHours : 0) : 'profile.paymentRule', {
      count: payouts.success ? payouts.value.coolingHours : 0,
    }),
    fields: [
      ...first,
      { ...digits, name: 'paymentPassword', label: t('profile.paymentNew') },
      { ...digits, name: 'confirmPaymentPassword', label: t('profile.paymentRepeat') },
    ],
    submit: t('profile.paymentSave'),
    ...formOutcome(input, 'payment.change', t('profile.paymentSaved')),
    successPath: `${PAYMENT_PAGE}?done=1${forgotten ? '&forgotten=1' : ''}${from}`,
  };
  return {
    form,
    changedDay: changedAt && zonedDay(Date.parse(changedAt), timeZone),
    forgottenHref: changedAt === null || forgotten ? null : `${PAYMENT_PAGE}?forgotten=1${from}`,
    ...(changedAt === null ? { withdrawHref: null, nextHref: null } : onward),
    accountsHref: PAYOUT_PAGE,
    accounts: security.value.payoutAccounts.length,
  };
}

/** Where the page leads after the password is set; `from`: as part of its own addresses. */
function onwardOf(query: URLSearchParams): Pick<PaymentPasswordView, 'withdrawHref' | 'nextHref'> & { readonly from: string } {
  if (query.get('from') === 'withdraw') return { withdrawHref: WITHDRAW_PAGE, nextHref: null, from: '&from=withdraw' };
  const next = safeNext(query.get('next')) ?? null;
  return { withdrawHref: null, nextHref: next, from: next === null ? '' : `&next=${encodeURIComponent(next)}` };
}

/** `/member/payoutAccounts`. */
export async function payoutAccounts(input: VisitorInput): Promise<PayoutAccountsView | RefusedPage> {
  const { upstream, visitor, context, timeZone, form } = input;
  const { t } = context;
  const answer = await upstream.call(payoutList, {}, visitor);
  if (!answer.success) return refusedBy(answer);
  const { accounts, most, holder, coolingHours, providers } = answer.value;
  const list: SecurityPayoutsProps = {
    accounts: accounts.map(({ id, kind, providerName, masked, holder: owner, addedAt, coolingUntil }) => ({
      id,
      kind,
      name: providerName,
      masked,
      holder: owner,
      addedText: zonedDay(Date.parse(addedAt), timeZone),
      coolingText: coolingUntil && t('profile.payoutCooling', { time: shownTime(coolingUntil, timeZone).slice(0, -3) }),
    })),
    maxCount: most,
    form: form?.call === 'payout.remove' ? formView(form) : null,
    page: PAYOUT_PAGE,
  };
  const groups = PAYOUT_KINDS.map((kind) => ({
    group: t(`profile.payout_${kind}`),
    options: providers.filter((one) => one.kind === kind).map(({ code, name }) => ({ value: code, text: name })),
  })).filter(({ options }) => options.length > 0);
  const add: SecurityFormProps = {
    call: 'payout.add',
    title: t('profile.payoutAddTitle'),
    text: coolingHours > 0 ? t('profile.payoutCoolingText', { count: coolingHours }) : '',
    fields: [
      { name: 'provider', type: 'select', label: t('profile.payoutProvider'), value: '', options: groups, required: true },
      {
        name: 'accountNumber',
        type: 'text',
        label: t('profile.payoutNumber'),
        hint: t('profile.payoutNumberHint'),
        value: '',
        maxLength: 64,
        required: true,
      },
      {
        name: 'holder',
        type: 'text',
        label: t('profile.payoutHolder'),
        hint: t(holder === null ? 'profile.payoutHolderFirst' : 'profile.payoutHolderHint'),
        value: holder ?? '',
        autoComplete: 'name',
        maxLength: 60,
        required: true,
      },
    ],
    submit: t('profile.payoutAdd'),
    ...formOutcome(input, 'payout.add', t('profile.payoutAddDone')),
    successPath: `${PAYOUT_PAGE}?done=1`,
  };
  return { list, add: accounts.length < most && groups.length > 0 ? add : null, most };
}

function resetText(coolingHours: number): string {
  return coolingHours > 0 ? 'profile.paymentResetText' : 'profile.paymentRule';
}

/** Result of a form that was just posted or completed. */
function formOutcome({ form, query }: VisitorInput, call: string, doneText: string): Pick<SecurityFormProps, 'form' | 'doneText'> {
  const posted = form?.call === call ? formView(form) : null;
  return { form: posted, doneText: !form && query.has('done') ? doneText : '' };
}
