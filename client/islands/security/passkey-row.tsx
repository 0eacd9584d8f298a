import { passkeyRemove } from '../../../shared/api/security/calls.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import display from '../../ui/display.module.css';
import { Icon } from '../../ui/icon.tsx';
import { ConfirmAction } from './confirm-action.tsx';
import type { PasskeyView } from './props.ts';
import styles from './security.module.css';
import { useAction } from './use-action.ts';

export interface PasskeyRowProps {
  readonly t: Translate;
  readonly passkey: PasskeyView;
  readonly page: string;
  readonly onRemoved: () => void;
}

/** One passkey with its name, its dates and a remove button. */
export function PasskeyRow({ t, passkey: { id, name, createdText, lastUsedText, backedUp }, page, onRemoved }: PasskeyRowProps) {
  const removing = useAction(t);
  const used = lastUsedText === null ? t('security.passkeyNotUsed') : t('security.passkeyUsed', { date: lastUsedText });
  return (
    <li className={styles.row}>
      <span className={styles.rowIcon}>
        <Icon name="fingerprint" />
      </span>
      <div className={styles.rowText}>
        <p className={styles.rowName}>
          <bdi>{name}</bdi>{' '}
          {backedUp ? (
            <span className={display.badge} data-tone="info">
              {t('security.passkeySynced')}
            </span>
          ) : null}
        </p>
        <p className={styles.quiet}>
          {t('security.passkeyAdded', { date: createdText })}, {used}
        </p>
      </div>
      <ConfirmAction
        label={t('security.passkeyRemove')}
        fullLabel={t('security.passkeyRemoveOf', { name })}
        text={t('security.passkeyRemoveText')}
        confirm={t('security.passkeyRemoveDo')}
        danger
        action={removing}
        plainCall="member.passkeyRemove"
        fields={{ id, back: page }}
        onConfirm={() => removing.run(passkeyRemove, { body: { id } }, onRemoved)}
      />
    </li>
  );
}
