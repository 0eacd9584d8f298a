import { useEffect } from 'react';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { dismissToast, type Toast, toasts } from '../../page/toasts.ts';
import { useAtom } from '../../page/use-atom.ts';
import type { IslandContext } from '../../runtime/island.ts';
import { pageAccount } from '../../runtime/page-session.ts';
import { Button } from '../../ui/button.tsx';
import overlays from '../../ui/overlays.module.css';
import { takeSignInNote } from '../sign-in/signed-in-note.ts';
import type { ToastHostProps } from './props.ts';

const NONE: readonly Toast[] = [];
const VISIBLE_MS = 6_000;

/** Short messages in a corner. The live region is always rendered, so that screen readers announce new messages. */
export default function ToastHost({ t, languageTag }: ToastHostProps & IslandContext) {
  const visibleToasts = useAtom(toasts, NONE);
  useEffect(() => {
    if (takeSignInNote() && pageAccount() !== null)
      void import('../sign-in/last-login.ts').then(({ showLastLogin }) => showLastLogin(languageTag));
  }, [languageTag]);
  return (
    <div className={overlays.toasts} role="status" aria-live="polite">
      {visibleToasts.map((toast) => (
        <ToastRow key={toast.id} t={t} toast={toast} />
      ))}
    </div>
  );
}

function ToastRow({ t, toast: { id, kind, text } }: { readonly t: Translate; readonly toast: Toast }) {
  // The time counts from the first display: a message may be added long before this island is hydrated.
  useEffect(() => {
    if (kind === 'error') return undefined;
    const timer = setTimeout(() => dismissToast(id), VISIBLE_MS);
    return () => clearTimeout(timer);
  }, [id, kind]);
  return (
    <div className={overlays.toast} data-kind={kind}>
      <p>{text}</p>
      <Button variant="ghost" dense iconOnly icon="x" onClick={() => dismissToast(id)}>
        {t('common.dismiss')}
      </Button>
    </div>
  );
}
