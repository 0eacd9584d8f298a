import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import {
  BANNER_GROUPS,
  CONTENT_PICTURE_WIDTHS,
  HELP_TOPICS,
  LEGAL_PAGES,
  POPUP_TIMES,
  PROMOTION_TYPES,
} from '../../../../../shared/api/publishing/constants.ts';
import { LANGUAGES } from '../../../../../shared/i18n/languages.ts';
import { FOCUSES } from '../../../base/uploads/index.ts';
import { instantOf, named, OperatorError, reason, timeField } from '../../../operators/index.ts';
import type { ContentDraft, ContentText } from '../store.ts';

/** Kinds that operators write. */
export const KINDS = ['notice', 'banner', 'promotion', 'popup', 'help', 'legal'] as const;
export type Kind = (typeof KINDS)[number];
/** Kinds with a picture behind the text. */
export const PICTURED = ['banner', 'promotion'] as const satisfies readonly Kind[];
export const STATES = ['published', 'draft'] as const;
export const TONES = ['teal', 'violet', 'amber', 'blue'] as const;
export const AUDIENCES = ['everyone', 'visitors', 'real'] as const;
/** Audiences of a notice. */
export const READERS = ['everyone', 'agents'] as const;

const LONGEST = { title: 120, summary: 300, action: 40, body: 60_000 } as const;
/** The fields of each language are named "title-EN" and so on. */
export const PARTS = Object.keys(LONGEST) as readonly (keyof typeof LONGEST)[];
export const longestOf = (part: keyof typeof LONGEST): number => LONGEST[part];
/** A path of this site or an address on the web. */
const href = v.pipe(v.string(), v.trim(), v.maxLength(500), v.regex(/^(?:$|\/(?![\\/])\S*$|https:\/\/\S+$)/));

const contentFields = {
  /** Empty: a new item. */
  id: v.pipe(v.string(), v.regex(/^[\w-]{0,64}$/)),
  kind: v.picklist(KINDS),
  position: v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number)),
  from: timeField,
  to: timeField,
  href: v.optional(href, ''),
  tone: v.optional(v.picklist(TONES), 'teal'),
  group: v.optional(v.picklist(BANNER_GROUPS), 'home'),
  type: v.optional(v.picklist(PROMOTION_TYPES), 'event'),
  audience: v.optional(v.picklist(AUDIENCES), 'everyone'),
  readers: v.optional(v.picklist(READERS), 'everyone'),
  when: v.optional(v.picklist(POPUP_TIMES), 'instant'),
  topic: v.optional(v.picklist(HELP_TOPICS), 'account'),
  page: v.optional(v.picklist(LEGAL_PAGES), 'terms'),
  state: v.optional(v.picklist(STATES), 'published'),
  focus: v.optional(v.picklist(FOCUSES), 'centre'),
};
const text = v.pipe(v.string(), v.maxLength(LONGEST.body));
export const contentForm = v.objectWithRest({ ...contentFields, reason }, text);
/** Minimum size of a picture, in pixels. */
export const CONTENT_PICTURE_LEAST = { width: CONTENT_PICTURE_WIDTHS.wide, height: Math.ceil(CONTENT_PICTURE_WIDTHS.wide / 3) };
export const pictureForm = v.object({ ...named.entries, focus: v.picklist(FOCUSES) });
/** A preview changes nothing, so the reason is optional. */
export const previewForm = v.objectWithRest({ ...contentFields, reason: v.optional(v.string()) }, text);
type ContentFields = v.InferOutput<typeof previewForm>;

/**
 * Builds the stored item from the form. Refuses texts that are too long and items without a title in the required language: English where
 * the merchant offers it, because other languages fall back to it, otherwise the merchant's own.
 */
export function draftOf(
  { id, kind, position, from: begin, to: end, href: link, tone, ...rest }: ContentFields,
  { now, timeZone, required }: { readonly now: Date; readonly timeZone: string; readonly required: string },
): ContentDraft {
  const [from, to] = [instantOf(begin, timeZone), instantOf(end, timeZone)];
  const common = {
    id: id === '' ? `${kind}-${randomBytes(6).toString('hex')}` : id,
    position,
    publishedAt: from ?? now,
    ...(to && { endsAt: to }),
    ...(link && { href: link }),
    texts: textsOf(rest, required),
  };
  if (to && to <= common.publishedAt) throw new OperatorError('contentEndsEarly', {}, 'to');
  if (kind === 'banner') return { ...common, kind, groupName: rest.group, tone };
  if (kind === 'popup') return { ...common, kind, when: rest.when };
  if (kind === 'promotion') return { ...common, kind, tone, promotionType: rest.type, audience: rest.audience };
  if (kind === 'help') return { ...common, kind, topic: rest.topic };
  if (kind === 'legal') return { ...common, kind, page: rest.page };
  return kind === 'notice' ? { ...common, kind, audience: rest.readers } : { ...common, kind };
}

function textsOf(fields: Readonly<Record<string, unknown>>, required: string): ContentDraft['texts'] {
  const texts = Object.fromEntries(
    LANGUAGES.flatMap(({ code }) => {
      const one = Object.fromEntries(PARTS.map((part) => [part, String(fields[`${part}-${code}`] ?? '').trim()]));
      for (const part of PARTS)
        if ((one[part] ?? '').length > LONGEST[part])
          throw new OperatorError('contentTooLong', { field: `${part}-${code}` }, `${part}-${code}`);
      if (PARTS.every((part) => one[part] === '')) return [];
      if (one.title === '') throw new OperatorError('contentUntitled', { language: code }, `title-${code}`);
      return [[code, one as unknown as ContentText] as const];
    }),
  );
  const main = texts[required];
  if (!main) throw new OperatorError('contentUntitled', { language: required }, `title-${required}`);
  return { ...texts, EN: texts.EN ?? main };
}
