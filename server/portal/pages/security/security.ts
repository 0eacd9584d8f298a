import type {
  SecurityContactProps,
  SecurityPasskeysProps,
  SecuritySessionsProps,
  SecurityTotpProps,
} from '../../../../client/islands/security/props.ts';
import type { FormView } from '../../../../client/islands/sign-in/props.ts';
import { memberInfo } from '../../../../shared/api/accounts/contract.ts';
import { walletBalance } from '../../../../shared/api/balance/contract.ts';
import type { ValueOf } from '../../../../shared/api/client-call.ts';
import { securityState, totpStart } from '../../../../shared/api/security/contract.ts';
import { sessionList } from '../../../../shared/api/session/contract.ts';
import { countryList } from '../../../../shared/api/system/contract.ts';
import { DAY_MS, zonedDay } from '../../../../shared/time.ts';
import type { SecondFactorView, SecurityCentreView, SecurityView, SessionsView } from '../../../../views/pages/security/security.tsx';
import { callOr } from '../call-value.ts';
import { type RefusedPage, refusedBy } from '../member/define.ts';
import { shownTime } from '../shown-time.ts';
import { namedCountries } from '../sign-in/entry-modal.ts';
import { formView } from '../site.ts';
import type { VisitorInput } from '../visitor-input.ts';

/** For display only; the platform enforces the limit. */
const MAX_PASSKEYS = 10;
const CONTACT_CALLS = ['member.contactSend', 'member.contactConfirm'];

export async function securityCentre(input: VisitorInput): Promise<SecurityCentreView | RefusedPage> {
  const { upstream, visitor, timeZone } = input;
  const [member, balance, security] = await Promise.all([
    upstream.call(memberInfo, {}, visitor),
    upstream.call(walletBalance, {}, visitor),
    loadSecurity(input),
  ]);
  if (!member.success) return refusedBy(member);
  const { lastLoginAt } = member.value;
  return {
    member: member.value,
    balance: balance.success ? balance.value : null,
    lastLoginText: lastLoginAt && `${shownTime(lastLoginAt, timeZone)} (${timeZone})`,
    security,
  };
}

/** Security state of the account for the overview; null if it cannot be loaded. */
export async function loadSecurity({ upstream, visitor, timeZone }: VisitorInput): Promise<SecurityView | null> {
  const [state, sessions] = await Promise.all([
    callOr(upstream, securityState, {}, visitor, null),
    callOr(upstream, sessionList, {}, visitor, null),
  ]);
  if (!state) return null;
  const day = (instant: string | null) => instant && zonedDay(Date.parse(instant), timeZone);
  return {
    passwordDay: zonedDay(Date.parse(state.passwordChangedAt), timeZone),
    passwordDays: Math.max(0, Math.floor((Date.now() - Date.parse(state.passwordChangedAt)) / DAY_MS)),
    mobile: state.mobile,
    mobileDay: day(state.mobileVerifiedAt),
    email: state.email,
    emailDay: day(state.emailVerifiedAt),
    channels: state.channels,
    totpDay: day(state.totpSince),
    recoveryCodesLeft: state.recoveryCodesLeft,
    passkeys: state.passkeys.length,
    passkeyDay: day(state.passkeys.at(-1)?.createdAt ?? null),
    sessions: sessions?.sessions.length ?? null,
    paymentDay: day(state.paymentPasswordChangedAt),
    payouts: state.payoutAccounts.map(({ providerName, masked }) => `${providerName} ${masked}`),
  };
}

/** `/member/secondFactor`; with `?setup=1` it shows the setup of an authenticator app. */
export async function secondFactor(input: VisitorInput): Promise<SecondFactorView | RefusedPage> {
  const { upstream, visitor, context, timeZone } = input;
  const answer = await upstream.call(securityState, {}, visitor);
  if (!answer.success) return refusedBy(answer);
  const page = '/member/secondFactor';
  const form = formOf(
    input,
    (call) => call.startsWith('member.totp') || call.startsWith('member.passkey') || call === 'member.recoveryCodes',
  );
  const totp: SecurityTotpProps = {
    account: visitor.session?.account ?? '',
    brand: context.brand,
    sinceText: answer.value.totpSince && zonedDay(Date.parse(answer.value.totpSince), timeZone),
    recoveryCodesLeft: answer.value.recoveryCodesLeft,
    codes: oneTimeCodes(input),
    ...(await enrolment(input, answer.value)),
    form,
    page,
  };
  const passkeys: SecurityPasskeysProps = {
    passkeys: answer.value.passkeys.map(({ id, name, createdAt, lastUsedAt, backedUp }) => ({
      id,
      name,
      createdText: zonedDay(Date.parse(createdAt), timeZone),
      lastUsedText: lastUsedAt && zonedDay(Date.parse(lastUsedAt), timeZone),
      backedUp,
    })),
    maxCount: MAX_PASSKEYS,
    form,
    page,
  };
  return { totp, passkeys };
}

