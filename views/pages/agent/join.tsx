import '../../../client/styles/index.css';
import { Button, ButtonLink } from '../../../client/ui/button.tsx';
import display from '../../../client/ui/display.module.css';
import { Field } from '../../../client/ui/field.tsx';
import { contactLink } from '../../components/contact-link.ts';
import { isOpen } from '../../components/member-entries.ts';
import { PageTitle } from '../../components/section.tsx';
import { Steps } from '../../components/steps.tsx';
import type { PageContext } from '../../layouts/page-context.ts';
import { Shell } from '../../layouts/shell.tsx';
import styles from './join.module.css';

const EXAMPLE_CODE = 'YOURCODE';

/** For affiliates: the process, an example link, and the manual use of a code. */
export function JoinPage({ context }: { readonly context: PageContext }) {
  const { t, brand } = context;
  return (
    <Shell context={context}>
      <PageTitle title={t('pages.joinTitle')} text={t('pages.joinText', { brand })} />
      <section className={styles.part} aria-labelledby="join-how">
        <h2 className={styles.heading} id="join-how">
          {t('pages.joinHow')}
        </h2>
        <Steps steps={[1, 2, 3].map((step) => ({ title: t(`pages.joinHow_${step}_title`), text: t(`pages.joinHow_${step}_text`) }))} />
      </section>
      <div className={styles.columns}>
        <section className={display.card} aria-labelledby="join-link">
          <h2 className={styles.heading} id="join-link">
            {t('pages.joinLink')}
          </h2>
          <p className={styles.text}>{t('pages.joinLinkText')}</p>
          <code className={styles.code} dir="ltr">
            …/register?affiliateCode={EXAMPLE_CODE}
          </code>
        </section>
        <EnterCode t={t} />
        <section className={display.card} aria-labelledby="join-rules">
          <h2 className={styles.heading} id="join-rules">
            {t('pages.joinRules')}
          </h2>
          <ul className={styles.rules}>
            {[1, 2, 3].map((rule) => (
              <li key={rule}>{t(`pages.joinRule_${rule}`)}</li>
            ))}
          </ul>
        </section>
        {isOpen('/join/apply', context.features) ? (
          <section className={display.card} aria-labelledby="join-apply">
            <h2 className={styles.heading} id="join-apply">
              {t('agents.applyTitle')}
            </h2>
            <p className={styles.text}>{t('agents.applyText')}</p>
            <p>
              <ButtonLink variant="primary" icon="user-plus" href="/join/apply">
                {t('agents.apply')}
              </ButtonLink>
            </p>
          </section>
        ) : null}
        <section className={display.card} aria-labelledby="join-contact">
          <h2 className={styles.heading} id="join-contact">
            {t('pages.joinContact')}
          </h2>
          <p className={styles.text}>{t('pages.joinContactText')}</p>
          <p>
            <ButtonLink icon="message-circle" {...contactLink(context)}>
              {t('contact.title')}
            </ButtonLink>
          </p>
        </section>
      </div>
    </Shell>
  );
}

function EnterCode({ t }: Pick<PageContext, 't'>) {
  return (
    <section className={display.card} aria-labelledby="join-code">
      <h2 className={styles.heading} id="join-code">
        {t('pages.joinCode')}
      </h2>
      <p className={styles.text}>{t('pages.joinCodeText')}</p>
      <form className={styles.form} action="/register">
        <Field
          error={undefined}
          id="join-affiliate-code"
          name="affiliateCode"
          label={t('pages.joinCodeLabel')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
          required
        />
        <Button type="submit" variant="secondary">
          {t('pages.joinCodeGo')}
        </Button>
      </form>
    </section>
  );
}
