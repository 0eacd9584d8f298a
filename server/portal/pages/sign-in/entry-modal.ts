import type { CountryView, EntryView, ModalHostProps } from '../../../../client/islands/sign-in/props.ts';
import { memberInfo } from '../../../../shared/api/accounts/contract.ts';
import { sessionState } from '../../../../shared/api/session/contract.ts';
import { stepState } from '../../../../shared/api/sign-in/contract.ts';
import { countryList } from '../../../../shared/api/system/contract.ts';
import type { RefusalCode } from '../../../../shared/codes.ts';
import type { Language } from '../../../../shared/i18n/languages.ts';
import type { FormState, Upstream, Visitor } from '../../contracts.ts';
import { callOr } from '../call-value.ts';
import { captchaKey, drawCaptcha } from './captcha.ts';
import { placeOf } from './entry-form.ts';

type RequestedModal = Partial<ModalHostProps>;

/** Refusals that a browser without script can answer only with a captcha image. */
const CAPTCHA_REFUSALS: readonly string[] = [
  'challenge_required',
  'challenge_failed',
  'captcha_required',
  'captcha_wrong',
] satisfies RefusalCode[];

/**
 * The dialogs of one page, opened by its address or by a posted form, with all data for use without script. An expired second step or
 * confirmation becomes the sign-in.
 */
export async function entryModal(
  upstream: Upstream,
  visitor: Visitor,
  site: ModalHostProps,
  requested: RequestedModal,
  form: FormState | undefined,
): Promise<ModalHostProps> {
  const place = form && placeOf(form);
  const postedForm = place && { form, done: form.code === '' ? ('sent' as const) : null };
  const wanted = { ...site, ...requested, ...place, ...postedForm };
  const modal = { ...wanted, ...(await personalPart(upstream, visitor, wanted.open)) };
  const [countries, captcha] = await Promise.all([countriesFor(upstream, visitor, modal), captchaFor(upstream, visitor, modal)]);
  return { ...modal, countries, captcha };
}

/** The part that depends on this visitor's sign-in or session. */
async function personalPart(upstream: Upstream, visitor: Visitor, open: EntryView | null): Promise<RequestedModal> {
  if (open === 'step' || open === 'social') {
    const answer = await upstream.call(stepState, {}, visitor);
    if (!answer.success) return signInAgain(answer);
    const { ticket: _, ...step } = answer.value.verification;
    return { open: step.reason === 'registration' ? 'social' : 'step', step };
  }
  if (open !== 'confirm' && open !== 'change-password') return {};
  if (!visitor.session) return { open: 'login' };
  if (open === 'change-password') {
    const member = await callOr(upstream, memberInfo, {}, visitor, null);
    return { mustChange: member?.mustChangePassword ?? false };
  }
  const answer = await upstream.call(sessionState, {}, visitor);
  if (!answer.success) return signInAgain(answer);
  const { account, idle, methods } = answer.value;
  return { confirm: { account, idle, methods } };
}

function signInAgain({ code, message }: { readonly code: RefusalCode; readonly message: string }): RequestedModal {
  return { open: 'login', tab: null, form: { call: 'session.login', values: {}, message, errors: {}, code }, done: null };
}

async function countriesFor(upstream: Upstream, visitor: Visitor, modal: ModalHostProps): Promise<readonly CountryView[] | null> {
  if (!needsMobile(modal)) return null;
  const { countries } = await callOr(upstream, countryList, {}, { ...visitor, session: null }, { countries: [] });
  return namedCountries(countries, visitor.language);
}

function needsMobile({ open, tab, register, features }: ModalHostProps): boolean {
  if (open === 'login') return tab === 'sms';
  if (open === 'forgot') return tab === 'phone' || (tab === null && !features.emailRecovery);
  if (open !== 'register') return false;
  return tab === 'mobile' || !register.usernameRegister || register.fields.mobileNum?.enabled === true;
}

/** Countries with their names in the visitor's language. */
export function namedCountries(countries: readonly Omit<CountryView, 'name'>[], { tag }: Language): CountryView[] {
  const names = new Intl.DisplayNames([tag], { type: 'region' });
  const { compare } = new Intl.Collator(tag);
  return countries
    .map(({ countryCode, countryDialingCode }) => ({
      countryCode,
      countryDialingCode,
      name: /^[A-Z]{2}$/.test(countryCode) ? (names.of(countryCode) ?? countryCode) : countryCode,
    }))
    .sort((a, b) => compare(a.name, b.name));
}

async function captchaFor(upstream: Upstream, visitor: Visitor, { form }: ModalHostProps): Promise<ModalHostProps['captcha']> {
  if (!form || !CAPTCHA_REFUSALS.includes(form.code)) return null;
  const key = captchaKey();
  // Without the image this visitor could not continue.
  const answer = await drawCaptcha(upstream, visitor, key);
  return answer.success ? { key, image: answer.value } : null;
}
