import { type MouseEvent, useEffect, useLayoutEffect, useRef } from 'react';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { centreView, closeCentre, openPanel, returnFocus, sendForm } from '../../page/centre/centre-store.ts';
import { isCentre } from '../../page/centre/is-centre.ts';
import { noteField } from '../../page/centre/typed.ts';
import { dismissToast, type Toast, toasts } from '../../page/toasts.ts';
import { useAtom } from '../../page/use-atom.ts';
import { Button } from '../../ui/button.tsx';
import styles from '../../ui/dialog.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import overlays from '../../ui/overlays.module.css';

/** A page of the member or agent centre over the page that it was opened from. A click outside does not close it. */
export function CentreDialog({ t }: { readonly t: Translate }) {
  const view = useAtom(centreView, null);
  const content = useRef<HTMLDivElement>(null);
  const panel = view?.panel;
  useLayoutEffect(() => {
    const place = content.current;
    if (!place || !panel) return undefined;
    place.replaceChildren(...panel.parts);
    const dialog = place.closest('dialog');
    if (dialog?.matches(':modal')) dialog.querySelector('h2')?.focus();
    return listen(place, panel.parts);
  }, [panel]);
  if (!view) return null;
  return (
    <Dialog t={t} title={view.panel.title} open={view.open} onClose={onClose} closeOnBackdrop={false} centre>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles clicks on the links inside */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the browser turns Enter on a link into a click */}
      <div
        ref={content}
        className={styles.panel}
        data-rail={view.panel.parts.length > 1 ? '' : undefined}
        aria-busy={view.busy}
        onClick={follow}
      />
      <Toasts t={t} />
    </Dialog>
  );
}

const NO_TOASTS: readonly Toast[] = [];

/**
 * The page's messages again: its own are behind the dialog. As a popover they are not cut at its edge. Their time ends
 * with the page's own.
 */
function Toasts({ t }: { readonly t: Translate }) {
  const shown = useAtom(toasts, NO_TOASTS);
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = ref.current;
    if (element && element.matches(':popover-open') !== shown.length > 0) element.togglePopover();
  }, [shown]);
  return (
    <div ref={ref} popover="manual" className={overlays.toasts} role="status">
      {shown.map(({ id, kind, text }) => (
        <div key={id} className={overlays.toast} data-kind={kind}>
          <p>{text}</p>
          <Button variant="ghost" dense iconOnly icon="x" onClick={() => dismissToast(id)}>
            {t('common.dismiss')}
          </Button>
        </div>
      ))}
    </div>
  );
}

function onClose(): void {
  closeCentre();
  returnFocus();
}

/** Native listeners: the content has React roots of its own, which handle their forms first. */
function listen(place: HTMLElement, parts: readonly Element[]): () => void {
  const note = ({ target }: Event) => {
    for (const part of parts) if (part.contains(target as Node)) noteField(part, target);
  };
  const send = (event: SubmitEvent) => {
    const form = event.target as HTMLFormElement;
    if (event.defaultPrevented || form.target || !isOwn(form.action)) return;
    event.preventDefault();
    void sendForm(form, event.submitter);
  };
  place.addEventListener('focusin', note);
  place.addEventListener('pointerdown', note);
  place.addEventListener('submit', send);
  return () => {
    place.removeEventListener('focusin', note);
    place.removeEventListener('pointerdown', note);
    place.removeEventListener('submit', send);
  };
}

/** Links to pages of a centre stay in the dialog, its close link closes it, all others leave the page. */
function follow(event: MouseEvent): void {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  if (!link || event.defaultPrevented || !isPlain || link.target || link.hasAttribute('download') || link.dataset.modal) return;
  if (link.dataset.centreClose !== undefined) {
    event.preventDefault();
    closeCentre();
    return;
  }
  const { origin, pathname, search, hash } = new URL(link.href);
  if (origin !== location.origin || !isCentre(pathname)) return;
  event.preventDefault();
  if (hash && pathname + search === location.pathname + location.search) document.getElementById(hash.slice(1))?.scrollIntoView();
  else void openPanel(pathname + search);
}

function isOwn(action: string): boolean {
  return new URL(action).origin === location.origin;
}
