import type { PageContext } from '../layouts/page-context.ts';

export const HELP_PAGES = ['about', 'contact', 'terms', 'safer-play', 'privacy', 'affiliates', 'refunds'] as const;
export type HelpPage = (typeof HELP_PAGES)[number];

type Texts = Pick<PageContext, 'demo' | 'ownTexts'>;

/** The merchant's text of a page: in the language, otherwise in English, otherwise in any. */
export function ownText({ ownTexts }: Texts, page: HelpPage, language: string): string | undefined {
  const texts = ownTexts[page] ?? {};
  return texts[language] ?? texts.EN ?? Object.values(texts)[0];
}

/** Pages with a text. Only the demo shows example texts: a merchant's legal texts are its own. */
export function helpPages({ demo, ownTexts }: Texts): readonly HelpPage[] {
  return HELP_PAGES.filter((page) => demo || Object.keys(ownTexts[page] ?? {}).length > 0);
}

/** Address of a page; undefined without a text. */
export function helpHref(texts: Texts, page: HelpPage): string | undefined {
  return helpPages(texts).includes(page) ? `/help/${page}` : undefined;
}

/** Advice on responsible gaming; without a text the page with limits and breaks. */
export function saferPlayHref(texts: Texts): string {
  return helpHref(texts, 'safer-play') ?? '/member/protection';
}

/** The help centre has an article. */
export function hasHelpCentre({ demo, help }: Pick<PageContext, 'demo' | 'help'>): boolean {
  return demo || help.length > 0;
}
