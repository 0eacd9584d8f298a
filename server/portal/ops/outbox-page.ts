import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { escapeHtml } from '../../../shared/escape-html.ts';
import { TEXTS } from '../../../shared/i18n/locales.ts';
import { translator } from '../../../shared/i18n/translate.ts';

/** Fields of an outbox message that the page shows. */
const outbox = v.object({
  messages: v.array(
    v.object({
      id: v.string(),
      channel: v.string(),
      to: v.string(),
      template: v.string(),
      language: v.string(),
      subject: v.string(),
      text: v.string(),
      createdAt: v.string(),
      sentAt: v.nullable(v.string()),
      failure: v.nullable(v.string()),
    }),
  ),
});
type OutboxMessage = v.InferOutput<typeof outbox>['messages'][number];

/** Operator pages are in English, like the log. */
const t = translator(TEXTS.EN ?? {}, 'en');

const STYLE = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 64rem; margin: 2rem auto; padding: 0 1rem; color: #16202b; background: #fff }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: .5rem .75rem .5rem 0; border-top: 1px solid #d4dbe1 }
td p { margin: 0; white-space: pre-line; overflow-wrap: anywhere }
small { color: #55636f }
@media (max-width: 40rem) { thead { display: none } td { display: block; border: 0; padding: .1rem 0 } tr { display: block; border-top: 1px solid #d4dbe1; padding: .75rem 0 } }
`;

/** Allows only the page's own style sheet and no script. */
export const OUTBOX_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;

/** The outbox for people: newest message first, as the platform lists them. Throws if the answer is not an outbox. */
export function outboxPage(answer: Buffer): string {
  const { messages } = v.parse(outbox, JSON.parse(answer.toString('utf8')));
  const heads = [t('messages.outboxTime'), t('messages.outboxChannel'), t('messages.outboxTo'), t('messages.outboxMessage')];
  const table = `<table><thead><tr>${[...heads, t('messages.outboxState')].map((head) => `<th scope="col">${escapeHtml(head)}</th>`).join('')}</tr></thead><tbody>${messages.map(row).join('')}</tbody></table>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(t('messages.outboxTitle'))}</title><style>${STYLE}</style></head><body><main><h1>${escapeHtml(t('messages.outboxTitle'))}</h1><p>${escapeHtml(t('messages.outboxIntro'))}</p>${messages.length === 0 ? `<p>${escapeHtml(t('messages.outboxEmpty'))}</p>` : table}</main></body></html>`;
}

function row({ id, channel, to, template, language, subject, text, createdAt, sentAt, failure }: OutboxMessage): string {
  const cells = [
    `<time datetime="${escapeHtml(createdAt)}">${escapeHtml(createdAt.slice(0, 19).replace('T', ' '))}</time>`,
    `${escapeHtml(channel)}<br><small>${escapeHtml(template)}, ${escapeHtml(language)}</small>`,
    escapeHtml(to),
    `${subject === '' ? '' : `<strong>${escapeHtml(subject)}</strong>`}<p dir="auto">${escapeHtml(text)}</p>`,
    escapeHtml(stateOf(sentAt, failure)),
  ];
  return `<tr id="message-${escapeHtml(id)}">${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
}

function stateOf(sentAt: string | null, failure: string | null): string {
  if (sentAt !== null) return t('messages.outboxSent');
  return failure === null ? t('messages.outboxWaiting') : t('messages.outboxFailed', { reason: failure });
}
