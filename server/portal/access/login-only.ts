import type { EdgeRequest } from '../contracts.ts';

/** Pages that stay open where the merchant shows the site to members only (specification, section 2). */
const OPEN_PAGES: readonly string[] = ['/login', '/register', '/register.html', '/helpmc', '/download'];
/** No pages: calls have their own token rules, posts their own checks, the sign-in with another service comes back here. */
const NO_PAGE = /^\/(?:wps|lgw|lotto|form|auth|studio|app|content)\/|^\/(?:preferences|customerService|sw\.js|site\.webmanifest|offline)$/;

/** Where to send a visitor without a session on a site for members only; undefined where the visitor may stay. */
export function needsLogin({ url, method }: EdgeRequest): string | undefined {
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  const page = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  if ((method !== 'GET' && method !== 'HEAD') || OPEN_PAGES.includes(page) || NO_PAGE.test(path)) return undefined;
  return page === '/' || page === '/index' ? '/login' : `/login?next=${encodeURIComponent(url)}`;
}
