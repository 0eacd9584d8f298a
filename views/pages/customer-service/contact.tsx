import '../../../client/styles/index.css';
import { AnotherPicture, GuestFields } from '../../../client/islands/customer-service/guest-fields.tsx';
import { MessageField } from '../../../client/islands/customer-service/message-field.tsx';
import type { FeedbackFormProps } from '../../../client/islands/customer-service/props.ts';
import { sentHref, ticketNumberText, wholeNumber } from '../../../client/islands/customer-service/sent-href.ts';
import { formAction, PATHS } from '../../../client/page/paths.ts';
import { Button, ButtonLink } from '../../../client/ui/button.tsx';
import controls from '../../../client/ui/controls.module.css';
import { FormMessage } from '../../../client/ui/form-message.tsx';
import { Icon } from '../../../client/ui/icon.tsx';
import type { Language } from '../../../shared/i18n/languages.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { LanguageChoice } from '../../components/language-choice.tsx';
import styles from '../status/status.module.css';

export interface ContactPageProps {
  readonly t: Translate;
  readonly language: Language;
  readonly languages: readonly Language[];
  readonly content:
    | { readonly state: 'sent'; readonly number: string }
    | { readonly state: 'unreachable' }
    | { readonly state: 'form'; readonly form: FeedbackFormProps };
}

const TEXT = { form: 'contact.text', sent: 'contact.sentText', unreachable: 'contact.unreachableText' } as const;

/** Customer service as a standalone page, for maintenance and for visitors to whom the site is closed. */
export function ContactPage({ t, language, languages, content }: ContactPageProps) {
  return (
    <main className={styles.page} data-close-popup={content.state === 'unreachable' || undefined}>
      <span className={styles.icon}>
        <Icon name={content.state === 'sent' ? 'circle-check' : 'message-circle'} />
      </span>
      <h1 className={styles.title}>{t(content.state === 'sent' ? 'contact.sentTitle' : 'contact.title')}</h1>
      {content.state === 'sent' && content.number !== '1' ? (
        <p className={styles.detail}>{t('inbox.feedbackSentNumber', { number: ticketNumberText(content.number) })}</p>
      ) : null}
      <p className={styles.text}>{t(TEXT[content.state])}</p>
      {content.state === 'form' ? (
        <ContactForm t={t} language={language} {...content.form} />
      ) : (
        <div className={styles.actions}>
          {content.state === 'unreachable' ? (
            <ButtonLink variant="primary" icon="refresh-cw" href={PATHS.customerService}>
              {t('lobby.tryAgain')}
            </ButtonLink>
          ) : null}
          <ButtonLink variant="secondary" href={PATHS.home}>
            {t('lobby.backToLobby')}
          </ButtonLink>
        </div>
      )}
      <LanguageChoice current={language} languages={languages} back={PATHS.customerService} />
    </main>
  );
}

type ContactFormProps = FeedbackFormProps & Pick<ContactPageProps, 't' | 'language'>;

function ContactForm({ t, language, call, maxLength, form, back, guest }: ContactFormProps) {
  return (
    <form className={`${controls.form} ${styles.form}`} method="post" action={formAction(call)} noValidate>
      <input type="hidden" name="back" value={call === 'ticket.open' ? back : sentHref(back, '1')} />
      <FormMessage text={form?.message ?? ''} />
      <MessageField
        label={t('contact.message')}
        text={form?.values.content ?? ''}
        error={form?.errors.content ?? ''}
        hint={
          <>
            {t('inbox.feedbackHint', { max: wholeNumber(maxLength, language.tag) })}{' '}
            <span data-count-of="feedback-content" data-max={maxLength} />
          </>
        }
      />
      {guest ? <GuestFields t={t} captcha={guest.captcha} form={form} /> : null}
      <Button type="submit" variant="primary" wide>
        {t('contact.send')}
      </Button>
      {guest ? <AnotherPicture t={t} /> : null}
    </form>
  );
}
