import { useEffect } from 'react';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { PATHS } from '../paths.ts';
import { ButtonLink } from '../ui/button.tsx';
import { useAtom } from '../use-atom.ts';
import styles from './inbox-link.module.css';
import { followUnread, unread } from './unread-store.ts';

const MAX_COUNT = 99;

/** Link to the inbox with the number of unread messages from live events. */
export function InboxLink({ t, account }: { readonly t: Translate; readonly account: string }) {
  const count = useAtom(unread, null) ?? 0;
  useEffect(() => followUnread(account), [account]);
  return (
    <span className={styles.place}>
      <ButtonLink variant="ghost" iconOnly icon="mail" href={PATHS.messages}>
        {count > 0 ? t('header.inboxUnread', { count }) : t('header.inbox')}
      </ButtonLink>
      {count > 0 ? (
        <span className={styles.count} aria-hidden="true">
          {count > MAX_COUNT ? `${MAX_COUNT}+` : count}
        </span>
      ) : null}
    </span>
  );
}
