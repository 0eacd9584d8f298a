import { atom } from 'nanostores';
import { closeModal, currentModal, openModal } from '../../runtime/modals.ts';
import { claimNavigation } from '../go.ts';
import { isCentre } from './is-centre.ts';
import { loadPanel, type Panel } from './load-panel.ts';
import { hasInput } from './typed.ts';

export interface CentreView {
  readonly panel: Panel;
  readonly open: boolean;
  readonly busy: boolean;
}

/** Most pages load before this delay, so the loading dialog is not needed. */
const LOADING_DELAY_MS = 400;
const MAX_KEPT = 8;

export const centreView = atom<CentreView | null>(null);

/** Pages with input that is not sent, by address: they are shown again as they were left. */
const kept = new Map<string, Panel>();
let homeTitle = '';
let homeHref = '';
let opener: Element | null = null;
let sequence = 0;

/** Number of history entries of the dialog below and at the current one; 0: the page it was opened from. */
const depth = () => (history.state as { centre?: number } | null)?.centre ?? 0;
const isOpen = () => centreView.get()?.open === true;

/** Opens a page of a centre; in an open dialog it replaces the page there. */
export function openPanel(href: string): Promise<void> {
  if (!isOpen()) opener = document.activeElement;
  return show(new URL(href, location.href).href, () => push(href));
}

/** Called when the dialog has closed. The browser returns the focus too, but not past the loading dialog. */
export function returnFocus(): void {
  if (!isOpen() && opener instanceof HTMLElement && opener.checkVisibility()) opener.focus();
}

/** Sends a form of the dialog that has no script, and shows its result there. */
export function sendForm(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  const data = new FormData(form, submitter);
  if (form.method === 'get') {
    const url = new URL(form.action);
    url.search = queryOf(data).toString();
    return openPanel(url.pathname + url.search);
  }
  const body = form.enctype === 'multipart/form-data' ? data : queryOf(data);
  return show(new Request(form.action, { method: 'POST', body }), (panel) => {
    if (panel && isCentre(panel.href)) history.replaceState(history.state, '', panel.href);
  });
}

/** Shows what the current history entry names: a page of a centre, or the page below the dialog. */
function followHistory(): void {
  if (isCentre(location.pathname)) void show(location.href, () => undefined);
  else hide();
}

/** Closes the dialog and returns to the address of the page below. */
export function closeCentre(): void {
  if (!isOpen()) return;
  const back = depth();
  hide();
  if (back > 0) history.go(-back);
  else history.replaceState(null, '', homeHref);
}

async function show(target: string | Request, beforeShow: (panel?: Panel) => void): Promise<void> {
  sequence += 1;
  const own = sequence;
  const loading = setLoading();
  try {
    const panel = keptPanel(target) ?? (await loadPanel(target instanceof Request ? target : new Request(target, { headers: HTML })));
    if (own !== sequence) return;
    if (!panel) return leaveFor(target);
    keep();
    beforeShow(panel);
    loading.end();
    if (!isOpen()) homeTitle = document.title;
    document.title = panel.documentTitle;
    centreView.set({ panel, open: true, busy: false });
  } catch {
    // Without an answer, the browser's own navigation shows what is the matter.
    if (own === sequence) leaveFor(target);
  } finally {
    loading.end();
  }
}

const HTML = { accept: 'text/html' };

function push(href: string): void {
  if (!isOpen()) homeHref = location.pathname + location.search;
  history.pushState({ centre: depth() + 1 }, '', href);
}

function leaveFor(target: string | Request): void {
  location.assign(typeof target === 'string' ? target : location.href);
}

function hide(): void {
  sequence += 1;
  keep();
  const view = centreView.get();
  if (!view?.open) return;
  document.title = homeTitle;
  centreView.set({ ...view, open: false, busy: false });
}

function keptPanel(target: string | Request): Panel | undefined {
  if (typeof target !== 'string') return undefined;
  const { pathname, search } = new URL(target);
  return kept.get(pathname + search);
}

/** A page that is left with input stays as it is; every other one is loaded again. */
function keep(): void {
  const view = centreView.get();
  if (!view?.open) return;
  const { panel } = view;
  kept.delete(panel.href);
  if (panel.parts.some(hasInput)) kept.set(panel.href, panel);
  const [oldest] = kept.keys();
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
}

function setLoading(): { end(): void } {
  const view = centreView.get();
  if (view?.open) {
    centreView.set({ ...view, busy: true });
    return { end: () => undefined };
  }
  const timer = setTimeout(() => openModal({ name: 'loading' }), LOADING_DELAY_MS);
  return {
    end() {
      clearTimeout(timer);
      if (currentModal()?.name === 'loading') closeModal();
    },
  };
}

function queryOf(data: FormData): URLSearchParams {
  return new URLSearchParams([...data].filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

export interface Centre {
  openPanel(href: string): Promise<void>;
  followHistory(): void;
}

/** From here on, scripts that leave for a page of a centre stay in the open dialog. */
export function createCentre(): Centre {
  claimNavigation((href) => {
    if (!isOpen() || !isCentre(href)) return false;
    void openPanel(href);
    return true;
  });
  return { openPanel, followHistory };
}
