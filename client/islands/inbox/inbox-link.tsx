import { useEffect } from 'react';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { PATHS } from '../../page/paths.ts';
import { followUnread, unread } from '../../page/unread-store.ts';
import { useAtom } from '../../page/use-atom.ts';
import { ButtonLink } from '../../ui/button.tsx';
import styles from './inbox-link.module.css';

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
