import { NOTICE_LIST_PATH } from '../../../shared/web-paths.ts';
import type { NoticeView } from './props.ts';

/** One page of notices from the portal. Texts are sanitised, dates are in the merchant's time zone. */
export interface NoticeList {
  readonly notices: readonly NoticeView[];
  readonly page: number;
  readonly pages: number;
  readonly timeZone: string;
}

const DEADLINE_MS = 20_000;

/** Loads a page of notices in the page's language; null if it fails. */
export async function fetchNotices(page: number, languageTag: string): Promise<NoticeList | null> {
  try {
    const query = new URLSearchParams({ pageNo: String(page), tag: languageTag });
    const response = await fetch(`${NOTICE_LIST_PATH}?${query}`, { signal: AbortSignal.timeout(DEADLINE_MS) });
    return response.ok ? ((await response.json()) as NoticeList) : null;
  } catch {
    return null;
  }
}
