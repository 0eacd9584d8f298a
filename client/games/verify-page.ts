import './lib/studio.css';
import './verify/verify.css';
import type { VerifyPageContext } from '../../shared/games/page-context.ts';
import { translator } from '../../shared/i18n/translate.ts';
import { h } from './lib/dom.ts';
import { pageRoot, readContext } from './page-context.ts';
import { type PastedRound, pasteForm, roundText } from './verify/paste-form.ts';
import { saveCopy } from './verify/save-copy.ts';
import { showSymbols } from './verify/symbol-pictures.ts';
import { problemView, verdictView } from './verify/verify-view.ts';
import { wayBackLink } from './verify/way-back.ts';

const root = pageRoot();
const context = readContext<VerifyPageContext>(root);
const t = translator(context.texts, context.languageTag);
const { round, variant } = context;
const result = h('section', { class: 'result', 'aria-label': t('studio.verify_result') });
const save = saveCopy(root, t, { script: import.meta.url, name: round?.roundId ?? 'round' });

function check({ variant: chosen, evidence }: PastedRound): void {
  result.replaceChildren(verdictView(chosen, evidence, t, context.currency));
}

const subject = round ? t('studio.verify_subject', { game: context.gameName, id: round.roundId }) : t('studio.verify_none');
/** A round includes its own pay table: the page may be newer. */
const evidence = round && (context.rules === null ? round : { ...round, rules: context.rules });
const pasted = evidence && variant ? roundText(variant, evidence) : '';

if (evidence && variant && evidence.status !== 'pending') check({ variant, evidence });
else if (round) result.replaceChildren(problemView(t('studio.verify_pending')));

root.classList.add('verifier');
root.replaceChildren(
  h(
    'main',
    { class: 'verify-main' },
    wayBackLink(root, context.back, t),
    h(
      'header',
      { class: 'verify-head' },
      h('div', {}, h('h1', {}, t('studio.verify_title')), h('p', { class: 'quiet' }, subject)),
      save.button,
    ),
    save.state,
    h('p', {}, t('studio.verify_intro')),
    result,
    h('details', { class: 'paste', open: round === null }, h('summary', {}, t('studio.paste_summary')), pasteForm(t, pasted, check)),
  ),
);
if (round?.bet.engine === 'slot') void showSymbols(root, round.gameId);
