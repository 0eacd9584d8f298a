import { memberInfo } from '../../../shared/api/accounts/calls.ts';
import { translator } from '../../../shared/i18n/translate.ts';
import { zonedMoment } from '../../../shared/time.ts';
import { call } from '../../page/call.ts';
import { toast } from '../../page/toasts.ts';
import { loadTexts, textsOf } from '../modals/texts.ts';

/** Shows time and country of the previous sign-in, so that the member can notice unauthorized access. */
export async function showLastLogin(languageTag: string): Promise<void> {
  const [answer] = await Promise.all([call(memberInfo), loadTexts(languageTag)]);
  if (!answer.success || answer.value.lastLoginAt === null) return;
  const { lastLoginAt, lastLoginCountry } = answer.value;
  const t = translator(textsOf(languageTag), languageTag);
  const { timeZone = 'UTC' } = document.documentElement.dataset;
  const when = zonedMoment(lastLoginAt, timeZone);
  const place = lastLoginCountry ? new Intl.DisplayNames(languageTag, { type: 'region' }).of(lastLoginCountry) : undefined;
  toast('info', place ? t('auth.lastLoginAt', { when, place }) : t('auth.lastLogin', { when }));
}
