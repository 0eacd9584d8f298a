import type { PageCache } from '../cache/page-cache.ts';
import type { EdgeResponse } from '../edge/edge-stage.ts';
import type { VisitorHosts } from '../hosts/hosts.ts';
import type { Assets } from '../render/assets.ts';
import type { IslandRenderer } from '../render/island-html.ts';
import type { PersonalSender } from '../render/send-page.ts';
import type { PagesDeps } from './mount.ts';
import type { LoadPersonalView } from './personal-view.ts';
import type { Screens } from './screens.tsx';
import type { Translator } from './site.ts';

const NO_HOSTS: VisitorHosts = { images: [], launch: [] };

/** Shared by the functions of one mounted site. */
export interface PageTools extends PagesDeps {
  readonly translator: Translator;
  readonly assets: Assets;
  readonly islands: IslandRenderer;
  readonly cache: PageCache;
  readonly personal: LoadPersonalView;
  readonly sender: PersonalSender;
  readonly screens: Screens;
  /** Random, so that content cannot imitate a slot. */
  readonly mark: string;
}

/** Prefetch rules are in a file, because the policy allows no inline rules and a cached page has no nonce. */
export const SPECULATION_RULES = ['Speculation-Rules', '"/site.speculationrules"'] as const;

export function hostsOf({ hosts }: PageTools, response: EdgeResponse): VisitorHosts {
  return hosts?.of(response.locals.visitor, response) ?? NO_HOSTS;
}
