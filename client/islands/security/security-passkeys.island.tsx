import { useState } from 'react';
import { toast } from '../../page/toasts.ts';
import type { IslandContext } from '../../runtime/island.ts';
import display from '../../ui/display.module.css';
import { FormMessage } from '../../ui/form-message.tsx';
import { Icon } from '../../ui/icon.tsx';
import { AddPasskey } from './add-passkey.tsx';
import { focusTitle } from './focus-title.ts';
import { PasskeyRow } from './passkey-row.tsx';
import type { SecurityPasskeysProps } from './props.ts';
import styles from './security.module.css';

/** The passkeys of a member: add, and remove. */
export default function SecurityPasskeys({ t, passkeys: first, maxCount, form, page }: SecurityPasskeysProps & IslandContext) {
  const [passkeys, setPasskeys] = useState(first);
  return (
    <section className={`${display.card} ${styles.card}`} aria-labelledby="passkeys-title" id="passkeys">
      <h2 className={styles.title} id="passkeys-title" tabIndex={-1}>
        {t('security.passkeysTitle')}
      </h2>
      <p>{t('security.passkeysIntro')}</p>
      <FormMessage text={form?.call === 'member.passkeyRemove' ? form.message : ''} />
      {passkeys.length > 0 ? (
        <ul className={styles.rows}>
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              t={t}
              passkey={passkey}
              page={page}
              onRemoved={() => {
                focusTitle('passkeys-title');
                toast('done', t('security.passkeyRemoved'));
                setPasskeys((before) => before.filter(({ id }) => id !== passkey.id));
              }}
            />
          ))}
        </ul>
      ) : (
        <p className={styles.fact}>
          <Icon name="fingerprint" />
          <span>
            <strong>{t('security.passkeysEmpty')}.</strong> {t('security.passkeysEmptyText')}
          </span>
        </p>
      )}
      {passkeys.length < maxCount ? (
        <AddPasskey
          t={t}
          onAdded={(passkey) => {
            toast('done', t('security.passkeyDone'));
            setPasskeys((before) => [...before, passkey]);
          }}
        />
      ) : (
        <FormMessage kind="info" text={t('security.passkeyMost', { count: maxCount })} />
      )}
    </section>
  );
}
