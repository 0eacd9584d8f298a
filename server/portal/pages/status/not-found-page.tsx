import type { IncomingMessage } from 'node:http';
import { NotFoundPage } from '../../../../views/pages/status/not-found.tsx';
import type { LoadInput } from '../load-input.ts';
import type { PageView } from '../page-view.ts';

/**
 * Address of the cached page: one for all unknown addresses, so that requests for many of them render nothing. Sign-in and preferences on
 * it lead to the home page.
 */
export const NOT_FOUND_PATH = '/';

export function notFoundPage({ context }: LoadInput): Promise<PageView> {
  return Promise.resolve({
    status: 404,
    title: context.t('lobby.status_not-found'),
    entry: 'views/pages/status/not-found.tsx',
    islands: ['search-box'],
    noIndex: true,
    body: <NotFoundPage context={context} />,
  });
}

/** True for browsers; other clients get one line of text. */
export function wantsPage({ method, headers }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && /text\/html/.test(headers.accept ?? '');
}
