import type { AnyCall } from '../../../shared/api/define-call.ts';
import type { Envelope } from '../../../shared/api/envelope.ts';
import { gameMenus } from '../../../shared/api/games/calls.ts';
import type { Game } from '../../../shared/api/games/schemas.ts';
import { helpCenter, listAnnouncements } from '../../../shared/api/publishing/calls.ts';
import { settingRegister } from '../../../shared/api/register/calls.ts';
import { systemWhitelabel } from '../../../shared/api/system/calls.ts';
import { testCounts } from '../../../shared/test-reward-counts.ts';
import type { Upstream, Visitor } from '../contracts.ts';

/** A platform of a few games for page tests: answers by call id and records the requests. */
export interface TestUpstream extends Upstream {
  readonly requests: { readonly call: string; readonly query: unknown; readonly account: string | undefined }[];
  readonly answers: Map<string, (visitor: Visitor) => unknown>;
  /** Outage of all calls, of members' calls, or of all calls but those that every page needs. */
  outage: boolean | 'for members' | 'but for the site';
}

const AT = '2026-11-20T08:00:00.000Z';

const RECORD = { currency: 'USD', currencySymbol: '$', timeZone: 'Asia/Bangkok' };
const SHEET = { opening: '0.0000', closing: '0.0000', sums: [], balanced: true };
const LINES = { lines: 0, firstLine: 0, pageNum: 1, totalPages: 1 };
const PLAY = { rounds: 0, stake: '0.0000', payout: '0.0000', net: '0.0000' };
const CASH = { deposits: '0.0000', withdrawals: '0.0000', netDeposits: '0.0000' };

export function testGame(gameId: string, gameName: string): Game {
  return {
    gameId,
    nodeId: gameId,
    vassalage: 'NOVA',
    accountTypeName: 'Northlight',
    gameName,
    nodeName: gameName,
    showIcon: `/studio/art/${gameId}.svg`,
    supportPlay: 0,
    gameType: 'VIDEO_SLOT',
    gameCategory: 'RNG',
    rtp: '96.12',
    minBet: '0.2000',
    lineNum: 20,
    isHot: false,
    isNew: false,
    maintenance: false,
  };
}

export function testUpstream(): TestUpstream {
  const games = [testGame('NOVA_ONE', 'Harbour <One>'), testGame('NOVA_TWO', 'Harbour Two')];
  const answers = new Map<string, (visitor: Visitor) => unknown>([
    ['system.whitelabel', () => WHITELABEL],
    ['games.menus', () => ({ gameMenus: [MENU] })],
    ['setting.register', () => ({ fields: {}, mobileRegister: false, usernameRegister: true, minimumAge: 18, termsPreTicked: false })],
    ['content.announcements', () => ({ player: [NOTICE], banners: [], popup: [], promotion: [PROMOTION] })],
    ['content.help', () => ({ articles: [] })],
    ['content.availablePromotions', () => ({ availablePromo: ['p1'], availablePromoCount: 1 })],
    ['promotions.list', () => ({ currency: 'USD', currencySymbol: '$', paused: false, promotions: [] })],
    ['contracts.info', () => CONTRACT_INFO],
    ['missions.summary', () => ({ missionCount: 0 })],
    ['missions.leaderboard', () => LEADERBOARD],
    ['missions.list', () => ({ currency: 'USD', currencySymbol: '$', paused: false, now: '2026-11-26T00:00:00.000Z', missions: MISSIONS })],
    ['referral.overview', () => REFERRAL],
    [
      'system.domainRoute',
      () => ({
        domainList: [
          { url: 'https://a.example', speed: 20 },
          { url: 'http://plain.example', speed: 1 },
        ],
      }),
    ],
    ['games.popular', () => ({ games })],
    [
      'protection.play',
      () => ({ session: null, check: { minutes: 60, dueAt: null, due: false }, refused: null, room: null, currencySymbol: '$' }),
    ],
    ['games.hot', () => ({ list: [] })],
    ['games.winners', () => ({ winners: [] })],
    ['games.list', () => ({ games, pageNum: 1, totalPages: 1, total: games.length })],
    ['games.favourites', () => ({ games })],
    ['games.recent', () => ({ games: [] })],
    ['games.types', () => ({ list: [] })],
    ['games.rank', () => ({ from: AT, to: AT, list: [] })],
    ['games.matches', () => ({ now: AT, live: [], open: [], results: [] })],
    ['lottery.menu', () => ({ now: AT, games: [] })],
    ['lottery.openedNumbers', () => ({ list: [] })],
    ['lottery.vnNumbers', () => ({ list: [] })],
    ['games.launch', () => ({ ...LAUNCH, gameName: 'Harbour One' })],
    ['rewards.count', () => ({ counts: testCounts({ cashback: 2, points: 1 }) })],
    ['rewards.list', () => REWARDS],
    ['rewards.history', () => ({ page: 1, pages: 1, rewards: [PAST_REWARD] })],
    ['cashback.rates', () => CASHBACK_RATES],
    ['member.info', (visitor) => member(visitor)],
    ['wallet.balance', (visitor) => ({ ...BALANCE, sumBalance: `${visitor.session?.account.length}00.0000` })],
    ['member.security', () => SECURITY],
    ['session.list', () => ({ sessions: [SESSION] })],
    ['system.countries', () => ({ countries: [{ countryCode: 'TH', countryDialingCode: '66' }] })],
    ['deposit.channels', () => ({ channels: [] })],
    ['deposit.list', () => ({ deposits: [] })],
    ['records.movements', () => ({ movements: [], ...SHEET, count: 0, pageNum: 1, totalPages: 1, accounts: ['wallet'], ...RECORD })],
    [
      'records.statement',
      () => ({ month: '2026-11', account: 'marina', from: AT, to: AT, ...SHEET, movements: [], ...LINES, games: [], ...RECORD }),
    ],
    ['records.profit', () => ({ totals: { ...PLAY, ...CASH }, days: [], categories: [], vendors: [], lifetime: CASH, ...RECORD })],
    ['bets.list', () => ({ bets: [], totals: TOTALS, pageNum: 1, totalPages: 1, currencySymbol: '$', timeZone: 'Asia/Bangkok' })],
  ]);
  const upstream: TestUpstream = {
    requests: [],
    answers,
    outage: false,
    call: (call: AnyCall, { query }: { query?: unknown }, visitor: Visitor) => {
      upstream.requests.push({ call: call.id, query, account: visitor.session?.account });
      if (isUnavailable(upstream.outage, call)) return Promise.resolve(DOWN);
      const answer = answers.get(call.id);
      if (!answer) throw new Error(`the test platform does not know ${call.id}`);
      return Promise.resolve({ success: true, value: answer(visitor) }) as never;
    },
  };
  return upstream;
}

