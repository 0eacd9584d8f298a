import { useEffect, useId, useRef } from 'react';
import type { Translate } from '../../../../shared/i18n/translate.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import overlays from '../../../ui/overlays.module.css';
import styles from './parts.module.css';

export interface WarningProps {
  readonly t: Translate;
  readonly title: string;
  /** Null: closed. */
  readonly text: string | null;
  readonly onClose: () => void;
}

/** A warning with a confirm button over an open form, which keeps its input. */
export function Warning({ t, title, text, onClose }: WarningProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  const open = text !== null;
  useEffect(() => {
    if (open) ref.current?.showModal();
  }, [open]);
  if (!open) return null;
  return (
    <dialog
      ref={ref}
      role="alertdialog"
      className={`${overlays.dialog} ${styles.warning}`}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClose={(event) => {
        // React would bubble the event to the outer dialog, which must stay open.
        event.stopPropagation();
        onClose();
      }}
      onCancel={(event) => event.stopPropagation()}
    >
      <div className={overlays.body}>
        <h3 id={`${id}-title`} className={styles.warningTitle}>
          <Icon name="triangle-alert" />
          {title}
        </h3>
        <p id={`${id}-text`}>{text}</p>
        <div className={overlays.footer}>
          <Button variant="primary" onClick={() => ref.current?.close()}>
            {t('common.ok')}
          </Button>
        </div>
      </div>
    </dialog>
  );
}
