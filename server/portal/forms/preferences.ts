import type { RequestHandler } from 'express';
import { THEMES } from '../../../shared/constants.ts';
import { LANGUAGES } from '../../../shared/i18n/languages.ts';
import { cookieLine } from '../session/cookies.ts';
import { formValues } from './form-input.ts';
import { safePath } from './safe-path.ts';

const YEAR_SECONDS = 31_536_000;

/** `POST /preferences` with `lang`, `theme`, `back`. `hisLang` keeps the language that was shown before. */
export function preferences(https: boolean): RequestHandler {
  const cookie = (name: string, value: string) => cookieLine(name, value, { maxAgeSeconds: YEAR_SECONDS, secure: https, httpOnly: false });
  return (request, response) => {
    const { lang, theme, back } = formValues(request.body);
    const language = LANGUAGES.find(({ code }) => code === lang);
    response.locals.route = 'preferences';
    if (language) {
      response.appendHeader('Set-Cookie', cookie('lang', language.code));
      response.appendHeader('Set-Cookie', cookie('hisLang', response.locals.visitor.language.code));
    }
    const chosen = THEMES.find((name) => name === theme);
    if (chosen) response.appendHeader('Set-Cookie', cookie('theme', chosen));
    response.setHeader('Cache-Control', 'no-store');
    response.redirect(303, safePath(back, '/index'));
  };
}
