import type { HelpArticle } from '../../../../shared/api/publishing/schemas.ts';
import { normalizeText, searchTerms } from '../../../../shared/search-terms.ts';

/** Weight of a hit in the title relative to one in the text. */
const TITLE_WEIGHT = 5;

/** Articles that contain every word of the search, best match first; case and accents are ignored. */
export function findArticles(articles: readonly HelpArticle[], search: string): HelpArticle[] {
  const words = searchTerms(search);
  if (words.length === 0) return [];
  return articles
    .map((article) => ({ article, score: scoreOf(article, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ article }) => article);
}

function scoreOf({ title, content }: HelpArticle, words: readonly string[]): number {
  const head = normalizeText(title);
  const body = normalizeText(textOf(content));
  let score = 0;
  for (const word of words) {
    const inHead = head.includes(word);
    if (!inHead && !body.includes(word)) return 0;
    score += inHead ? TITLE_WEIGHT : 1;
  }
  return score;
}

/** The first words of an article, for lists. */
export function excerpt(html: string, maxLength = 160): string {
  const text = textOf(html);
  if (text.length <= maxLength) return text;
  const cut = text.slice(0, maxLength);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), maxLength / 2))}…`;
}

function textOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:nbsp|#160);/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#0?39;/g, "'")
    .replace(/\s+/g, ' ')
    .trim();
}
