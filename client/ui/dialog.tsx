import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import type { Translate } from '../../shared/i18n/translate.ts';
import { classNames } from './class-names.ts';
import controls from './controls.module.css';
import styles from './dialog.module.css';
import { createDrag, type Drag, PHONE } from './drag.ts';
import { Icon } from './icon.tsx';
import overlays from './overlays.module.css';

export interface DialogProps {
  readonly t: Translate;
  readonly title: string;
  readonly open: boolean;
  /** Open in the server's HTML; becomes modal after hydration. */
  readonly openFromServer?: boolean;
  /** Called on Escape, on the close button and on a click outside. */
  readonly onClose: () => void;
  /** A click outside closes the dialog. */
  readonly closeOnBackdrop?: boolean;
  /** Shows a close button in the title bar. */
  readonly closeButton?: boolean;
  readonly wide?: boolean;
  /** Nearly the whole window, for a page with its menu; the title gets the focus. */
  readonly centre?: boolean;
  /** Full screen height on phones to avoid layout shifts when the content grows. */
  readonly tall?: boolean;
  /** Cannot be closed: its action is required. */
  readonly locked?: boolean;
  /** Fixed height; longer content scrolls inside. */
  readonly fixedHeight?: boolean;
  readonly appearance?: 'plain' | 'chat';
  /** Decoration next to the content, on wide screens. */
  readonly side?: ReactNode;
  readonly children: ReactNode;
}

/**
 * A native modal dialog: the browser traps the focus and returns it. On desktop the title bar drags it, by pointer or
 * with arrow keys on its grip; the position is reset when it closes.
 */
export function Dialog(props: DialogProps) {
  const {
    t,
    title,
    open,
    openFromServer,
    onClose,
    closeOnBackdrop = true,
    closeButton = true,
    wide,
    tall,
    locked,
    fixedHeight,
    appearance = 'plain',
    side,
    children,
  } = props;
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const drag = useDrag(ref);
  const opener = useModal(ref, open, props.centre, drag);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: handles a click outside the dialog; the browser closes it on Escape
    <dialog
      ref={ref}
      open={openFromServer || undefined}
      className={classNames(
        overlays.dialog,
        props.centre ? styles.centre : wide && overlays.notice,
        tall && styles.tall,
        fixedHeight && styles.steady,
        side !== undefined && styles.sided,
      )}
      aria-labelledby={titleId}
      {...(locked && { closedby: 'none' })}
      onCancel={(event) => {
        // For browsers without `closedby`.
        if (locked) event.preventDefault();
      }}
      onClose={() => {
        // The browser reports it in a later task; the dialog may show its next content by then.
        if (ref.current?.open) return;
        returnFocus(opener.current);
        onClose();
      }}
      onPointerDown={({ target }) => {
        // This press starts outside the dialog, so it does not end an earlier drag.
        if (target === ref.current) drag.moved();
      }}
      onClick={(event) => {
        if (closeOnBackdrop && !locked && event.target === ref.current && !drag.moved()) ref.current.close();
      }}
    >
      {side ? (
        <div className={styles.side} aria-hidden="true">
          {side}
        </div>
      ) : null}
      <TitleBar t={t} title={title} titleId={titleId} drag={drag} appearance={appearance}>
        {locked || !closeButton ? null : <CloseButton t={t} onClick={() => ref.current?.close()} />}
      </TitleBar>
      <div className={classNames(overlays.body, styles.body)}>{children}</div>
    </dialog>
  );
}

interface TitleBarProps {
  readonly t: Translate;
  readonly title: string;
  readonly titleId: string;
  readonly drag: Drag;
  readonly appearance: NonNullable<DialogProps['appearance']>;
  /** The close button. */
  readonly children: ReactNode;
}

