import sanitizeHtml from 'sanitize-html';

/** Allowed in operators' HTML: text structure, tables, and links to this site, https addresses or e-mail. */
const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['p', 'br', 'hr', 'strong', 'b', 'em', 'i', 'u', 'code', 'blockquote', 'ul', 'ol', 'li', 'h2', 'h3', 'h4', 'a'],
    ...['table', 'caption', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  // The page itself has the only first-level heading.
  transformTags: { h1: 'h2' },
};

/**
 * Sanitizes HTML of an operator. Storage, the console's preview, merchant files and pages share this list, so the preview equals the page.
 * The result is idempotent.
 */
export function cleanHtml(html: string): string {
  return sanitizeHtml(html, OPTIONS);
}