const OF_SITE: readonly string[] = [systemWhitelabel, gameMenus, settingRegister, listAnnouncements, helpCenter].map(({ id }) => id);

function isUnavailable(outage: TestUpstream['outage'], { id, token }: AnyCall): boolean {
  if (outage === 'for members') return token === 'required';
  return outage === true || (outage === 'but for the site' && !OF_SITE.includes(id));
}

const DOWN: Envelope<never> = { success: false, value: null, code: 'upstream_unavailable', message: 'down' };
const WHITELABEL = {
  merchantCode: 'lagoon',
  brandName: 'Lagoon',
  languages: ['EN', 'VI'],
  defaultLanguage: 'EN',
  defaultTheme: 'dark',
  currency: 'USD',
  currencySymbol: '$',
  timeZone: 'Asia/Bangkok',
  features: {},
  clockAheadSeconds: 0,
  contentVersion: '1',
};
const MENU = {
  gameCategory: 'RNG',
  labelName: 'Slots',
  vendors: [
    { vassalage: 'NOVA', displayName: 'Northlight', smallIcon: '', isHot: 1, gameCategory: 'RNG', gameCount: 2, maintenance: false },
  ],
};
const PROMOTION = {
  id: 'p1',
  title: 'Offer',
  content: '<p>Text</p>',
  date: AT,
  summary: 'Summary',
  type: 'event',
  imageUrl: '',
  tone: '',
  endsAt: null,
  action: '',
  href: '',
};
const NOTICE = { id: 'n1', title: 'Welcome', content: '<p onclick="x()">Hello<script>alert(1)</script></p>', date: AT };
const BALANCE = { currency: 'USD', currencySymbol: '$', version: 1, asOf: AT };
const CONTRACT_INFO = {
  divtypereq: 'none',
  dailysalreqtype: 'none',
  contracthoursalreq: 'none',
  realtimesalreqtype: 'none',
  divtypeinfo: false,
  dailysalinfotype: true,
  contracthoursalinfo: false,
  realtimesalinfotype: false,
  contractmrdailysalinfotype: false,
};
const REWARD = {
  rewardId: 'cashback:7',
  source: 'cashback',
  name: '',
  period: { start: '2026-11-25T17:00:00.000Z', end: '2026-11-26T17:00:00.000Z' },
  amount: '6.0000',
  points: null,
  href: '/member/manualRebate?statement=7',
};
const REWARDS = {
  currencySymbol: '$',
  paused: false,
  counts: testCounts({ cashback: 1 }),
  rewards: [{ ...REWARD, step: 'claim', until: '2026-12-26T17:00:00.000Z', note: '' }],
  now: '2026-12-24T17:00:00.000Z',
};
const PAST_REWARD = { ...REWARD, rewardId: 'cashback:6', outcome: 'expired', at: AT };
const CASHBACK_RATES = {
  offered: true,
  period: 'day',
  automatic: false,
  claimDays: 30,
  categories: [{ category: 'RNG', rateBp: 80 }],
  vendors: [{ vassalage: 'N', vendorName: 'Northlight', category: null, rateBp: null }],
  levels: [
    { rankLevel: 1, labelName: 'Drift', rateBp: 0 },
    { rankLevel: 2, labelName: 'Ripple', rateBp: 10 },
  ],
};
const SECURITY = {
  paymentPasswordChangedAt: null,
  payoutAccounts: [],
  passwordChangedAt: AT,
  mobile: null,
  mobileVerifiedAt: null,
  email: 'd•••@e•••.com',
  emailVerifiedAt: AT,
  totp: false,
  totpSince: null,
  recoveryCodesLeft: 0,
  passkeys: [],
  channels: ['sms', 'email'],
};
const SESSION = { id: 's1', current: true, device: 'Firefox, Linux', country: 'TH', address: '192.0.2.1', createdAt: AT, seenAt: AT };
const TOTALS = { count: 0, stake: '0.0000', validStake: '0.0000', payout: '0.0000', net: '0.0000' };
const LAUNCH = {
  game_url: '/studio/x',
  gameId: 'NOVA_ONE',
  vassalage: 'NOVA',
  vendorName: 'Northlight',
  gameCategory: 'RNG',
  expiresAt: AT,
};

