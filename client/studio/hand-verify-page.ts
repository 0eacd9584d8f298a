import './lib/studio.css';
import './verify/verify.css';
import { translator } from '../../shared/i18n/translate.ts';
import type { HandVerifyPageContext } from '../../shared/studio/page-context.ts';
import { button, h, setText } from './lib/dom.ts';
import { icon } from './lib/icons.ts';
import { pageRoot, readContext } from './page-context.ts';
import { handVerdictView } from './verify/hand-verdict.ts';
import { offlineCopy } from './verify/offline-copy.ts';
import { problemView } from './verify/verify-view.ts';

const root = pageRoot();
const context = readContext<HandVerifyPageContext>(root);
const t = translator(context.texts, context.languageTag);
const { evidence } = context;
const saveState = h('p', { class: 'field-state', role: 'status' });

async function save(): Promise<void> {
  try {
    const html = await offlineCopy(document, import.meta.url, async (url) => (await fetch(url)).text());
    const link = h('a', {
      href: URL.createObjectURL(new Blob([html], { type: 'text/html' })),
      download: `verify-${evidence?.handId ?? 'hand'}.html`,
    });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    setText(saveState, t('studio.saved_offline'));
  } catch {
    setText(saveState, t('studio.save_failed'));
  }
}

/** A tab that a game's frame opened keeps the frame's sandbox and may not download. */
const inSandbox = self.origin === 'null' && !('offline' in root.dataset);
const saveButton = button(t('studio.save_offline'), { class: 'button' }, () => void save());
saveButton.prepend(icon('save'));

root.classList.add('verifier');
root.replaceChildren(
  h(
    'main',
    { class: 'verify-main' },
    h(
      'header',
      { class: 'verify-head' },
      h('div', {}, h('h1', {}, t('studio.room_verify_title')), h('p', { class: 'quiet' }, context.gameName)),
      evidence !== null && !inSandbox && !('offline' in root.dataset) && saveButton,
    ),
    inSandbox && h('p', { class: 'quiet' }, t('studio.save_hint')),
    saveState,
    evidence !== null && h('p', {}, t('studio.room_verify_intro')),
    h(
      'section',
      { class: 'result', 'aria-label': t('studio.verify_result') },
      evidence
        ? handVerdictView(evidence, t, context.currencySymbol)
        : problemView(t(`studio.room_verify_${context.pending ? 'pending' : 'none'}`)),
    ),
  ),
);