/** The title, which drags the dialog, with a grip for the keyboard. */
function TitleBar({ t, title, titleId, drag, appearance, children }: TitleBarProps) {
  return (
    <div className={classNames(overlays.titleBar, styles.bar)} data-look={appearance} {...drag.handlers}>
      <h2 className={classNames(overlays.title, styles.heading)} id={titleId} tabIndex={-1}>
        {title}
      </h2>
      <button
        type="button"
        className={classNames(controls.button, controls.ghost, controls.square, controls.dense, styles.grip)}
        data-grip
        aria-label={t('common.moveWindow')}
        onKeyDown={drag.onKey}
      >
        <Icon name="arrow-left-right" />
      </button>
      {children}
    </div>
  );
}

function CloseButton({ t, onClick }: { readonly t: Translate; readonly onClick: () => void }) {
  return (
    <button
      type="button"
      className={classNames(controls.button, controls.ghost, controls.square, controls.dense)}
      aria-label={t('common.close')}
      onClick={onClick}
    >
      <Icon name="x" />
    </button>
  );
}

/** Opens and closes the modal dialog. Returns the element that had the focus before, which gets it back. */
function useModal(
  ref: RefObject<HTMLDialogElement | null>,
  open: boolean,
  focusTitle: boolean | undefined,
  drag: Drag,
): RefObject<Element | null> {
  const opener = useRef<Element>(null);
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog || dialog.matches(':modal') === open) return undefined;
    if (!open) {
      dialog.close();
      return undefined;
    }
    const typing = focusWithin(dialog);
    opener.current = document.activeElement;
    // The server's HTML opens it without being modal; closing it with `close()` would call `onClose`.
    dialog.removeAttribute('open');
    drag.reset();
    dialog.showModal();
    if (typing) typing.focus({ preventScroll: true });
    else focusFirst(dialog, focusTitle);
    return pinTop(dialog);
  }, [ref, open, drag, focusTitle]);
  return opener;
}

/** The browser cannot return the focus to an opener in a closed menu, so the menu button gets it. */
function returnFocus(opener: Element | null): void {
  const menu = opener?.closest('[popover]');
  if (menu && !menu.matches(':popover-open')) document.querySelector<HTMLElement>(`[popovertarget="${menu.id}"]`)?.focus();
}

/** The field with the focus in a dialog that was open before its script loaded; it keeps the focus. */
function focusWithin(dialog: HTMLDialogElement): HTMLElement | null {
  const { activeElement } = document;
  return activeElement instanceof HTMLElement && dialog.contains(activeElement) ? activeElement : null;
}

function focusFirst(dialog: HTMLDialogElement, onTitle = false): void {
  // On touch screens the first field would open the keyboard over the form, so the title gets the focus.
  const coarse = matchMedia('(pointer: coarse)').matches;
  // In this order, regardless of position: radio buttons before a marked field must not take the focus from it.
  const wanted = ['[aria-invalid="true"]', '[data-first]', 'input:not([type="hidden"])'];
  const target =
    coarse || onTitle ? null : wanted.map((selector) => dialog.querySelector<HTMLElement>(selector)).find((found) => found !== null);
  (target ?? dialog.querySelector<HTMLElement>('h2'))?.focus();
}

/**
 * Keeps the upper edge at its first position, so that changing content moves nothing above it. Returns the function
 * that stops it.
 */
function pinTop(dialog: HTMLDialogElement): () => void {
  const { style } = dialog;
  const letGo = () => {
    style.marginBlock = '';
    style.maxBlockSize = '';
    removeEventListener('resize', letGo);
  };
  if (!matchMedia(PHONE).matches) {
    const top = getComputedStyle(dialog).marginBlockStart;
    style.marginBlock = `${top} auto`;
    style.maxBlockSize = `calc(100dvh - ${top} - 16px)`;
    addEventListener('resize', letGo);
  }
  return letGo;
}

function useDrag(ref: { readonly current: HTMLDialogElement | null }): Drag {
  const drag = useRef<Drag>(null);
  drag.current ??= createDrag(() => ref.current);
  return drag.current;
}
