/** Business constants. Screens, calls and tests import them from here. */
export const DEFAULT_LANGUAGE = 'EN';
export const CLIENT_TYPE = 3;
export const PLATFORM_WEB = 'W';
export const REGISTER_METHOD = 'WEB';
export const GAME_PAGE_SIZE = 24;
/** A vendor's dropdown shows 21 games first and 18 on every later page. */
export const DROPDOWN_FIRST_PAGE = 21;
export const DROPDOWN_NEXT_PAGE = 18;
export const POPULAR_GAMES_COUNT = 20;
export const NOTICES_PER_PAGE = 9;
export const REMEMBER_ME_HOURS = 24;
export const WEAK_DEFAULT_PASSWORD = '123456';
export const MINIMUM_AGE = 18;
/** Seconds until another login code may be sent, independent of the code's validity. */
export const LOGIN_SMS_COUNTDOWN_SECONDS = 60;
/** The same for codes of the third-party phone service. */
export const PHONE_SERVICE_COUNTDOWN_SECONDS = 60;
export const LOGIN_SMS_THROTTLE_MS = 1000;
export const CAPTCHA_REFRESH_MS = 1000;
export const TOO_MANY_SMS_WAIT_MINUTES = 5;
export const FREE_PLAY_GATEWAY_VERSION = 3;
export const REMARK_MAX_LENGTH = 140;
/** Maximum characters of a customer service message with a ticket number. */
export const TICKET_MAX_LENGTH = 1_000;
/** Maximum number of pictures of a remark, proof or application, and maximum bytes of each. */
export const MAX_IMAGES = 3;
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;
/** Volatility of a game, as published by its vendor. */
export const VOLATILITIES = ['low', 'medium', 'high', 'very_high'] as const;
export type Volatility = (typeof VOLATILITIES)[number];
/** `isHot` of a vendor. */
export const VENDOR_HOT = 1;
/** `supportPlay` of a game: zero means that free play is offered. */
export const SUPPORT_PLAY_TRIAL = 0;

/** Member types. 4 is the trial account, refused for real money and for agents. */
export const MEMBER_TYPE = { member: 0, agent: 1, masterAgent: 2, trial: 4, seniorAgent: 41, topAgent: 42 } as const;
export const TRIAL_TYPE = MEMBER_TYPE.trial;
/** 4 is a trial account and therefore never an agent. */
export const AGENT_TYPES: readonly number[] = [1, 2, 41, 42];

export const PAGINATION = { range: 3, margin: 1 } as const;
export const DROPDOWN_CLOSE_MS = 200;
export const LAZY_IMAGE = { attempts: 3, preload: 1.3, throttleMs: 200, cacheSize: 200, threshold: 0.1 } as const;
export const CHUNK_LOAD_TIMEOUT_MS = 120_000;

export const THEMES = ['dark', 'light'] as const;
export type Theme = (typeof THEMES)[number];

/** Game categories in the order of the header, and the page of each. */
export const GAME_CATEGORIES = ['LIVE', 'RNG', 'SPORTS', 'ESPORTS', 'FISH', 'PVP', 'LOTT', 'ELOTT'] as const;
export type GameCategory = (typeof GAME_CATEGORIES)[number];
export const CATEGORY_PAGE: Record<GameCategory, string> = {
  LIVE: '/live',
  RNG: '/rng',
  SPORTS: '/sports',
  ESPORTS: '/esports',
  FISH: '/fish',
  PVP: '/pvp',
  LOTT: '/elott',
  ELOTT: '/elott',
};
/** A click on a vendor of these categories launches it directly. */
export const DIRECT_LAUNCH: readonly GameCategory[] = ['SPORTS', 'ESPORTS', 'LOTT', 'ELOTT'];
/** Bets of these categories stay open until a match or a draw is decided, often for hours. */
export const LONG_BETS: readonly GameCategory[] = ['SPORTS', 'ESPORTS', 'LOTT', 'ELOTT'];
/** Sports vendor shown as a separate top-level entry after live casino. */
export const TOP_LEVEL_SPORTS_VENDOR = 'DS88';
/** Sports vendors assigned to the ESPORTS category. */
export const ESPORTS_VENDORS: readonly string[] = ['IMES', 'SV3', 'AV'];

/** Points per unit of valid stake, in hundredths: 1.20 is 120. Categories not listed earn none. */
export const POINT_RATES: Readonly<Partial<Record<GameCategory, number>>> = {
  SPORTS: 100,
  ESPORTS: 100,
  LIVE: 70,
  FISH: 120,
  RNG: 120,
  PVP: 100,
};
/** Launch fields that are the same for all games. */
export const LAUNCH_FIELDS = {
  accountType: 1,
  confirmTrans: 0,
  launchMode: 'GLS',
  platform: 'html5-desktop',
  clientType: CLIENT_TYPE,
} as const;
/** Time for a game to report that it is ready, before a new attempt is offered. */
export const GAME_READY_MS = 15_000;
/** Vendors whose games have a separate lottery lobby. */
export const LOTTERY_LOBBIES: Readonly<Record<string, string>> = { TCG_SEA: '/seaLottery', TCG_LOTTO_VN: '/vnlottery' };
/** Vendor launched by the lottery and handicap lottery links of the footer. */
export const FOOTER_LOTTERY_VENDOR = 'TCG_SEA';
/** Number of past results per request. */
export const OPENED_NUMBERS_COUNT = 100;
export const INFINITE_SCROLL_THROTTLE_MS = 200;
/** Pixels per side, and the quiet zone around them. */
export const QR_CODE = { size: 200, margin: 20 } as const;
export const RESOURCE_TYPES = ['ios', 'ios-lite', 'android', 'social', 'email', 'licence'] as const;
export type ResourceType = (typeof RESOURCE_TYPES)[number];
/** Retention of chat messages. */
export const CHAT_RETENTION_DAYS = 90;
/** Draws of built-in lotteries as server-sent events: games as `gameId`, which may be repeated. */
export const LOTTERY_STREAM_PATH = '/studio/api/lottery/stream';
