import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { Language } from '../../../shared/i18n/languages.ts';
import type { SiteInfo } from '../access/site.ts';
import type { Brand } from '../brand/brand.ts';
import type { EdgeRequest, EdgeResponse, EdgeStage, Next, Upstream } from '../contracts.ts';
import type { Hosts } from '../hosts/hosts.ts';
import type { Lookups } from '../request-times.ts';

/**
 * What the pages get from the portal. The visitor, the log and a nonce made on first use are in `response.locals`;
 * security headers are already on the response, a page adds its content type, cache rule and bytes.
 */
export interface PagesDeps {
  /** Public calls come from the shared cache, the balance from a short cache per session. */
  readonly upstream: Upstream;
  readonly merchant: string;
  /** Absolute address under which players see the portal, without a trailing slash. */
  readonly publicUrl: string | undefined;
  /** Folder with the browser build; the manifest is `.vite/manifest.json` in it. */
  readonly clientDir: string;
  /** The merchant's own look; absent: the built-in one. */
  readonly brand?: Brand | undefined;
  /** Languages that the site offers; absent: all. */
  readonly languages?: (() => readonly Language[]) | undefined;
  /** Counts the making of a page that is not at hand, which costs more than all else; goes on or answers 429. */
  readonly countBuild: (request: EdgeRequest, response: EdgeResponse, next: Next) => void;
  /** Counts the making of a page for one member, over all their addresses; absent in tests. */
  readonly countOwn?: PagesDeps['countBuild'];
  /** Counts a launch that comes with a page, together with those that scripts ask for; absent in tests. */
  readonly countLaunch?: PagesDeps['countBuild'];
  /** Where messages of the demo can be read; absent where they are sent. */
  readonly outbox?: string | undefined;
  /** What the platform's status says about the site; absent in tests. */
  readonly info?: () => SiteInfo | null;
  /** Hosts for pictures and games; without it everything comes from the site's own address. */
  readonly hosts?: Pick<Hosts, 'of'>;
  /** What React and putting a page together cost; absent in tests. */
  readonly onRender?: (kind: 'build' | 'own', milliseconds: number) => void;
  /** Where what the page cache counts can be read; absent in tests. */
  readonly watchPages?: (lookups: Lookups, entries: () => number) => void;
  readonly log: Logger;
}

/** Screens outside of the route table. */
export type Screen =
  | {
      readonly kind: 'maintenance';
      readonly status: 503;
      readonly until: string | null;
      /** The operator's words, by language. */
      readonly texts: Readonly<Record<string, string>>;
      readonly timeZone: string;
    }
  | { readonly kind: 'restricted'; readonly status: 451; readonly address: string; readonly country: string | undefined }
  | { readonly kind: 'error'; readonly status: number };

export interface Pages {
  /**
   * Answers GET and HEAD of public pages, which are the same for everybody but for the places of the visitor's own parts.
   * Runs before Express, with what Node has; a failure is left in `locals.screen` for the stages after it.
   */
  readonly ready: EdgeStage;
  /**
   * Answers GET and HEAD of the route table and calls `next` for anything else. With `response.locals.form` it renders
   * the same page for this visitor alone, keeps the status that is already set (422) and fills the form from it.
   */
  readonly handle: RequestHandler;
  /** Unknown address: the site's own "not found" page with status 404. */
  readonly notFound: (request: Request, response: Response) => void;
  /** Whole-page answers; must not need the upstream. */
  readonly screen: (request: Request, response: Response, screen: Screen) => void;
  /** Pages of before a change are built anew. */
  outdate(): void;
  close(): Promise<void>;
}

/** Exported by `pages/index.ts`. */
export type MountPages = (deps: PagesDeps) => Pages | Promise<Pages>;
