import type { ReactElement } from 'react';
import { type ConsoleArea, type ConsoleInput, type ConsolePage, isActionAllowed } from '../operators/index.ts';

export interface FoundPage {
  readonly page: ConsolePage;
  readonly body: ReactElement;
  /** Path below `/console`. */
  readonly currentPath: string;
  readonly at: string;
}

/** `holdsNul` finds the character once the address is decoded. */
export const NUL_IN_ADDRESS = /%00/;

/** A page by path and query as this operator sees it. Undefined if it does not exist or the role may not see it. */
export async function pageAt(areas: readonly ConsoleArea[], input: ConsoleInput, at: string | undefined): Promise<FoundPage | undefined> {
  if (at === undefined || !/^(?:\/[^\s\\]{0,500})?$/.test(at) || NUL_IN_ADDRESS.test(at)) return undefined;
  const { pathname, searchParams } = new URL(`http://console${at}`);
  const currentPath = pathname === '/' ? '' : pathname;
  for (const page of areas.flatMap(({ pages }) => pages)) {
    const params = paramsOf(page.path, currentPath);
    if (!params || !isActionAllowed(input.session.role, page.action)) continue;
    const body = await page.load({ ...input, params, query: searchParams });
    return body && { page, body, currentPath, at };
  }
  return undefined;
}

function paramsOf(pattern: string, path: string): Record<string, string> | undefined {
  const [patternParts, pathParts] = [pattern.split('/'), path.split('/')];
  if (patternParts.length !== pathParts.length) return undefined;
  const pairs = patternParts.map((part, index) => [part, pathParts[index] ?? ''] as const);
  if (!pairs.every(([part, value]) => (part.startsWith(':') ? value !== '' : part === value))) return undefined;
  return Object.fromEntries(pairs.filter(([part]) => part.startsWith(':')).map(([part, value]) => [part.slice(1), decoded(value)]));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
