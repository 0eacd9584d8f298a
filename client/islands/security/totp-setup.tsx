import { totpConfirm } from '../../../shared/api/security/calls.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { formAction } from '../../page/paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Field } from '../../ui/field.tsx';
import { FormMessage } from '../../ui/form-message.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { callConfirmed } from '../sign-in/call-confirmed.ts';
import type { FormView } from '../sign-in/props.ts';
import { type FieldErrors, useForm } from '../sign-in/use-form.ts';
import type { SecurityTotpProps } from './props.ts';
import styles from './security.module.css';

const CALL = 'member.totpConfirm';

export interface TotpSetupProps {
  readonly t: Translate;
  readonly setup: NonNullable<SecurityTotpProps['setup']>;
  readonly form: FormView | null;
  readonly page: string;
  readonly onCodes: (codes: readonly string[]) => void;
}

/** Scan or type the secret, then confirm with a code. */
export function TotpSetup({ t, setup, form, page, onCodes }: TotpSetupProps) {
  const { busy, message, errors, onSubmit, onInput } = useForm({
    t,
    posted: form?.call === CALL ? form : null,
    check: ({ code }): FieldErrors => (code ? {} : { code: t('errors.code_missing') }),
    send: ({ code = '' }) => callConfirmed(totpConfirm, { body: { code } }),
    onSuccess({ recoveryCodes }) {
      onCodes(recoveryCodes);
      return false;
    },
  });
  return (
    <ol className={styles.steps}>
      <li>
        <h3 className={styles.subtitle}>{t('security.stepScan')}</h3>
        <p>{t('security.totpApps')}</p>
        <div className={styles.scan}>
          <QrCode text={setup.uri} label={t('security.stepScanAlt')} />
          <div className={styles.key}>
            <p className={styles.label}>{t('security.stepKey')}</p>
            <code className={styles.secret} translate="no">
              {groups(setup.secret)}
            </code>
            <div className={styles.scripted}>
              <CopyButton t={t} text={setup.secret} />
            </div>
            <p className={styles.quiet}>{t('security.stepKeyFacts')}</p>
          </div>
        </div>
      </li>
      <li>
        <h3 className={styles.subtitle}>{t('security.stepCode')}</h3>
        <form
          className={styles.code}
          method="post"
          action={formAction(CALL)}
          noValidate
          aria-busy={busy}
          onSubmit={onSubmit}
          onInput={onInput}
        >
          <input type="hidden" name="back" value={`${page}?setup=1`} />
          <FormMessage text={message} />
          <Field
            name="code"
            label={t('security.totpCode')}
            hint={t('security.totpHint')}
            error={errors.code}
            autoComplete="one-time-code"
            inputMode="numeric"
            spellCheck={false}
            maxLength={7}
            required
          />
          <div className={styles.actions}>
            <Button type="submit" variant="primary" busy={busy} aria-disabled={busy || undefined}>
              {t('security.totpFinish')}
            </Button>
            <ButtonLink variant="ghost" href={page}>
              {t('common.cancel')}
            </ButtonLink>
          </div>
        </form>
      </li>
    </ol>
  );
}

/** Groups of four digits reduce typing errors. */
function groups(secret: string): string {
  return secret.replace(/.{4}(?=.)/g, '$& ');
}
