import type { RequestHandler } from 'express';
import { systemWhitelabel } from '../../../../shared/api/system/contract.ts';
import { LANGUAGES } from '../../../../shared/i18n/languages.ts';
import { NOTICE_LIST_PATH } from '../../../../shared/web-paths.ts';
import type { Upstream } from '../../contracts.ts';
import { callValue } from '../call-value.ts';
import type { PagesDeps } from '../mount.ts';
import { loadNotices, pageNumber } from '../notices/notice-list.ts';

/**
 * `GET /content/notices`: one page of notices for their dialog, sanitized and dated as on their page. The language is part of the address,
 * so that a cached answer is never in another language.
 */
export function contentData(upstream: Upstream, count: PagesDeps['countBuild']): RequestHandler {
  return (request, response, next) => {
    if (request.path !== NOTICE_LIST_PATH || (request.method !== 'GET' && request.method !== 'HEAD')) return next();
    response.locals.route = 'notices';
    const query = new URLSearchParams(request.url.split('?')[1]);
    const requestedLanguage = LANGUAGES.find(({ tag }) => tag === query.get('tag'));
    const visitor = { ...response.locals.visitor, session: null, ...(requestedLanguage ? { language: requestedLanguage } : {}) };
    const answer = async () => {
      const { timeZone } = await callValue(upstream, systemWhitelabel, {}, visitor);
      const list = await loadNotices(upstream, visitor, timeZone, { pageNo: pageNumber(query.get('pageNo')) });
      response.set('Cache-Control', 'private, max-age=30').json(list);
    };
    // Sanitizing texts costs as much as rendering a page.
    count(request, response, (error?: unknown) => (error ? next(error) : void answer().catch(next)));
  };
}
