import '../lib/studio.css';
import './verify.css';
import type { EventVerifyPageContext } from '../../../shared/games/page-context.ts';
import { translator } from '../../../shared/i18n/translate.ts';
import { pageRoot, readContext } from '../page-context.ts';
import { eventVerdictView } from './event-verdict.ts';
import { showFinished } from './finished-page.ts';
import type { RoundCheck } from './recompute-event.ts';
import { problemView } from './verify-view.ts';

/** Shows the proof of an event. `script`: the address of the page's own module; `isSigned`: for draws with a public random number. */
export function showEventProof(script: string, isSigned?: RoundCheck): void {
  const root = pageRoot();
  const { evidence, state, gameName, texts, languageTag, currency, back } = readContext<EventVerifyPageContext>(root);
  const t = translator(texts, languageTag);
  const subject = (): string => {
    if (!evidence || evidence.kind === 'bet') return gameName;
    const name = evidence.kind === 'match' ? t('studio.match_versus', { home: evidence.home, away: evidence.away }) : gameName;
    return t('studio.event_verify_subject', { name, issue: evidence.issue });
  };
  showFinished(root, t, {
    script,
    title: t('studio.event_verify_title'),
    subject: subject(),
    proof: evidence ? { name: evidence.kind === 'bet' ? 'bet' : evidence.eventId, intro: t('studio.event_verify_intro') } : undefined,
    back,
    view: evidence ? eventVerdictView(evidence, t, currency, isSigned) : problemView(t(`studio.event_verify_${state}`)),
  });
}
