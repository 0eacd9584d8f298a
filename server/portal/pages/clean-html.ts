import sanitizeHtml from 'sanitize-html';

/** Cleans HTML that an operator wrote: text structure, links to this site or over https, and nothing else. */
export function cleanHtml(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: ['p', 'br', 'strong', 'b', 'em', 'i', 'u', 'ul', 'ol', 'li', 'h2', 'h3', 'h4', 'blockquote', 'a', 'code', 'hr'],
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['https', 'mailto'],
    allowProtocolRelative: false,
    transformTags: { h1: 'h2', a: sanitizeHtml.simpleTransform('a', { rel: 'noopener nofollow' }) },
  });
}
