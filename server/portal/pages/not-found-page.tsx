import type { IncomingMessage } from 'node:http';
import { NotFoundPage } from '../../../views/pages/not-found.tsx';
import type { LoadInput } from './load-input.ts';
import type { PageView } from './page-view.ts';

/**
 * Address under which the page is kept: one for all unknown addresses, so that whoever tries many of them costs nothing.
 * Sign-in and choices that are made on it lead on to the lobby.
 */
export const NOT_FOUND_HERE = '/';

export function notFoundPage({ context }: LoadInput): Promise<PageView> {
  return Promise.resolve({
    status: 404,
    title: context.t('lobby.status_not-found'),
    entry: 'views/pages/not-found.tsx',
    islands: ['search-box'],
    noIndex: true,
    body: <NotFoundPage context={context} />,
  });
}

/** Programs that ask for a picture or data are told in a line; people get the page. */
export function wantsPage({ method, headers }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && /text\/html/.test(headers.accept ?? '');
}
