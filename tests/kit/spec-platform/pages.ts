import { ROUTES } from '../../../server/portal/pages/routes.ts';

/** Pages that show one thing need its id; the id of a promotion is made by the portal. */
const QUERIES: Readonly<Record<string, string>> = { '/game': '?gameId=1100', '/seamless': '?vassalage=PP' };

/** The address of every page, as a visitor of a platform of another maker opens it. */
export const PAGE_PATHS: readonly string[] = [...ROUTES]
  .filter(([path, { kind }]) => kind !== 'redirect' && path !== '/promoDetail')
  .map(([path]) => path + (QUERIES[path] ?? ''));
