import type { EdgeRequest } from '../edge/edge-stage.ts';

/** Pages that stay open when the merchant shows the site to members only. */
const OPEN_PAGES: readonly string[] = ['/login', '/register', '/register.html', '/helpmc', '/download'];
/** Not pages: calls have token rules, form posts have their own checks, and social sign-in returns here. */
const NO_PAGE = /^\/(?:wps|lgw|lotto|form|auth|studio|app|content)\/|^\/(?:preferences|customerService|sw\.js|site\.webmanifest|offline)$/;

/** Where to redirect a visitor without a session on a members-only site; undefined if the page is open. */
export function loginRedirect({ url, method }: EdgeRequest): string | undefined {
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  const page = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  if ((method !== 'GET' && method !== 'HEAD') || OPEN_PAGES.includes(page) || NO_PAGE.test(path)) return undefined;
  return page === '/' || page === '/index' ? '/login' : `/login?next=${encodeURIComponent(url)}`;
}
