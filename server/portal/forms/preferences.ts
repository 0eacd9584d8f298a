import type { Request, RequestHandler, Response } from 'express';
import { languageUpdate } from '../../../shared/api/system/contract.ts';
import { THEMES } from '../../../shared/constants.ts';
import type { Language } from '../../../shared/i18n/languages.ts';
import type { Upstream, Visitor } from '../contracts.ts';
import { routeName } from '../edge/route-name.ts';
import { cookieLine } from '../session/cookies.ts';
import type { Throttle } from '../throttle/throttle.ts';
import { formValues } from './form-input.ts';
import { safePath } from './safe-path.ts';

export interface PreferencesDeps {
  readonly upstream: Upstream;
  readonly throttle: Throttle;
  readonly https: boolean;
  readonly cookiePrefix: string;
  /** Offered languages. */
  readonly languages: () => readonly Language[];
}

const YEAR_SECONDS = 31_536_000;
/** The choice applies on this site even if the platform does not answer in time. */
const NOTIFICATION_TIMEOUT_MS = 1_000;

/** `POST /preferences` with `lang`, `theme`, `back`. `hisLang` stores the previous language. Counts as the call that it makes. */
export function preferences({ upstream, throttle, https, cookiePrefix, languages }: PreferencesDeps): RequestHandler[] {
  const cookie = (name: string, value: string) =>
    cookieLine(cookiePrefix + name, value, { maxAgeSeconds: YEAR_SECONDS, secure: https, httpOnly: false });
  const store = async (request: Request, response: Response) => {
    const { visitor } = response.locals;
    const { lang, theme, back } = formValues(request.body);
    const language = languages().find(({ code }) => code === lang);
    if (language) {
      response.appendHeader('Set-Cookie', cookie('lang', language.code));
      response.appendHeader('Set-Cookie', cookie('hisLang', visitor.language.code));
      await notifyPlatform(upstream, visitor, language);
    }
    const chosen = THEMES.find((name) => name === theme);
    if (chosen) response.appendHeader('Set-Cookie', cookie('theme', chosen));
    response.setHeader('Cache-Control', 'no-store');
    response.redirect(303, safePath(back, '/index'));
  };
  return [routeName('preferences'), throttle.of(languageUpdate.throttle), store];
}

async function notifyPlatform(upstream: Upstream, visitor: Visitor, language: Language): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise((resolve) => {
    timer = setTimeout(resolve, NOTIFICATION_TIMEOUT_MS);
  });
  const notification = upstream.call(languageUpdate, { body: { language: language.code } }, { ...visitor, language });
  await Promise.race([notification, timeout]);
  clearTimeout(timer);
}