/** `/member/sessions`: all signed-in devices, and time and place of the last sign-in. */
export async function memberSessions(input: VisitorInput): Promise<SessionsView | RefusedPage> {
  const { upstream, visitor, timeZone, context } = input;
  const [list, info] = await Promise.all([upstream.call(sessionList, {}, visitor), callOr(upstream, memberInfo, {}, visitor, null)]);
  if (!list.success) return refusedBy(list);
  const countryName = countryNames(context.language.tag);
  const time = (instant: string) => shownTime(instant, timeZone).slice(0, -3);
  const sessions: SecuritySessionsProps = {
    sessions: list.value.sessions.map(({ id, current, device, country, address, createdAt, seenAt }) => ({
      id,
      current,
      device,
      place: country ? context.t('security.sessionPlace', { country: countryName(country), address }) : address,
      seenText: time(seenAt),
      createdText: time(createdAt),
    })),
    form: formOf(input, (call) => call === 'session.end'),
    page: '/member/sessions',
  };
  const { lastLoginAt = null, lastLoginCountry = null } = info ?? {};
  return {
    sessions,
    lastLogin: lastLoginAt
      ? { time: `${time(lastLoginAt)} (${timeZone})`, place: lastLoginCountry && countryName(lastLoginCountry) }
      : null,
  };
}

/** `/member/contact`: the mobile number, or with `?channel=email` the e-mail address. */
export async function memberContact(input: VisitorInput): Promise<{ readonly contact: SecurityContactProps } | RefusedPage> {
  const { upstream, visitor, query, form, context } = input;
  const channel = (form?.values.channel ?? query.get('channel')) === 'email' ? 'email' : 'sms';
  const answer = await upstream.call(securityState, {}, visitor);
  if (!answer.success) return refusedBy(answer);
  const { countries } =
    channel === 'sms' ? await callOr(upstream, countryList, {}, { ...visitor, session: null }, { countries: [] }) : { countries: [] };
  const contact: SecurityContactProps = {
    outbox: context.modal.outbox ?? null,
    channel,
    current: channel === 'sms' ? answer.value.mobile : answer.value.email,
    countries: channel === 'sms' ? namedCountries(countries, context.language) : null,
    form: formOf(input, (call) => CONTACT_CALLS.includes(call)),
    sent: form?.call === 'member.contactSend' && form.code === '',
    page: `/member/contact?channel=${channel}`,
  };
  return { contact };
}

/** Data of a requested setup. Repeated requests return the same setup, so the page may be reloaded. */
async function enrolment({ upstream, visitor, query }: VisitorInput, { totp }: ValueOf<typeof securityState>) {
  const off = { setup: null, confirmFirst: false };
  if (totp || !query.has('setup')) return off;
  const begun = await upstream.call(totpStart, {}, visitor);
  if (begun.success) return { setup: begun.value, confirmFirst: false };
  return begun.code === 'confirmation_required' ? { setup: null, confirmFirst: true } : off;
}

/** Recovery codes in the answer of a post without script. */
function oneTimeCodes({ form }: VisitorInput): readonly string[] | null {
  const codes = (form?.value as { recoveryCodes?: unknown } | undefined)?.recoveryCodes;
  return Array.isArray(codes) ? codes.map(String) : null;
}

/** The form of this page that was posted without script. */
function formOf({ form }: VisitorInput, belongs: (call: string) => boolean): FormView | null {
  return form && belongs(form.call) ? formView(form) : null;
}

function countryNames(tag: string): (country: string) => string {
  const names = new Intl.DisplayNames([tag], { type: 'region' });
  return (country) => (/^[A-Z]{2}$/.test(country) ? (names.of(country) ?? country) : country);
}
