import { THEMES, type Theme } from '../../../shared/constants.ts';
import type { CountryOf } from '../access/geo.ts';
import type { Site } from '../access/site.ts';
import type { PortalSession } from '../contracts.ts';
import { type Cookies, readCookies } from '../session/cookies.ts';
import type { SessionStore } from '../session/session-store.ts';
import { siteOriginOf } from '../session/site-origin.ts';
import type { PortalTexts } from '../texts.ts';
import type { EdgeRequest, EdgeResponse, EdgeStage } from './edge-stage.ts';

export interface VisitorDeps {
  readonly texts: PortalTexts;
  readonly sessions: SessionStore;
  readonly site: Pick<Site, 'language' | 'languages' | 'theme'>;
  readonly country: CountryOf;
  readonly publicOrigin: string | undefined;
  /** Of the merchant's cookies. */
  readonly cookiePrefix: string;
}

export interface VisitorStage {
  /** Resolves the visitor unless a session cookie has to be opened first; true if the visitor is known. */
  resolveNow(request: EdgeRequest, response: EdgeResponse): boolean;
  readonly handle: EdgeStage;
}

const MAX_USER_AGENT_LENGTH = 256;

/** Resolves the visitor of a request once: language, theme, session, address and country. */
export function visitorStage({ texts, sessions, site, country, publicOrigin, cookiePrefix }: VisitorDeps): VisitorStage {
  const setVisitor = (request: EdgeRequest, response: EdgeResponse, cookies: Cookies, session: PortalSession | null) => {
    const { locals } = response;
    if (sessions.isStale(cookies, session)) sessions.clear(response);
    locals.visitor = {
      requestId: locals.requestId,
      address: locals.address,
      country: country(locals.address),
      language: texts.detect({ url: request.url, headers: request.headers, cookies }, site.languages) ?? site.language,
      theme: themeOf(cookies.theme) ?? site.theme,
      session,
      userAgent: request.headers['user-agent']?.slice(0, MAX_USER_AGENT_LENGTH) ?? '',
      cookies,
      siteOrigin: siteOriginOf(publicOrigin, request.headers.host),
      times: locals.times,
    };
  };
  return {
    resolveNow(request, response) {
      const cookies = readCookies(request.headers.cookie, cookiePrefix);
      const session = sessions.open(cookies);
      if (session instanceof Promise) return false;
      setVisitor(request, response, cookies, session);
      return true;
    },
    handle(request, response, next) {
      if (response.locals.visitor) return next();
      const cookies = readCookies(request.headers.cookie, cookiePrefix);
      Promise.resolve(sessions.open(cookies))
        .then((session) => setVisitor(request, response, cookies, session))
        .then(() => next(), next);
    },
  };
}

function themeOf(value: string | undefined): Theme | undefined {
  return THEMES.find((theme) => theme === value);
}
