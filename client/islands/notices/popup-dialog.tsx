import type { Translate } from '../../../shared/i18n/translate.ts';
import { closeModal, type ModalRequest } from '../../runtime/modals.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import controls from '../../ui/controls.module.css';
import overlays from '../../ui/overlays.module.css';
import { Prose } from '../../ui/prose.tsx';
import styles from './notices.module.css';
import { endOfDay, storePopupState } from './popup-store.ts';

export interface PopupDialogProps {
  readonly t: Translate;
  readonly popup: NonNullable<ModalRequest['popup']>;
}

/** One pop-up. "Not today" applies from the moment it is checked, however the dialog is closed. */
export function PopupDialog({ t, popup: { html, dateText, href, action, position, count } }: PopupDialogProps) {
  return (
    <>
      <p className={styles.date}>
        {dateText}
        {count > 1 ? <span className={styles.position}>{t('notices.popupOf', { position, count })}</span> : null}
      </p>
      {/* Initial focus: the first field would be the option to hide pop-ups. */}
      <div className={styles.text} tabIndex={-1} data-first>
        <Prose html={html} />
      </div>
      <div className={styles.popupFoot}>
        <label className={controls.check}>
          <input type="checkbox" onChange={({ target }) => storePopupState({ offUntil: target.checked ? endOfDay(new Date()) : 0 })} />
          {t('notices.notToday')}
        </label>
        <div className={overlays.footer}>
          <Button variant={href && action ? 'secondary' : 'primary'} onClick={closeModal}>
            {t('common.close')}
          </Button>
          {href && action ? (
            <ButtonLink variant="primary" href={href}>
              {action}
            </ButtonLink>
          ) : null}
        </div>
      </div>
    </>
  );
}
