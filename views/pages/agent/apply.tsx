import '../../../client/styles/index.css';
import { AnotherPicture, CaptchaFields } from '../../../client/islands/customer-service/guest-fields.tsx';
import { MessageField } from '../../../client/islands/customer-service/message-field.tsx';
import type { FormView } from '../../../client/islands/sign-in/props.ts';
import { entryHref, formAction } from '../../../client/page/paths.ts';
import { Button, ButtonLink } from '../../../client/ui/button.tsx';
import controls from '../../../client/ui/controls.module.css';
import display from '../../../client/ui/display.module.css';
import { EmptyState } from '../../../client/ui/empty-state.tsx';
import { Field } from '../../../client/ui/field.tsx';
import { FormMessage } from '../../../client/ui/form-message.tsx';
import { APPLICATION_TEXT_MAX } from '../../../shared/api/agent-tree/constants.ts';
import { PageTitle } from '../../components/section.tsx';
import type { PageContext } from '../../layouts/page-context.ts';
import { Shell } from '../../layouts/shell.tsx';
import styles from './join.module.css';

const APPLY = '/join/apply';

export interface ApplyView {
  readonly form: FormView | null;
  readonly sent: boolean;
  /** Of the signed-in member; null: a visitor. */
  readonly account: string | null;
  /** For visitors only. */
  readonly captcha: { readonly key: string; readonly image: string } | null;
}

/** The application as an agent. Needs no script. */
export function ApplyPage({ context, data }: { readonly context: PageContext; readonly data: ApplyView }) {
  const { t, brand } = context;
  return (
    <Shell context={context}>
      <div className={styles.apply}>
        <PageTitle title={t('agents.applyTitle')} text={t('agents.applyText', { brand })} />
        {data.sent ? (
          <div className={display.card}>
            <EmptyState icon="circle-check" title={t('agents.applySent')} text={t('agents.applySentText')}>
              <ButtonLink href="/index">{t('lobby.backToLobby')}</ButtonLink>
            </EmptyState>
          </div>
        ) : (
          <ApplyForm context={context} data={data} />
        )}
      </div>
    </Shell>
  );
}

function ApplyForm({ context: { t }, data: { form, account, captcha } }: { readonly context: PageContext; readonly data: ApplyView }) {
  return (
    <form className={`${display.card} ${controls.form}`} method="post" action={formAction('agent.apply')}>
      <input type="hidden" name="back" value={`${APPLY}?sent=1`} />
      <FormMessage text={form?.message ?? ''} />
      {account === null ? (
        <>
          <p className={styles.text}>
            {t('agents.applyMember')}{' '}
            <a className={controls.link} href={entryHref('login', APPLY)} data-modal="login">
              {t('lobby.login')}
            </a>
          </p>
          <Field
            name="account"
            label={t('agents.applyAccount')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={64}
            required
            defaultValue={form?.values.account ?? ''}
            error={form?.errors.account}
          />
          <Field
            name="email"
            type="email"
            label={t('agents.applyEmail')}
            hint={t('agents.applyEmailHint')}
            autoComplete="email"
            maxLength={254}
            required
            defaultValue={form?.values.email ?? ''}
            error={form?.errors.email}
          />
        </>
      ) : (
        <p className={styles.text}>{t('agents.applyAs', { account })}</p>
      )}
      <MessageField
        label={t('agents.applyContent')}
        text={form?.values.content ?? ''}
        error={form?.errors.content ?? ''}
        hint={t('agents.applyContentHint', { max: APPLICATION_TEXT_MAX })}
      />
      {captcha ? <CaptchaFields t={t} captcha={captcha} form={form} /> : null}
      <Button type="submit" variant="primary">
        {t('agents.applySend')}
      </Button>
      {captcha ? <AnotherPicture t={t} /> : null}
    </form>
  );
}
