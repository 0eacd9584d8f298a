import type { HelpTopic } from '../../../../shared/api/publishing/constants.ts';
import { TEXTS } from '../../../../shared/i18n/locales.ts';
import type { ContentDraft, ContentItem } from './store.ts';

/** Fixed dates, so that repeating the seed changes nothing. */
const day = (date: string) => new Date(`${date}T02:00:00Z`);
const PUBLISHED = day('2026-11-01');

/** Ids of banners and promotions name their artwork, or contain its name (`BANNERS`). In display order. */
const BANNERS: readonly ContentItem[] = [
  { id: 'welcome', kind: 'banner', groupName: 'home', href: '/rng', tone: 'teal' },
  { id: 'slots', kind: 'banner', groupName: 'home', href: '/rng?page=NOVA', tone: 'violet' },
  { id: 'live', kind: 'banner', groupName: 'home', href: '/live', tone: 'amber' },
  { id: 'lottery', kind: 'banner', groupName: 'home', href: '/elott', tone: 'blue' },
  { id: 'fishing', kind: 'banner', groupName: 'home', href: '/fish', tone: 'teal' },
  { id: 'vip', kind: 'banner', groupName: 'w_login', tone: 'violet' },
  { id: 'deposit', kind: 'banner', groupName: 'w_register', tone: 'teal' },
];

const POPUPS: readonly ContentItem[] = [{ id: 'demo-site', kind: 'popup', when: 'visitor', href: '/promotions' }];
/** Items of earlier versions, to be removed from existing databases. */
export const FORMER_CONTENT: readonly string[] = ['second-step'];

/** Promises nothing that the product cannot pay. */
const PROMOTIONS: readonly ContentItem[] = [
  { id: 'trial', kind: 'promotion', promotionType: 'welcome', audience: 'visitors', href: '/rng', tone: 'violet' },
  { id: 'first-steps', kind: 'promotion', promotionType: 'welcome', href: '/rng', tone: 'teal' },
  { id: 'protect', kind: 'promotion', promotionType: 'welcome', audience: 'real', href: '/member/securityCenter', tone: 'blue' },
  { id: 'deposit-free', kind: 'promotion', promotionType: 'deposit', audience: 'real', href: '/member/depositv2', tone: 'teal' },
  { id: 'limits-first', kind: 'promotion', promotionType: 'deposit', audience: 'real', href: '/help/safer-play', tone: 'amber' },
  { id: 'fair-returns', kind: 'promotion', promotionType: 'rebate', href: '/rng', tone: 'amber' },
  { id: 'vip-ladder', kind: 'promotion', promotionType: 'rebate', audience: 'real', href: '/vip', tone: 'violet' },
  { id: 'fair-challenge', kind: 'promotion', promotionType: 'event', href: '/rng', tone: 'blue', endsAt: day('2027-04-01') },
  { id: 'leaderboard', kind: 'promotion', promotionType: 'event', audience: 'real', href: '/member/missionLeaderboard', tone: 'amber' },
  { id: 'match-days', kind: 'promotion', promotionType: 'event', href: '/sports', tone: 'teal', endsAt: day('2027-06-01') },
  { id: 'draws', kind: 'promotion', promotionType: 'event', href: '/elott', tone: 'violet' },
  { id: 'chat-room', kind: 'promotion', promotionType: 'event', href: '/index', tone: 'blue' },
  { id: 'install-app', kind: 'promotion', promotionType: 'event', href: '/down', tone: 'teal' },
];

/** Newest first. */
const NOTICES: Readonly<Record<string, string>> = {
  demo: '2026-11-01',
  lobby: '2026-10-31',
  chat: '2026-10-31',
  matches: '2026-10-28',
  'vip-levels': '2026-10-26',
  fair: '2026-10-21',
  passkeys: '2026-10-14',
  locks: '2026-10-14',
  install: '2026-10-07',
  returns: '2026-09-30',
  record: '2026-09-23',
  languages: '2026-09-16',
  'dark-light': '2026-09-09',
  adults: '2026-09-01',
};

/** Announcements for agents, newest first. */
const AGENT_NOTICES: Readonly<Record<string, string>> = { 'agent-links': '2026-11-15', 'agent-start': '2026-11-01' };

/** Ids are the permanent addresses of the articles. */
const HELP: Readonly<Record<HelpTopic, readonly string[]>> = {
  account: [
    'how-to-register',
    'ways-to-log-in',
    'stay-logged-in',
    'second-factor',
    'what-is-a-passkey',
    'forgot-password',
    'trial-accounts',
    'vip-levels-explained',
  ],
  deposit: ['how-to-deposit', 'deposit-not-there', 'balance'],
  withdraw: ['withdrawals', 'play-money'],
  games: ['find-a-game', 'betting-record', 'bet-states', 'simulated-matches'],
  fairness: ['verify-a-round', 'seeds', 'change-your-seed', 'published-returns'],
  safety: ['play-in-control', 'when-to-stop', 'keep-your-account-safe', 'chat-rules'],
  app: ['install-android', 'install-iphone'],
  trouble: ['account-locked', 'code-not-there', 'new-place', 'interrupted-round', 'maintenance', 'restricted-region', 'customer-service'],
};

export function demoContent(): readonly ContentDraft[] {
  const items = [...BANNERS, ...POPUPS, ...PROMOTIONS].map((item) => ({ item, at: PUBLISHED }));
  const notices = Object.entries(NOTICES).map(([id, date]) => ({ item: { id, kind: 'notice' as const }, at: day(date) }));
  const agentNotices = Object.entries(AGENT_NOTICES).map(([id, date]) => ({
    item: { id, kind: 'notice' as const, audience: 'agents' as const },
    at: day(date),
  }));
  const help = Object.entries(HELP).flatMap(([topic, ids]) =>
    ids.map((id) => ({ item: { id, kind: 'help' as const, topic: topic as HelpTopic }, at: PUBLISHED })),
  );
  return [...items, ...notices, ...help, ...agentNotices].map(({ item, at }, position) => ({
    ...item,
    position,
    publishedAt: at,
    texts: textsOf(item),
  }));
}

/** The texts of an item from the locale area `content`, for each language with its own title; missing parts are English. */
function textsOf({ id, kind }: Pick<ContentDraft, 'id' | 'kind'>): ContentDraft['texts'] {
  const textIn = (language: string, part: string) => TEXTS[language]?.[`content.${kind}_${id}_${part}`];
  const of = (language: string) => {
    const read = (part: string) => textIn(language, part) ?? textIn('EN', part) ?? '';
    return { title: read('title'), body: read(kind === 'banner' ? 'text' : 'body'), summary: read('summary'), action: read('action') };
  };
  const translated = Object.keys(TEXTS).filter((language) => textIn(language, 'title') !== undefined);
  return { ...Object.fromEntries(translated.map((language) => [language, of(language)])), EN: of('EN') };
}
