import { useState } from 'react';
import { ContactForm } from '../lib/security/contact-form.tsx';
import type { SecurityContactProps } from '../lib/security/props.ts';
import styles from '../lib/security/security.module.css';
import { ACTION_TEXTS } from '../lib/security/use-action.ts';
import { ButtonLink } from '../lib/ui/button.tsx';
import { Icon } from '../lib/ui/icon.tsx';
import type { IslandContext } from '../runtime/island.ts';
import display from '../styles/display.module.css';

import '../lib/auth/parts/parts.module.css';

export const texts = [
  ...ACTION_TEXTS,
  'common.ok',
  'errors.confirmation_required',
  'errors.field_format',
  'errors.field_mobile_invalid',
  'errors.mobile_missing',
  ...`mobile country countryChoose countrySearch countryNone sendCode sendAgainIn codeSent codeReady codeNotSent outbox`
    .split(/\s+/)
    .map((name) => `verify.${name}`),
  ...`contactTitleMobile contactTitleEmail contactTextMobile contactTextEmail contactCurrent contactNewEmail contactEmailRequired
  contactCode contactCodeRequired contactCodeSent contactSave contactSaved contactOldTold back`
    .split(/\s+/)
    .map((name) => `security.${name}`),
];

/** Adds or changes the mobile number or the e-mail address of a member. */
export default function SecurityContact(props: SecurityContactProps & IslandContext) {
  const { t, channel, current } = props;
  const [saved, setSaved] = useState(false);
  const isMobile = channel === 'sms';
  return (
    <section className={`${display.card} ${styles.card}`} aria-labelledby="contact-title">
      <h2 className={styles.title} id="contact-title">
        {t(isMobile ? 'security.contactTitleMobile' : 'security.contactTitleEmail')}
      </h2>
      {saved ? (
        <div className={styles.saved} role="status">
          <Icon name="circle-check" />
          <p>{t('security.contactSaved')}</p>
          <ButtonLink variant="primary" href="/member/securityCenter">
            {t('security.back')}
          </ButtonLink>
        </div>
      ) : (
        <>
          <p>{t(isMobile ? 'security.contactTextMobile' : 'security.contactTextEmail')}</p>
          {current ? (
            <p className={styles.fact}>
              <Icon name={isMobile ? 'phone' : 'mail'} />
              <span>
                {t('security.contactCurrent')}: <strong dir="ltr">{current}</strong>. {t('security.contactOldTold')}
              </span>
            </p>
          ) : null}
          <ContactForm {...props} onSaved={() => setSaved(true)} />
        </>
      )}
    </section>
  );
}
