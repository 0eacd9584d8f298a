import { recoveryCodes, totpRemove } from '../../../shared/api/security/calls.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { Icon } from '../../ui/icon.tsx';
import type { FormView } from '../sign-in/props.ts';
import { ConfirmAction } from './confirm-action.tsx';
import styles from './security.module.css';
import { useAction } from './use-action.ts';

export interface TotpOnProps {
  readonly t: Translate;
  readonly sinceText: string;
  readonly recoveryCodesLeft: number;
  readonly form: FormView | null;
  readonly page: string;
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onRemoved: () => void;
}

/** An active authenticator app: remaining recovery codes, new codes, and removal. */
export function TotpOn({ t, sinceText, recoveryCodesLeft, form, page, onCodes, onRemoved }: TotpOnProps) {
  const posted = (callId: string) => (form?.call === callId ? form.message : '');
  const renewing = useAction(t, posted('member.recoveryCodes'));
  const removing = useAction(t, posted('member.totpRemove'));
  const fields = { back: page };
  return (
    <>
      <p className={styles.fact}>
        <Icon name="circle-check" />
        <span>
          <strong>{t('security.totpOn')}</strong> {t('security.totpSince', { date: sinceText })}
        </span>
      </p>
      <p className={styles.fact} data-low={recoveryCodesLeft < 3 || undefined}>
        <Icon name="key-round" />
        <span>{t('security.totpLeft', { count: recoveryCodesLeft })}</span>
      </p>
      <div className={styles.actions}>
        <ConfirmAction
          label={t('security.codesRenew')}
          text={t('security.codesRenewText')}
          confirm={t('security.codesRenewDo')}
          action={renewing}
          plainCall="member.recoveryCodes"
          fields={fields}
          onConfirm={() => renewing.run(recoveryCodes, {}, ({ recoveryCodes: codes }) => onCodes(codes))}
        />
        <ConfirmAction
          label={t('security.totpRemove')}
          text={t('security.totpRemoveText')}
          confirm={t('security.totpRemoveDo')}
          danger
          action={removing}
          plainCall="member.totpRemove"
          fields={fields}
          onConfirm={() => removing.run(totpRemove, {}, onRemoved)}
        />
      </div>
    </>
  );
}
