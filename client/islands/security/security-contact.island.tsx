import { useState } from 'react';
import type { IslandContext } from '../../runtime/island.ts';
import { ButtonLink } from '../../ui/button.tsx';
import display from '../../ui/display.module.css';
import { Icon } from '../../ui/icon.tsx';
import { ContactForm } from './contact-form.tsx';
import type { SecurityContactProps } from './props.ts';
import styles from './security.module.css';

import '../sign-in/parts/parts.module.css';

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
