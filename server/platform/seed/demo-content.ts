import { TEXTS } from '../../../shared/i18n/locales.ts';
import type { ContentDraft, ContentItem } from '../content/index.ts';

/** One day for all, so that a second seed finds what the first has written. */
const PUBLISHED = new Date('2026-11-01T02:00:00Z');

/** Banner ids are names of the artwork (`BANNERS`). */
const ITEMS: readonly ContentItem[] = [
  { id: 'welcome', kind: 'banner', groupName: 'home', href: '/rng', tone: 'teal' },
  { id: 'slots', kind: 'banner', groupName: 'home', href: '/rng?page=NOVA', tone: 'violet' },
  { id: 'live', kind: 'banner', groupName: 'home', href: '/live', tone: 'amber' },
  { id: 'lottery', kind: 'banner', groupName: 'home', href: '/elott', tone: 'blue' },
  { id: 'vip', kind: 'banner', groupName: 'w_login', tone: 'violet' },
  { id: 'deposit', kind: 'banner', groupName: 'w_register', tone: 'teal' },
  { id: 'demo', kind: 'notice' },
  { id: 'fair', kind: 'notice' },
  { id: 'returns', kind: 'notice' },
  { id: 'trial', kind: 'promotion', promotionType: 'event' },
];

export function demoContent(): readonly ContentDraft[] {
  return ITEMS.map((item, position) => ({ ...item, position, publishedAt: PUBLISHED, texts: textsOf(item) }));
}

/** The texts of an item from the locale area `content`, in each language that has a title of its own. */
function textsOf({ id, kind }: Pick<ContentDraft, 'id' | 'kind'>): ContentDraft['texts'] {
  const read = (language: string, part: string) => TEXTS[language]?.[`content.${kind}_${id}_${part}`];
  const of = (language: string) => ({
    title: read(language, 'title') ?? '',
    body: read(language, kind === 'banner' ? 'text' : 'body') ?? '',
    action: read(language, 'action') ?? '',
  });
  const translated = Object.keys(TEXTS).filter((language) => read(language, 'title') !== undefined);
  return { ...Object.fromEntries(translated.map((language) => [language, of(language)])), EN: of('EN') };
}
