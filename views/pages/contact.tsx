import '../../client/styles/index.css';
import type { FormView } from '../../client/lib/auth/props.ts';
import { Button, ButtonLink } from '../../client/lib/ui/button.tsx';
import { Field } from '../../client/lib/ui/field.tsx';
import { FormMessage } from '../../client/lib/ui/form-message.tsx';
import { Icon } from '../../client/lib/ui/icon.tsx';
import controls from '../../client/styles/controls.module.css';
import { REMARK_MAX_LENGTH } from '../../shared/constants.ts';
import type { Language } from '../../shared/i18n/languages.ts';
import type { Translate } from '../../shared/i18n/translate.ts';
import { LanguageChoice } from '../components/language-choice.tsx';
import styles from './status.module.css';

export interface ContactPageProps {
  readonly t: Translate;
  readonly language: Language;
  readonly languages: readonly Language[];
  readonly content:
    | { readonly state: 'sent' }
    | { readonly state: 'unreachable' }
    | {
        readonly state: 'form';
        /** The answer goes to the account; nobody else needs to be asked for an address. */
        readonly signedIn: boolean;
        readonly captcha: { readonly key: string; readonly image: string } | null;
        readonly form: FormView | null;
      };
}

const TEXT = { form: 'contact.text', sent: 'contact.sentText', unreachable: 'contact.unreachableText' } as const;

/** The letter box of customer service: a whole page that stands during maintenance and for whoever is turned away. */
export function ContactPage({ t, language, languages, content }: ContactPageProps) {
  return (
    <main className={styles.page} data-close-popup={content.state === 'unreachable' || undefined}>
      <span className={styles.icon}>
        <Icon name={content.state === 'sent' ? 'circle-check' : 'message-circle'} />
      </span>
      <h1 className={styles.title}>{t(content.state === 'sent' ? 'contact.sentTitle' : 'contact.title')}</h1>
      <p className={styles.text}>{t(TEXT[content.state])}</p>
      {content.state === 'form' ? (
        <ContactForm t={t} {...content} />
      ) : (
        <div className={styles.actions}>
          {content.state === 'unreachable' ? (
            <ButtonLink variant="primary" icon="refresh-cw" href="/customerService">
              {t('lobby.tryAgain')}
            </ButtonLink>
          ) : null}
          <ButtonLink variant="secondary" href="/index">
            {t('lobby.backToLobby')}
          </ButtonLink>
        </div>
      )}
      <LanguageChoice current={language} languages={languages} back="/customerService" />
    </main>
  );
}

type ContactFormProps = Omit<Extract<ContactPageProps['content'], { state: 'form' }>, 'state'> & { readonly t: Translate };

function ContactForm({ t, signedIn, captcha, form }: ContactFormProps) {
  const errors = form?.errors ?? {};
  return (
    <form className={`${controls.form} ${styles.form}`} method="post" action="/form/feedback.send">
      <input type="hidden" name="back" value="/customerService?sent=1" />
      <FormMessage text={form?.message ?? ''} />
      <div className={controls.field}>
        <label className={controls.label} htmlFor="contact-content">
          {t('contact.message')}
        </label>
        <textarea
          className={controls.input}
          id="contact-content"
          name="content"
          rows={4}
          maxLength={REMARK_MAX_LENGTH}
          required
          defaultValue={form?.values.content}
          aria-invalid={errors.content ? true : undefined}
          aria-describedby="contact-content-hint"
        />
        <p className={controls.hint} id="contact-content-hint">
          {t('contact.messageHint', { count: REMARK_MAX_LENGTH })}
        </p>
        <p className={controls.error}>{errors.content}</p>
      </div>
      {signedIn ? null : (
        <Field
          name="contact"
          label={t('contact.answerTo')}
          hint={t('contact.answerToHint')}
          optional={t('common.optional')}
          maxLength={120}
          defaultValue={form?.values.contact}
          error={errors.contact}
          autoComplete="email"
        />
      )}
      {captcha ? (
        <>
          <input type="hidden" name="captchaKey" value={captcha.key} />
          <img className={styles.captcha} src={`data:image/png;base64,${captcha.image}`} alt={t('contact.captchaImage')} />
          <Field
            name="captcha"
            label={t('contact.captcha')}
            error={errors.captcha}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={16}
            required
          />
        </>
      ) : null}
      <Button type="submit" variant="primary" wide>
        {t('contact.send')}
      </Button>
    </form>
  );
}
