import './lib/studio.css';
import './verify/verify.css';
import { translator } from '../../shared/i18n/translate.ts';
import type { VerifyPageContext } from '../../shared/studio/page-context.ts';
import { button, h, setText } from './lib/dom.ts';
import { icon } from './lib/icons.ts';
import { pageRoot, readContext } from './page-context.ts';
import { offlineCopy } from './verify/offline-copy.ts';
import { type PastedRound, pasteForm, roundText } from './verify/paste-form.ts';
import { problemView, verdictView } from './verify/verify-view.ts';

const root = pageRoot();
const context = readContext<VerifyPageContext>(root);
const t = translator(context.texts, context.languageTag);
const { round, variant } = context;
const result = h('section', { class: 'result', 'aria-label': t('studio.verify_result') });
const saveState = h('p', { class: 'field-state', role: 'status' });

function check({ variant: chosen, evidence }: PastedRound): void {
  result.replaceChildren(verdictView(chosen, evidence, t, context.currencySymbol));
}

async function save(): Promise<void> {
  try {
    const html = await offlineCopy(document, import.meta.url, async (url) => (await fetch(url)).text());
    const link = h('a', {
      href: URL.createObjectURL(new Blob([html], { type: 'text/html' })),
      download: `verify-${round?.roundId ?? 'round'}.html`,
    });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    setText(saveState, t('studio.saved_offline'));
  } catch {
    setText(saveState, t('studio.save_failed'));
  }
}

/** A tab that a game's frame opened keeps the frame's sandbox and may not download. */
const mayDownload = self.origin !== 'null' && !('offline' in root.dataset);
const saveButton = button(t('studio.save_offline'), { class: 'button' }, () => void save());
saveButton.prepend(icon('save'));
const subject = round ? t('studio.verify_subject', { game: context.gameName, id: round.roundId }) : t('studio.verify_none');
const pasted = round && variant ? roundText(variant, round) : '';

if (round && variant && round.status !== 'pending') check({ variant, evidence: round });
else if (round) result.replaceChildren(problemView(t('studio.verify_pending')));

root.classList.add('verifier');
root.replaceChildren(
  h(
    'main',
    { class: 'verify-main' },
    h(
      'header',
      { class: 'verify-head' },
      h('div', {}, h('h1', {}, t('studio.verify_title')), h('p', { class: 'quiet' }, subject)),
      mayDownload && saveButton,
    ),
    self.origin === 'null' && !('offline' in root.dataset) && h('p', { class: 'quiet' }, t('studio.save_hint')),
    saveState,
    h('p', {}, t('studio.verify_intro')),
    result,
    h('details', { class: 'paste', open: round === null }, h('summary', {}, t('studio.paste_summary')), pasteForm(t, pasted, check)),
  ),
);
