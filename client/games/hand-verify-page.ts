import './lib/studio.css';
import './verify/verify.css';
import type { HandVerifyPageContext } from '../../shared/games/page-context.ts';
import { translator } from '../../shared/i18n/translate.ts';
import { pageRoot, readContext } from './page-context.ts';
import { showFinished } from './verify/finished-page.ts';
import { handVerdictView } from './verify/hand-verdict.ts';
import { problemView } from './verify/verify-view.ts';

const root = pageRoot();
const { evidence, pending, gameName, texts, languageTag, currency, back } = readContext<HandVerifyPageContext>(root);
const t = translator(texts, languageTag);

showFinished(root, t, {
  script: import.meta.url,
  title: t('studio.room_verify_title'),
  subject: gameName,
  back,
  proof: evidence ? { name: evidence.handId, intro: t('studio.room_verify_intro') } : undefined,
  view: evidence ? handVerdictView(evidence, t, currency) : problemView(t(`studio.room_verify_${pending ? 'pending' : 'none'}`)),
});
