import express, { type Router } from 'express';
import { systemWhitelabel } from '../../../../shared/api/system/contract.ts';
import { LANGUAGES } from '../../../../shared/i18n/languages.ts';
import { NOTICE_LIST_PATH } from '../../../../shared/web-paths.ts';
import type { Upstream } from '../../contracts.ts';
import { routeName } from '../../edge/route-name.ts';
import { callValue } from '../call-value.ts';
import type { PagesDeps } from '../mount.ts';
import { loadNotices, pageNumber } from '../notices/notice-list.ts';

/**
 * `GET /content/notices`: one page of notices for their dialog, sanitized and dated as on their page. The language is part of the address,
 * so that a cached answer is never in another language.
 */
export function contentData(upstream: Upstream, count: PagesDeps['countBuild']): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  // Sanitizing texts costs as much as rendering a page.
  router.get(NOTICE_LIST_PATH, routeName('notices'), count, async (request, response) => {
    const query = new URLSearchParams(request.url.split('?')[1]);
    const requestedLanguage = LANGUAGES.find(({ tag }) => tag === query.get('tag'));
    const visitor = { ...response.locals.visitor, session: null, ...(requestedLanguage ? { language: requestedLanguage } : {}) };
    const { timeZone } = await callValue(upstream, systemWhitelabel, {}, visitor);
    const list = await loadNotices(upstream, visitor, timeZone, { pageNo: pageNumber(query.get('pageNo')) });
    response.set('Cache-Control', 'private, max-age=30').json(list);
  });
  return router;
}
