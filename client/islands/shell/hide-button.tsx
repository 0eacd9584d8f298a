import { useSyncExternalStore } from 'react';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { setPrivate } from '../../page/display-choices.ts';
import { isPrivate } from '../../runtime/privacy.ts';
import { Button } from '../../ui/button.tsx';

/** Hides or shows all amounts of the page; the choice is stored on this device. */
export function HideButton({ t, className = '' }: { readonly t: Translate; readonly className?: string }) {
  const hidden = useSyncExternalStore(watchPrivacy, isPrivate, () => false);
  return (
    <Button
      variant="ghost"
      dense
      iconOnly
      icon={hidden ? 'eye' : 'eye-off'}
      className={className}
      aria-pressed={hidden}
      onClick={() => setPrivate(!hidden)}
    >
      {t(hidden ? 'wallet.show' : 'wallet.hide')}
    </Button>
  );
}

function watchPrivacy(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-hide-balance'] });
  return () => observer.disconnect();
}
