import { escapeHtml } from '../../../../shared/escape-html.ts';
import type { Translate } from '../../base/http/index.ts';
import type { OutgoingMessage } from './contracts.ts';

/** Content that is sealed into the outbox and handed to a provider. */
export interface ComposedMessage {
  readonly to: string;
  /** Empty for SMS. */
  readonly subject: string;
  readonly text: string;
}

/** Purpose for sealing composed messages. */
export const MESSAGE_SEAL = 'message';

/** The text in the recipient's language. Every text names the site. */
export function compose(
  translate: Translate,
  brand: string,
  { channel, to, template, params, language }: OutgoingMessage,
): ComposedMessage {
  const filled = { ...params, brand };
  if (channel === 'sms') return { to, subject: '', text: translate(language, `messages.${template}`, filled) };
  return {
    to,
    subject: translate(language, `messages.${template}_subject`, filled),
    text: translate(language, `messages.${template}_mail`, filled),
  };
}

/** The text as HTML for mail programs: paragraphs and clickable links. */
export function htmlOf(text: string): string {
  const paragraphs = escapeHtml(text)
    .replace(/https?:\/\/[^\s<]+/g, (address) => `<a href="${address}">${address}</a>`)
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br>')}</p>`);
  return `<!doctype html><html><body style="font:16px/1.5 sans-serif">${paragraphs.join('')}</body></html>`;
}
