import type { PopupView } from '../../client/islands/notices/props.ts';
import { ButtonLink } from '../../client/ui/button.tsx';
import { classNames } from '../../client/ui/class-names.ts';
import controls from '../../client/ui/controls.module.css';
import dialogs from '../../client/ui/dialog.module.css';
import { Icon } from '../../client/ui/icon.tsx';
import overlays from '../../client/ui/overlays.module.css';
import { Prose } from '../../client/ui/prose.tsx';
import type { Translate } from '../../shared/i18n/translate.ts';

export const texts = ['notices.popupOf', 'notices.notToday', 'common.close', 'common.moveWindow'];

export interface PopupsProps {
  readonly popups: readonly PopupView[];
  /** Class names of `popups.module.css`, given by the layout. */
  readonly styles: Readonly<Record<string, string>>;
}

/**
 * The pop-ups as templates of dialogs, so that showing one needs neither React nor a request: `client/page/popups` opens those that are due.
 * The text of the position has the names of its parameters in it, because only the browser knows how many are due.
 */
export default function Popups({ t, popups, styles }: PopupsProps & { readonly t: Translate }) {
  return popups.map((popup) => <Popup key={popup.id} t={t} popup={popup} styles={styles} />);
}

interface PopupProps extends Pick<PopupsProps, 'styles'> {
  readonly t: Translate;
  readonly popup: PopupView;
}

function Popup({ t, styles, popup: { id, when, title, html, dateText, href, action } }: PopupProps) {
  const titleId = `popup-${id}`;
  return (
    <template data-popup={id} data-when={when}>
      <dialog className={overlays.dialog} aria-labelledby={titleId}>
        <div className={classNames(overlays.titleBar, dialogs.bar)}>
          <h2 className={classNames(overlays.title, dialogs.heading)} id={titleId}>
            {title}
          </h2>
          <button
            type="button"
            className={classNames(controls.button, controls.ghost, controls.square, controls.dense, dialogs.grip)}
            data-grip
            aria-label={t('common.moveWindow')}
          >
            <Icon name="arrow-left-right" />
          </button>
          <form method="dialog">
            <button
              type="submit"
              className={classNames(controls.button, controls.ghost, controls.square, controls.dense)}
              aria-label={t('common.close')}
            >
              <Icon name="x" />
            </button>
          </form>
        </div>
        <div className={classNames(overlays.body, dialogs.body)}>
          <p className={styles.date}>
            {dateText}
            <span className={styles.position} data-position={t('notices.popupOf', { position: '{position}', count: '{count}' })} hidden />
          </p>
          {/* Gets the focus: the first field would be the option to hide pop-ups. */}
          <div className={styles.text} tabIndex={-1} data-first>
            <Prose html={html} />
          </div>
          <form method="dialog" className={styles.foot}>
            <label className={controls.check}>
              <input type="checkbox" />
              {t('notices.notToday')}
            </label>
            <div className={overlays.footer}>
              <button type="submit" className={classNames(controls.button, href && action ? controls.secondary : controls.primary)}>
                {t('common.close')}
              </button>
              {href && action ? (
                <ButtonLink variant="primary" href={href}>
                  {action}
                </ButtonLink>
              ) : null}
            </div>
          </form>
        </div>
      </dialog>
    </template>
  );
}
