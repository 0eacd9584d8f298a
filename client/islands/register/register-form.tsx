import { useEffect, useRef, useState } from 'react';
import { memberRegister, memberRegisterMobile } from '../../../shared/api/register/calls.ts';
import { smsRegister } from '../../../shared/api/verification/calls.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { problemText } from '../../page/call.ts';
import { entryHref } from '../../page/paths.ts';
import controls from '../../ui/controls.module.css';
import { FormMessage } from '../../ui/form-message.tsx';
import entry from '../sign-in/entry.module.css';
import type { EntryFormProps } from '../sign-in/entry-form.ts';
import { EntryFrame, SubmitPart } from '../sign-in/entry-frame.tsx';
import { EntryTabs } from '../sign-in/entry-tabs.tsx';
import { finishSignIn } from '../sign-in/finish-sign-in.ts';
import { HumanField } from '../sign-in/parts/human-field.tsx';
import { createNumberProof } from '../sign-in/parts/phone-confirm.ts';
import { useChallenge } from '../sign-in/parts/use-challenge.ts';
import { Warning } from '../sign-in/parts/warning.tsx';
import type { FormView } from '../sign-in/props.ts';
import { type FormControl, useForm } from '../sign-in/use-form.ts';
import { type AffiliateOfAddress, useAffiliateOfAddress } from './register-affiliate.ts';
import { RegisterControl } from './register-control.tsx';
import { type RegisterTab, registerInputs } from './register-inputs.ts';
import { checkInputs, sendRegisterCode, sendRegistration } from './register-send.ts';
import { RegisterTerms } from './register-terms.tsx';

/**
 * Registration by user name and by mobile number, as the merchant has enabled them. Each form posts separately without
 * script.
 */
export function RegisterForm(props: EntryFormProps) {
  const { t, host, form, next } = props;
  const affiliate = useAffiliateOfAddress(host.affiliateCode);
  const { usernameRegister, mobileRegister } = host.register;
  const open: readonly RegisterTab[] = [
    ...(usernameRegister ? (['username'] as const) : []),
    ...(mobileRegister ? (['mobile'] as const) : []),
  ];
  if (open.length === 0) return <FormMessage kind="info" text={t('auth.registerClosed')} />;
  const wanted = postedTab(form) ?? host.tab;
  const first = open.find((tab) => tab === wanted) ?? open[0] ?? 'username';
  const tabs = open.map((tab) => ({
    tab,
    label: t(tab === 'mobile' ? 'register.tabMobile' : 'register.tabUsername'),
    content: <RegisterTabForm {...props} tab={tab} affiliate={affiliate} posted={tab === first && postedTab(form) ? form : null} />,
  }));
  const { affiliateCode, referralCode, recommenderId } = host;
  return (
    <EntryTabs
      label={t('register.tabs')}
      view="register"
      next={next}
      tabs={tabs}
      first={first}
      parameters={{ affiliateCode, referralCode, recommenderId }}
    />
  );
}

/** The tab of a posted form. Both tabs request codes by the same call, but only one has a user name. */
function postedTab(form: FormView | null): RegisterTab | undefined {
  if (form?.call === memberRegister.id) return 'username';
  if (form?.call === memberRegisterMobile.id) return 'mobile';
  if (form?.call === smsRegister.id) return 'username' in form.values ? 'username' : 'mobile';
  return undefined;
}

interface TabFormProps extends EntryFormProps {
  readonly tab: RegisterTab;
  readonly affiliate: AffiliateOfAddress;
  readonly posted: FormView | null;
}

function RegisterTabForm({ t, host, next, back, tab, affiliate, posted }: TabFormProps) {
  const settings = host.register;
  const ref = useRef<HTMLFormElement>(null);
  const [warning, setWarning] = useState<string | null>(null);
  const challenge = useChallenge('register');
  const code = useRegisterCode(tab);
  const control = useForm({
    t,
    posted,
    challenge,
    check: (typed) => checkInputs(t, settings, tab, typed),
    async send(typed, proof) {
      const answer = await sendRegistration({ tab, typed, proof, affiliate, number: code.number });
      if (!answer.success && answer.code === 'affiliate_invalid') setWarning(problemText(t, answer));
      return answer;
    },
    onSuccess: (value) => finishSignIn(t, value, next),
  });
  const { requireCaptcha } = challenge;
  const wantsImage = settings.fields.captcha?.enabled === true;
  useEffect(() => {
    if (wantsImage) requireCaptcha();
  }, [wantsImage, requireCaptcha]);
  const { values, errors } = control;
  const referralCode = values.referralCode ?? host.referralCode;
  const recommenderId = values.recommenderId ?? host.recommenderId;
  const closeWarning = () => {
    setWarning(null);
    ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };
  const begin = () => {
    challenge.begin();
    code.begin();
  };
  return (
    <EntryFrame
      ref={ref}
      control={control}
      callId={tab === 'mobile' ? memberRegisterMobile.id : memberRegister.id}
      back={back}
      challenge={{ ...challenge, begin }}
    >
      {registerInputs(settings, tab, affiliate.code !== '' || 'affiliateCode' in values).map((input) => (
        <RegisterControl
          key={input.name}
          t={t}
          input={input}
          settings={settings}
          values={values}
          errors={errors}
          affiliate={affiliate}
          countries={host.countries}
          outbox={host.outbox}
          referralCode={referralCode}
          recommenderId={recommenderId}
          codeChallenge={code.challenge}
          sendCode={() => code.send(ref.current, t, control.refuse)}
        />
      ))}
      {referralCode && !settings.fields.referralCode?.enabled ? <input type="hidden" name="referralCode" value={referralCode} /> : null}
      {recommenderId && !settings.fields.recommenderId?.enabled ? <input type="hidden" name="recommenderId" value={recommenderId} /> : null}
      <RegisterTerms
        t={t}
        minimumAge={settings.minimumAge}
        ticked={posted ? 'agreed' in values : settings.termsPreTicked}
        href={host.termsHref}
        error={errors.agreed}
      />
      <HumanField t={t} challenge={challenge} posted={posted ? host.captcha : null} error={errors.captcha} plain={`register-${tab}`} />
      <SubmitPart control={control} label={t('auth.createAccount')} />
      <LoginLine t={t} next={next} />
      <Warning t={t} title={t('register.affiliateTitle')} text={warning} onClose={closeWarning} />
    </EntryFrame>
  );
}

/** The way to the login for those who have an account. */
function LoginLine({ t, next }: Pick<EntryFormProps, 't' | 'next'>) {
  return (
    <p className={entry.foot}>
      <span>
        {t('auth.haveAccount')}{' '}
        <a className={controls.link} href={entryHref('login', next)} data-modal="login">
          {t('auth.login')}
        </a>
      </span>
    </p>
  );
}

/**
 * The SMS code of a tab. If the code is required, its challenge is solved in parallel to the registration's until the
 * code is sent.
 */
function useRegisterCode(tab: RegisterTab) {
  const challenge = useChallenge('sms');
  const sent = useRef(false);
  const [number] = useState(() => createNumberProof('register'));
  return {
    challenge,
    number,
    begin() {
      if (tab === 'mobile' && !sent.current) challenge.begin();
    },
    async send(form: HTMLFormElement | null, t: Translate, refuse: FormControl['refuse']) {
      const answer = await sendRegisterCode(form, { t, tab, challenge, refuse });
      number.sent(answer);
      sent.current ||= answer?.success === true;
      return answer;
    },
  };
}
