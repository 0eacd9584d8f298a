import type { Variant } from '../../../shared/games/catalogue.ts';
import type { EngineOutcome } from '../../../shared/games/protocol.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { amountText } from '../../../shared/money/amount-text.ts';
import { cardName } from '../lib/card-name.ts';
import { type Child, h } from '../lib/dom.ts';
import { facts } from '../lib/fairness-panel.ts';
import { icon } from '../lib/icons.ts';
import { drawOutcome } from './outcome-picture.ts';
import type { OutcomeTexts } from './outcome-texts.ts';
import { type Evidence, recompute, type Verdict } from './recompute.ts';

/** The steps of a check in plain words, with what was compared. */
export function verdictView(variant: Variant, evidence: Evidence, t: Translate, currency: string): HTMLElement {
  const verdict = recompute(variant, evidence);
  if (!verdict.readable) return problemView(t(`studio.verify_problem_${verdict.problem}`));
  const good = verdict.hashMatches && verdict.outcomeMatches && verdict.payoutMatches;
  const { fairness } = evidence;
  const money = (wire: string) => amountText(wire, currency);
  return verdictFrame(t(good ? 'studio.verify_good' : 'studio.verify_bad'), good, [
    step(t, 'studio.step_hash', verdict.hashMatches, [
      [t('studio.server_seed'), fairness.serverSeed],
      [t('studio.promised'), fairness.serverSeedHash],
      [t('studio.computed'), verdict.hash],
    ]),
    step(t, 'studio.step_stream', undefined, [
      [t('studio.client_seed'), fairness.clientSeed],
      [t('studio.nonce'), String(fairness.nonce)],
      [t('studio.first_message'), `HMAC-SHA256(server seed, "${fairness.clientSeed}:${fairness.nonce}:0")`],
    ]),
    ...(verdict.rules === undefined
      ? []
      : [
          step(t, verdict.rules === 'renamed' ? 'studio.verify_rules_renamed' : 'studio.verify_rules', true, [
            [t('studio.computed'), verdict.rulesHash],
          ]),
        ]),
    outcomeStep(evidence, verdict, { t, money }),
    step(t, 'studio.step_payout', verdict.payoutMatches, [
      [t('studio.paid'), money(evidence.payout)],
      [t('studio.computed'), money(verdict.payout)],
    ]),
  ]);
}

/** The result of a check in one line, with its steps. */
export function verdictFrame(text: string, good: boolean, steps: readonly Node[]): HTMLElement {
  const line = h('p', { class: good ? 'verdict-line good' : 'verdict-line bad', role: 'status' }, icon(good ? 'check' : 'close'), text);
  return h('div', { class: 'verdict' }, line, h('ol', { class: 'steps' }, ...steps));
}

/** The same for a scheduled event or a bet on it. */
export function eventVerdictFrame(good: boolean, t: Translate, steps: readonly Node[]): HTMLElement {
  return verdictFrame(t(good ? 'studio.event_verify_good' : 'studio.verify_bad'), good, steps);
}

export function problemView(text: string): HTMLElement {
  return h('p', { class: 'verdict-line bad', role: 'status' }, icon('close'), text);
}

export function step(
  t: Translate,
  key: string,
  matches: boolean | undefined,
  rows: readonly (readonly [string, string])[],
  values: Parameters<Translate>[1] = {},
): HTMLElement {
  const badge: Child =
    matches !== undefined &&
    h(
      'span',
      { class: matches ? 'badge good' : 'badge bad' },
      icon(matches ? 'check' : 'close'),
      t(matches ? 'studio.equal' : 'studio.different'),
    );
  return h(
    'li',
    { class: 'step-card' },
    h('div', { class: 'step-head' }, h('h2', {}, t(`${key}_title`)), badge),
    h('p', {}, t(key, values)),
    rows.length > 0 && facts(rows),
  );
}

/** The shown outcome; the computed one next to it only if it differs. */
function outcomeStep(evidence: Evidence, verdict: Extract<Verdict, { readable: true }>, texts: OutcomeTexts): HTMLElement {
  const { t } = texts;
  const { outcomeMatches } = verdict;
  const card = step(t, 'studio.step_outcome', outcomeMatches, []);
  const part = (label: string, outcome: EngineOutcome) =>
    h('section', { class: 'outcome' }, h('h3', {}, label), drawOutcome(outcome, texts) ?? h('code', {}, outcomeText(outcome, t)));
  if (outcomeMatches) card.append(part(t('studio.shown_and_computed'), verdict.outcome));
  else card.append(part(t('studio.shown'), evidence.outcome), part(t('studio.computed'), verdict.outcome));
  return card;
}

/** An outcome in one line; an invalid outcome is shown unchanged. */
function outcomeText(outcome: EngineOutcome, t: Translate): string {
  try {
    return textOf(outcome, t);
  } catch {
    return JSON.stringify(outcome);
  }
}

function textOf(outcome: EngineOutcome, t: Translate): string {
  switch (outcome.engine) {
    case 'slot': {
      const grids = outcome.spins.flatMap((spin) => spin.steps.map((step) => step.grid));
      return grids.map((grid) => grid.map((column) => column.map((name) => t(`studio.symbol_${name}`)).join(', ')).join(' | ')).join(' · ');
    }
    case 'roulette':
      return String(outcome.pocket);
    case 'dice':
      return outcome.roll.toFixed(2);
    case 'keno':
      return outcome.drawn.join(', ');
    case 'fish':
      return `${t(`studio.species_${outcome.target}`)}: ${t(outcome.hit ? 'studio.shot_hit' : 'studio.shot_missed')}`;
    case 'duel':
      return [outcome.one, outcome.other].map((cards) => cards.map((card) => cardName(card, t)).join(', ')).join(' – ');
    case 'digits':
      return outcome.drawn;
    default:
      return JSON.stringify(outcome);
  }
}
