import sanitizeHtml from 'sanitize-html';

/** What operators may write: structure of texts, tables, links to this site, over https or to an address for e-mail. */
const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['p', 'br', 'hr', 'strong', 'b', 'em', 'i', 'u', 'code', 'blockquote', 'ul', 'ol', 'li', 'h2', 'h3', 'h4', 'a'],
    ...['table', 'caption', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  // A page has one heading of the first level, its own.
  transformTags: { h1: 'h2' },
};

/**
 * HTML that an operator wrote, reduced to the one list that storing, the console's preview, files of a merchant and pages share: what is
 * seen before is what is shown. Cleaning twice changes nothing.
 */
export function cleanHtml(html: string): string {
  return sanitizeHtml(html, OPTIONS);
}
