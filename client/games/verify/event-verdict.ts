import type { EventEvidence } from '../../../shared/games/events/protocol.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { coinOf } from '../../../shared/money/currency-steps.ts';
import { betVerdictView } from './bet-verdict.ts';
import { isGood, type RoundCheck, recomputeEvent } from './recompute-event.ts';
import { seedSteps } from './seed-steps.ts';
import { eventVerdictFrame, problemView } from './verify-view.ts';

/** The steps of a check in plain words, with what was compared. `isSigned`: as in `recomputeEvent`. */
export function eventVerdictView(evidence: EventEvidence, t: Translate, currency: string, isSigned?: RoundCheck): HTMLElement {
  if (evidence.kind === 'bet') return betVerdictView(evidence, t, currency);
  const verdict = recomputeEvent(evidence, coinOf(currency), isSigned);
  if (!verdict) return problemView(t('studio.verify_problem_seed'));
  return eventVerdictFrame(isGood(verdict), t, seedSteps(evidence, verdict, t, currency));
}
