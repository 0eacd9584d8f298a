import { pageAccount } from '../../runtime/page-session.ts';
import { isSameBuild } from './same-build.ts';

/** A page of a centre without the site around it. */
export interface Panel {
  readonly href: string;
  readonly title: string;
  readonly documentTitle: string;
  /** Its menu, if it has one apart from its content, and its content. */
  readonly parts: readonly Element[];
}

let count = 0;

/**
 * Requests a page of a centre and prepares it for this document. Undefined if only a navigation can show it: it is not
 * a page of a centre, it belongs to another session or another build, or it opens a dialog.
 */
export async function loadPanel(request: Request): Promise<Panel | undefined> {
  const response = await fetch(request);
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const content = page.querySelector('main [data-centre]');
  if (!content || accountOf(page) !== pageAccount() || propsOf(page, 'modal-host')?.open || !isSameBuild(page)) return undefined;
  await Promise.all([...page.querySelectorAll<HTMLLinkElement>('head link[rel=stylesheet]')].map(addStyle));
  count += 1;
  const parts = [...page.querySelectorAll('[data-centre-rail]'), content].map((part) => document.importNode(part, true));
  for (const part of parts) renameIds(part, `c${count}`);
  const { pathname, search } = new URL(response.url);
  return { href: pathname + search, title: content.querySelector('h1')?.textContent ?? '', documentTitle: page.title, parts };
}

function accountOf(page: Document): string | null {
  const member = propsOf(page, 'header-bar')?.member as { account: string } | null | undefined;
  return member?.account ?? null;
}

function propsOf(page: Document, island: string): Record<string, unknown> | undefined {
  const props = page.querySelector(`lagoon-island[name="${island}"]`)?.getAttribute('props');
  return props ? (JSON.parse(props) as Record<string, unknown>) : undefined;
}

/** Adds a style sheet that this document does not have; a failed one must not withhold the page. */
function addStyle({ href }: HTMLLinkElement): Promise<void> {
  const path = new URL(href, location.href).pathname;
  if (document.querySelector(`link[rel=stylesheet][href="${path}"]`)) return Promise.resolve();
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = path;
  return new Promise((resolve) => {
    link.onload = link.onerror = () => resolve();
    document.head.append(link);
  });
}

const HELD_DATA: readonly string[] = ['props', 'texts', 'value', 'class'];

/**
 * Both documents number their islands from 0, and ids within an island start with the id of the island: every id and
 * every reference gets a prefix. Hydration derives the same ids from the id of the element.
 */
function renameIds(part: Element, prefix: string): void {
  const islands = new Set([...part.querySelectorAll('lagoon-island')].map(({ id }) => id));
  const rename = (token: string) =>
    token.replace(/^(_?)(i\d+)(?=-|$)/, (all, mark: string, id: string) => (islands.has(id) ? mark + prefix + id : all));
  for (const element of part.querySelectorAll('lagoon-island, lagoon-island *'))
    for (const attribute of element.attributes) {
      if (HELD_DATA.includes(attribute.name) || !/(?:^|[\s_])i\d/.test(attribute.value)) continue;
      attribute.value = attribute.value.split(' ').map(rename).join(' ');
    }
}
