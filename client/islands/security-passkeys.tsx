import { useState } from 'react';
import { AddPasskey } from '../lib/security/add-passkey.tsx';
import { focusTitle } from '../lib/security/focus-title.ts';
import { PasskeyRow } from '../lib/security/passkey-row.tsx';
import type { SecurityPasskeysProps } from '../lib/security/props.ts';
import styles from '../lib/security/security.module.css';
import { ACTION_TEXTS } from '../lib/security/use-action.ts';
import { toast } from '../lib/toasts.ts';
import { FormMessage } from '../lib/ui/form-message.tsx';
import { Icon } from '../lib/ui/icon.tsx';
import type { IslandContext } from '../runtime/island.ts';
import display from '../styles/display.module.css';

export const texts = [
  ...ACTION_TEXTS,
  ...`passkeysTitle passkeysIntro passkeysEmpty passkeysEmptyText passkeyAdded passkeyUsed passkeyNotUsed passkeySynced passkeyJustNow
  passkeyName passkeyNameHint passkeyNameRequired passkeyAdd passkeyDone passkeyExists passkeyNotMade passkeyUnsupported
  passkeyNeedsScript passkeyRemove passkeyRemoveOf passkeyRemoveText passkeyRemoveDo passkeyRemoved passkeyMost`
    .split(/\s+/)
    .map((name) => `security.${name}`),
];

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
