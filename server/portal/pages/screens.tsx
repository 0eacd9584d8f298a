import type { Request, Response } from 'express';
import { renderToStaticMarkup } from 'react-dom/server';
import { DEFAULT_LANGUAGE, THEMES, type Theme } from '../../../shared/constants.ts';
import { LANGUAGES, type Language, languageOf } from '../../../shared/i18n/languages.ts';
import { Document } from '../../../views/document.tsx';
import { StatusPage, type StatusPageProps } from '../../../views/pages/status/status.tsx';
import { safePath } from '../forms/safe-path.ts';
import type { Assets } from '../render/assets.ts';
import { PAGE_VARY } from '../render/send-page.ts';
import type { Screen } from './screen.ts';
import { shownTime } from './shown-time.ts';
import type { Translator } from './site.ts';

type AnyScreen = Screen | { readonly kind: 'not-found' };

export interface Screens {
  show(request: Request, response: Response, screen: AnyScreen): void;
}

/** Whole-page answers that need nothing from the platform. */
export function createScreens(assets: Assets, translator: Translator, languages: () => readonly Language[] = () => LANGUAGES): Screens {
  return {
    show(request, response, screen) {
      const visitor: { language: Language; theme: Theme; session?: unknown } | undefined = response.locals.visitor;
      const language = visitor?.language ?? languageOf(DEFAULT_LANGUAGE);
      const props = propsOf(screen, translator(language), language, safePath(request.url, '/index'), response.getHeader('X-Request-Id'));
      const html = renderToStaticMarkup(
        <Document
          language={language}
          theme={visitor?.theme ?? THEMES[0]}
          title={props.t(`lobby.status_${props.kind}`)}
          description={props.t(`lobby.status_${props.kind}_text`)}
          styles={assets.styles(['views/pages/status/status.tsx'])}
          script={screen.kind === 'maintenance' || screen.kind === 'restricted' ? assets.script('client/plain-page.ts') : undefined}
          noIndex
        >
          <StatusPage {...props} languages={languages()} signedIn={Boolean(visitor?.session)} />
        </Document>,
      );
      response.status('status' in screen ? screen.status : 404);
      response.set({
        'Cache-Control': 'private, no-store',
        'Content-Language': language.tag,
        'Content-Type': 'text/html; charset=utf-8',
        Vary: PAGE_VARY,
      });
      response.end(request.method === 'HEAD' ? undefined : `<!DOCTYPE html>${html}`);
    },
  };
}

function propsOf(
  screen: AnyScreen,
  t: StatusPageProps['t'],
  language: Language,
  here: string,
  requestId: unknown,
): Omit<StatusPageProps, 'languages' | 'signedIn'> {
  const closed = screen.kind === 'maintenance' || screen.kind === 'restricted';
  const base = { t, detail: null, until: null, language: closed ? language : null, here, requestId: null };
  if (screen.kind === 'maintenance')
    return {
      ...base,
      kind: 'maintenance',
      detail: screen.texts[language.code] ?? screen.texts[DEFAULT_LANGUAGE] ?? null,
      until: screen.until ? endOf(screen.until, screen.timeZone) : null,
    };
  if (screen.kind === 'restricted') {
    const country = screen.country ? countryName(screen.country, language) : t('lobby.unknownCountry');
    return { ...base, kind: 'restricted', detail: t('lobby.status_restricted_place', { address: screen.address, country }) };
  }
  if (screen.kind === 'error') return { ...base, kind: 'error', requestId: typeof requestId === 'string' ? requestId : null };
  return { ...base, kind: 'not-found' };
}

/** In the merchant's zone; the browser replaces it with the visitor's zone. */
function endOf(until: string, timeZone: string): StatusPageProps['until'] {
  return { iso: until, text: `${shownTime(until, timeZone).slice(0, 16)} (${timeZone})` };
}

function countryName(code: string, { tag }: Language): string {
  return new Intl.DisplayNames([tag, 'en'], { type: 'region' }).of(code) ?? code;
}
