import './lib/studio.css';
import './verify/verify.css';
import type { EventVerifyPageContext } from '../../shared/games/page-context.ts';
import { translator } from '../../shared/i18n/translate.ts';
import { pageRoot, readContext } from './page-context.ts';
import { eventVerdictView } from './verify/event-verdict.ts';
import { showFinished } from './verify/finished-page.ts';
import { problemView } from './verify/verify-view.ts';

const root = pageRoot();
const { evidence, state, gameName, texts, languageTag, currency } = readContext<EventVerifyPageContext>(root);
const t = translator(texts, languageTag);

showFinished(root, t, {
  script: import.meta.url,
  title: t('studio.event_verify_title'),
  subject: subject(),
  proof: evidence ? { name: evidence.kind === 'bet' ? 'bet' : evidence.eventId, intro: t('studio.event_verify_intro') } : undefined,
  view: evidence ? eventVerdictView(evidence, t, currency) : problemView(t(`studio.event_verify_${state}`)),
});

function subject(): string {
  if (!evidence || evidence.kind === 'bet') return gameName;
  const name = evidence.kind === 'match' ? t('studio.match_versus', { home: evidence.home, away: evidence.away }) : gameName;
  return t('studio.event_verify_subject', { name, issue: evidence.issue });
}
