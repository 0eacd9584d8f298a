import { useEffect, useState } from 'react';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import styles from './link-actions.module.css';
import type { InvitationLinkProps } from './props.ts';

/** Buttons next to the address of an invitation link. Without script the address can be selected. */
export function InvitationLink({ t, url, title }: InvitationLinkProps & { readonly t: Translate }) {
  const [canShare, setCanShare] = useState(false);
  useEffect(() => setCanShare('share' in navigator), []);
  // A closed sharing dialog is no error.
  const share = () => navigator.share({ url, title }).catch(() => undefined);
  return (
    <div className={styles.actions}>
      <CopyButton t={t} text={url} />
      <Button variant="ghost" dense icon="share-2" hidden={!canShare} onClick={() => void share()}>
        {t('agents.share')}
      </Button>
    </div>
  );
}
