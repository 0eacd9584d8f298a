/**
 * Content of the second platform. The field names are those of the specification of the platform calls; everything else it
 * does not name differs on purpose from the embedded platform: numbers as text, flags as 0 and 1, unknown fields.
 */

export const SITE_DATE = '2026-03-14 09:26:53';

const VENDORS: Record<string, readonly string[]> = {
  LIVE: ['EVO', 'SEXY'],
  RNG: ['PP', 'JILI'],
  SPORTS: ['DS88', 'SABA', 'IMES'],
  FISH: ['JDB'],
  PVP: ['KY'],
  ELOTT: ['TCG_SEA'],
  LOTT: ['TCG_LOTTO_VN'],
};

const vendor = (vassalage: string, index: number) => ({
  vassalage,
  displayName: `${vassalage} Gaming`,
  smallIcon: '',
  isHot: index === 0 ? '1' : '0',
  sortOrder: `${index + 1}`,
});

export const CATEGORIES = Object.entries(VENDORS).map(([gameCategory, codes]) => ({
  gameCategory,
  vassalage: codes[0],
  vendors: codes.map(vendor),
}));

export interface SpecGame {
  readonly [field: string]: unknown;
  readonly vassalage: string;
  readonly gameType: string;
}

const game = (gameType: string, vassalage: string, index: number): SpecGame => ({
  gameId: 1000 + index,
  nodeId: `${7000 + index}`,
  vassalage,
  accountTypeName: vassalage,
  gameName: `${gameType} ${vassalage} number ${index}`,
  nodeName: `n${index}`,
  showIcon: index % 2 === 0 ? null : `/icons/${index}.png`,
  supportPlay: index % 3 === 0 ? '0' : 1,
  gameType,
  code: `${vassalage}_${index}`,
  isGame: '1',
  defaultPlayType: '',
});

export const GAMES: readonly SpecGame[] = Object.entries(VENDORS).flatMap(([gameType, codes], category) =>
  codes.flatMap((code, column) => Array.from({ length: 30 }, (_, index) => game(gameType, code, category * 100 + column * 30 + index))),
);

export const LOTTERY_GROUPS = [
  {
    gameGroupCode: 'VN',
    labelName: 'Vietnam',
    gameMenus: [
      { code: 'VNMB', gameName: 'North', gameId: '31', defaultPlayType: '2D' },
      { code: 'VNMN', gameName: 'South', gameId: 32, defaultPlayType: null },
    ],
  },
  { gameGroupCode: 'SEA', labelName: 'South-East Asia', gameMenus: [{ code: 'SGTOTO', gameName: 'Toto', gameId: 41 }] },
];

const rule = (required: boolean, minLength: unknown, maxLength: unknown) => ({
  enabled: true,
  required,
  acceptedPattern: '*',
  patternId: '0',
  minLength,
  maxLength,
});

export const REGISTER_RULES = {
  username: rule(true, '4', '15'),
  password: rule(true, 6, '20'),
  email: { ...rule(false, 5, 60), enabled: '1' },
  affiliateCode: rule(false, 0, 20),
  zalo: { enabled: 'N' },
};

export const RESOURCES = [
  { resourceType: 'IOS', url: 'https://dl.example.org/ios', qrCodeUrl: '', labelNameCn: '苹果', labelNameEn: 'iOS' },
  { resourceType: 'ANDROID', url: 'https://dl.example.org/apk', labelNameEn: 'Android' },
  { resourceType: 'EMAIL', url: 'mailto:help@example.org' },
];

export const NOTICES = {
  player: [
    { title: 'Scheduled work', content: '<p>On <b>Sunday</b> from 02:00.</p>', date: SITE_DATE },
    { title: 'New games', content: 'Thirty new games.', date: '2026-03-01 00:00:00' },
  ],
  banners: [
    { groupName: 'w_login', url: '/banners/login.jpg' },
    { groupName: 'w_register', url: '/banners/register.jpg' },
  ],
  popup: [{ title: 'Welcome', content: '<p>Welcome to the site.</p>' }],
  promotion: [{ title: 'Weekend', content: '<p>Ten per cent back.</p>', date: SITE_DATE }],
};

export const POINT_REWARDS = [
  { name: 'Cap', points: '500', amount: '0', redeemQuantity: '0', availableQuantity: '20', status: 'Approved', remark: null },
];

export const SALARY_CONTRACTS = [{ rate: '0.5', periodValidBet: '1000.00', periodProfitLoss: 0, activeMembers: '5', period: 'D' }];
