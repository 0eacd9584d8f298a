import { LEGAL_PAGES } from '../../../../shared/api/publishing/constants.ts';
import type { Banner, HelpArticle, LegalText, Popup, Promotion } from '../../../../shared/api/publishing/schemas.ts';
import { DEFAULT_LANGUAGE } from '../../../../shared/constants.ts';
import { STUDIO_ART_PATH } from '../../../../shared/games/contract.ts';
import { smallAddressOf } from './pictures.ts';
import type { PublishedContent } from './reads.ts';

export function presentNotice({ id, title, body, publishedAt }: PublishedContent) {
  return { id, title, content: body, date: publishedAt.toISOString() };
}

export function presentBanner(item: PublishedContent): Banner {
  const { id, groupName, title, body, action, href, tone } = item;
  const small = smallAddressOf(item.image);
  return { id, groupName, title, text: body, action, href, imageUrl: pictureOf(item), ...(small && { smallImageUrl: small }), tone };
}

export function presentPopup(item: PublishedContent): Popup {
  return { ...presentNotice(item), when: requireValue(item, item.popTime), href: item.href, action: item.action };
}

export function presentPromotion(item: PublishedContent): Promotion {
  const { summary, tone, endsAt, action, href } = item;
  return {
    ...presentNotice(item),
    summary,
    tone,
    action,
    href,
    type: requireValue(item, item.promotionType),
    imageUrl: pictureOf(item),
    endsAt: endsAt?.toISOString() ?? null,
  };
}

export function presentArticle(item: PublishedContent): HelpArticle {
  return { id: item.id, topic: requireValue(item, item.topic), title: item.title, content: item.body };
}

/** The text of each page that was published last: a later version replaces the earlier one at its date. */
export function presentPages(items: readonly PublishedContent[], language: string): LegalText[] {
  const newestFirst = items.toSorted((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime());
  return LEGAL_PAGES.flatMap((page) => {
    const item = newestFirst.find((one) => one.page === page);
    return item ? [{ page, language: item.ownTitle === null ? DEFAULT_LANGUAGE : language, content: item.body }] : [];
  });
}

function pictureOf({ id, image }: PublishedContent): string {
  return image || `${STUDIO_ART_PATH}/banner-${id}.svg`;
}

/** Database constraints guarantee the fields of each kind. */
function requireValue<T>({ id }: PublishedContent, value: T | null): T {
  if (value === null) throw new Error(`The content ${id} lacks a field that its kind requires.`);
  return value;
}
