import type { LegalText } from '../../../shared/api/publishing/schemas.ts';
import { cleanHtml } from '../../html/clean-html.ts';

type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The merchant's texts by page and language: those of its file, replaced by what operators have published. */
export function ownTexts(ofFile: Texts | undefined, published: readonly LegalText[]): Texts | undefined {
  if (published.length === 0) return ofFile;
  const texts: Record<string, Readonly<Record<string, string>>> = { ...ofFile };
  for (const { page, language, content } of published) texts[page] = { ...texts[page], [language]: cleanHtml(content) };
  return texts;
}
