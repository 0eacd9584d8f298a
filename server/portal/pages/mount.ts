import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { Language } from '../../../shared/i18n/languages.ts';
import type { SiteInfo } from '../access/site.ts';
import type { Brand } from '../brand/brand.ts';
import type { Upstream } from '../contracts.ts';
import type { EdgeRequest, EdgeResponse, Next } from '../edge/edge-stage.ts';
import type { Lookups } from '../edge/request-times.ts';
import type { Hosts } from '../hosts/hosts.ts';
import type { Screen } from './screen.ts';

/**
 * Dependencies of the pages. The visitor, the log and a lazily created nonce are in `response.locals`; security headers are already set,
 * and a page adds its content type, cache rule and body.
 */
export interface PagesDeps {
  /** Public calls use the shared cache, the balance a short cache per session. */
  readonly upstream: Upstream;
  readonly merchant: string;
  /** Absolute address under which players see the portal, without a trailing slash. */
  readonly publicUrl: string | undefined;
  /** Folder of the browser build; the manifest is `.vite/manifest.json` in it. */
  readonly clientDir: string;
  /** The merchant's branding; absent: the built-in one. */
  readonly brand?: Brand;
  /** Offered languages; absent: all. */
  readonly languages?: () => readonly Language[];
  /** Counts the rendering of an uncached page, the most expensive request; continues or answers 429. */
  readonly countBuild: (request: EdgeRequest, response: EdgeResponse, next: Next) => void;
  /** Counts the rendering of a page for one member, over all their addresses; absent in tests. */
  readonly countPersonal?: PagesDeps['countBuild'];
  /** Counts a launch by a page together with those by scripts; absent in tests. */
  readonly countLaunch?: PagesDeps['countBuild'];
  /** The site is the demo; absent: it is. */
  readonly demo?: boolean;
  /** Address of the demo's outbox; absent where messages are sent. */
  readonly outbox?: string;
  /** True if the platform answers lists of games to members only; absent: to everyone. */
  readonly hasMemberLists?: () => boolean;
  /** Site status of the platform; absent in tests. */
  readonly info?: () => SiteInfo | null;
  /** Hosts for pictures and games; absent: everything comes from the site's own address. */
  readonly hosts?: Pick<Hosts, 'of' | 'all'>;
  /** Receives the duration of rendering a page; absent in tests. */
  readonly onRender?: (kind: 'build' | 'own', milliseconds: number) => void;
  /** Registers the counters of the page cache; absent in tests. */
  readonly watchPages?: (lookups: Lookups, entries: () => number) => void;
  readonly log: Logger;
}

export interface Pages {
  /** Answers a visitor who is not signed in with a public page that is ready in memory; false: it is not. */
  sendReady(request: EdgeRequest, response: EdgeResponse): boolean;
  /**
   * Answers GET and HEAD of public pages, which differ between visitors only in the personal parts, and calls `next` for anything else. The
   * refusal of a call that the page needs is stored in `locals.outage` for `handle`.
   */
  readonly ready: RequestHandler;
  /**
   * Answers GET and HEAD of the route table and calls `next` for anything else. With `response.locals.form` it renders the page for this
   * visitor alone, keeps the status that is already set (422) and fills the form in.
   */
  readonly handle: RequestHandler;
  /** Unknown address: the site's "not found" page with status 404. */
  readonly notFound: (request: Request, response: Response) => void;
  /** Whole-page answers; must not need the upstream. */
  readonly screen: (request: Request, response: Response, screen: Screen) => void;
  /** Marks all cached pages as outdated. */
  invalidate(): void;
  close(): Promise<void>;
}

/** Exported by `pages/index.ts`. */
export type MountPages = (deps: PagesDeps) => Pages | Promise<Pages>;
