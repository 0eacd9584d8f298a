import type { Translate } from '../../../shared/i18n/translate.ts';
import { MINUTE_MS } from '../../../shared/time.ts';
import { button, h, setText } from '../lib/dom.ts';
import { icon } from '../lib/icons.ts';
import { offlineCopy } from './offline-copy.ts';

const REVOKE_AFTER_MS = MINUTE_MS;

export interface SaveCopy {
  /** False on a saved page. */
  readonly button: HTMLElement | false;
  /** Reports whether it was saved. */
  readonly state: HTMLElement;
}

/** Saves a proof as one file that works without this site. `script` is the address of the page's own module. */
export function saveCopy(root: HTMLElement, t: Translate, { script, name }: { readonly script: string; readonly name: string }): SaveCopy {
  const state = h('p', { class: 'field-state', role: 'status' });
  const isSaved = 'offline' in root.dataset;
  async function save(): Promise<void> {
    try {
      const html = await offlineCopy(document, script, async (url) => (await fetch(url)).text());
      const link = h('a', { href: URL.createObjectURL(new Blob([html], { type: 'text/html' })), download: `verify-${name}.html` });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_AFTER_MS);
      setText(state, t('studio.saved_offline'));
    } catch {
      setText(state, t('studio.save_failed'));
    }
  }
  const saveButton = button(t('studio.save_offline'), { class: 'button' }, () => void save());
  saveButton.prepend(icon('save'));
  return { button: !isSaved && saveButton, state };
}