function member({ session }: Visitor) {
  return {
    id: session?.memberId ?? '',
    account: session?.account ?? '',
    nickname: `Captain ${session?.account}`,
    type: session?.type ?? 0,
    toUpline: true,
    clubLabel: null,
    memberLabel: [],
    avatar: '',
    avatarType: 'STATIC',
    currency: 'USD',
    lastLoginAt: null,
  };
}

const MISSION = {
  missionId: 'rounds',
  window: '2026-11-26',
  period: 'day',
  goal: 'rounds',
  category: null,
  amount: null,
  points: '50.000000',
};
const LEADERBOARD = {
  currency: 'USD',
  currencySymbol: '$',
  paused: false,
  listed: true,
  boards: [{ boardId: 'week', period: 'week' }],
  board: {
    boardId: 'week',
    window: 'current',
    period: 'week',
    measure: 'missions',
    from: '2026-11-23',
    lastDay: '2026-11-29',
    endsAt: '2026-11-30T00:00:00.000Z',
    closed: false,
    prizes: [{ from: 1, upTo: 3, amount: '20.0000', points: null }],
    places: [{ place: 1, name: 'ma•••a', score: 4, own: true }],
    own: { place: 1, score: 4 },
  },
  now: '2026-11-26T00:00:00.000Z',
};
const MISSIONS = [
  { ...MISSION, have: '12', need: '20', step: 'open', rewardId: null, until: '2026-11-26T17:00:00.000Z' },
  {
    ...MISSION,
    missionId: 'games',
    goal: 'newGames',
    have: '3',
    need: '3',
    step: 'claim',
    rewardId: 'missions:3',
    until: '2026-12-03T00:00:00.000Z',
  },
];

const EARNING = {
  side: 'referrer',
  stage: 'deposited',
  name: 'se•••n',
  deposits: '50.0000',
  stake: '0.0000',
  amount: '3.0000',
  reason: '',
};
/** A member with one friend, a reward to claim and a held one. */
export const REFERRAL = {
  currency: 'USD',
  currencySymbol: '$',
  paused: false,
  code: 'PEARL234',
  rules: [{ stage: 'deposited', deposits: '50.0000', stake: '0.0000', withinDays: 30, referrer: '3.0000', friend: '2.0000' }],
  claimDays: 30,
  perMonth: '200.0000',
  maxFriends: 50,
  sums: { pending: '10.0000', claimable: '3.0000', held: '3.0000', claimed: '0.0000' },
  counts: { registered: 1, deposited: 1, played: 0 },
  page: 1,
  pages: 1,
  friends: [
    {
      name: 'se•••n',
      registeredAt: '2026-11-20T00:00:00.000Z',
      depositedAt: '2026-11-21T00:00:00.000Z',
      playedAt: null,
      invited: [{ name: 'co•••6', registeredAt: '2026-11-22T00:00:00.000Z' }],
      invitedCount: 3,
    },
  ],
  earnings: [
    { ...EARNING, rewardId: 'referral:7', step: 'claim', cause: null, until: '2026-12-21T00:00:00.000Z', at: '2026-11-21T00:00:00.000Z' },
    { ...EARNING, rewardId: 'referral:8', step: 'held', cause: 'linked', until: null, at: '2026-11-21T00:00:00.000Z' },
  ],
  now: '2026-11-26T00:00:00.000Z',
};
