import { randomUUID } from 'node:crypto';
import {
  CATEGORIES,
  GAMES,
  LOTTERY_GROUPS,
  NOTICES,
  POINT_REWARDS,
  REGISTER_RULES,
  RESOURCES,
  SALARY_CONTRACTS,
  SITE_DATE,
} from './data.ts';

/** A request as the second platform reads it. */
export interface SpecRequest {
  readonly query: URLSearchParams;
  readonly body: Record<string, unknown>;
  readonly account: string | undefined;
  readonly sessions: SpecSessions;
}

export interface SpecSessions {
  readonly passwords: Map<string, string>;
  readonly tokens: Map<string, string>;
}

export interface SpecCall {
  readonly method: string;
  readonly path: string;
  readonly token: boolean;
  /** The site cannot run without it. */
  readonly essential: boolean;
  answer(request: SpecRequest): unknown;
}

/** A refusal in the envelope of the platform. */
export class SpecRefusal extends Error {
  readonly captcha: boolean;
  constructor(message: string, captcha = false) {
    super(message);
    this.captcha = captcha;
  }
}

const userData = (account: string) => ({ customerId: '90017', account, type: '1', currency: 'USD' });

function openSession(request: SpecRequest, account: string): unknown {
  const token = randomUUID();
  request.sessions.tokens.set(token, account);
  return { token, firstTimeLogin: false, passwordExpired: 'false', user: userData(account) };
}

function login(request: SpecRequest): unknown {
  const account = String(request.body.username ?? '');
  const password = request.sessions.passwords.get(account);
  if (password === undefined || password !== request.body.password) throw new SpecRefusal('wrong account or password');
  return openSession(request, account);
}

function register(request: SpecRequest): unknown {
  const account = String(request.body.username ?? request.body.mobileNum ?? '');
  if (account === '' || request.sessions.passwords.has(account)) throw new SpecRefusal('User exists [E-1042]');
  request.sessions.passwords.set(account, String(request.body.password ?? ''));
  return openSession(request, account);
}

function gameList(request: SpecRequest): unknown {
  const wanted = (name: string, value: string) => [null, '', value].includes(request.query.get(name));
  const all = GAMES.filter((one) => wanted('gameType', one.gameType) && wanted('vassalage', one.vassalage));
  const size = Number(request.query.get('pageSize') ?? 24);
  const page = Number(request.query.get('pageNo') ?? 1);
  return { games: all.slice((page - 1) * size, page * size), pageNum: `${page}`, totalPages: Math.ceil(all.length / size) };
}

const status = () => ({
  info: {
    whitelabel: { modules: [{ name: 'freePlay', enabled: '1' }] },
    registerValidation: REGISTER_RULES,
    resources: RESOURCES,
    customerService: 'https://chat.example.org/',
    analytics: { gtagId: '' },
    imageCDNs: [],
    launchGameCDNs: [],
  },
  location: { ip: '203.0.113.9', country: 'Vietnam' },
  maintenance: false,
  regionRestriction: '0',
  maintenanceEnd: null,
});

const memberInfo = ({ account }: SpecRequest) => ({
  id: '90017',
  account,
  nickname: null,
  type: '1',
  toUpline: '0',
  clubLabel: { labelName: 'Silver', rankLevel: '2' },
  memberLabel: [{ labelName: 'VIP 2' }],
  avatar: '3',
  avatarType: 'STATIC',
});

const notices = () => NOTICES;
const nothing = () => undefined;
const empty = () => [];
const sms = () => ({ expiredMinutes: '2' });
const someGames = () => ({ list: GAMES.slice(0, 6) });
const launch = () => ({ game_url: 'https://play.example.org/g/1' });
const funds = () => ({ sumBalance: '1234.5', currencySymbol: '$' });
const contracts = () => ({ list: SALARY_CONTRACTS });
const opened = () => [{ code: 'VNMB', numero: '202603140', openNumbers: '1,2,3', openTime: SITE_DATE }];

const call =
  (token: boolean, essential: boolean) =>
  (method: string, path: string, answer: SpecCall['answer']): SpecCall => ({ method, path, token, essential, answer });
const base = call(false, true);
const open = call(false, false);
const memberBase = call(true, true);
const member = call(true, false);
const relay = (module: string) => `/wps/relay/${module}`;

const ACCOUNT: readonly SpecCall[] = [
  base('POST', '/wps/session/login', login),
  memberBase('GET', '/wps/member/info', memberInfo),
  open('PUT', '/wps/member/register', register),
  open('PUT', '/wps/member/register/mobile', register),
  member('POST', '/wps/member/password', nothing),
  open('POST', '/wps/member/password/email', nothing),
  open('POST', '/wps/member/password/verification', nothing),
  open('GET', '/wps/agent/affiliate', nothing),
  open('GET', '/wps/system/setting/register', () => REGISTER_RULES),
  open('POST', '/wps/session/login/freeplay', (request) => openSession(request, 'trial')),
  open('GET', '/wps/captcha', () => 'iVBORw0KGgo='),
  member('GET', '/wps/member/info/icon', () => '3'),
  member('GET', relay('MCSFE_getPlayerAvatar'), () => ({ avatar: '3', avatarType: 'STATIC' })),
  memberBase('DELETE', '/wps/session/logout', nothing),
  base('GET', '/wps/system/status', status),
  open('GET', '/wps/system/whitelabel', () => ({ menus: CATEGORIES, settings: { manualRebate: '1', freePlay: true } })),
  open('GET', '/wps/system/domainRoute', () => ({ domainList: [{ domain: 'a.example.org', speed: '120' }] })),
  open('PUT', '/wps/feedback', nothing),
  open('GET', '/wps/system/helpCenter', () => [{ title: 'Deposits', content: '<p>How to deposit.</p>' }]),
  open('POST', '/wps/verification/sms/noLogin', sms),
  open('POST', '/wps/verification/sms/register', sms),
];

const WALLET: readonly SpecCall[] = [
  memberBase('GET', '/wps/v2/wallets/balance', () => ({ sumBalance: '1234.5' })),
  member('POST', relay('GCS_walletTransfer'), nothing),
  member('GET', '/wps/member/info/funds/consolidated', funds),
  member('GET', relay('GCS_merchantWallet'), () => ({ isSingle: '1' })),
  member('GET', relay('CSP_unreadCount'), () => '3'),
  member('POST', relay('MCS2_claimRafflePromotion'), nothing),
  member('GET', relay('MCS2_getPointBalance'), () => ({ currentPoints: '120', balance: '1234.5', ratio: '1.00' })),
  member('GET', relay('MCS2_getPointReward'), () => POINT_REWARDS),
  member('GET', relay('MCS2_getRedeemPointList'), empty),
  member('GET', relay('MCS2_getPointConfig'), () => ({ ratio: '100' })),
  member('POST', relay('passwordCheck/MCS2_redeemPointReward'), nothing),
  member('POST', relay('passwordCheck/MCS2_convertPoint'), nothing),
  member('GET', relay('ODSFE2_MemTransDet'), () => ({ list: [{ time: SITE_DATE, amount: '-5', type: 'BET' }] })),
];

const PLAY: readonly SpecCall[] = [
  open('GET', '/lgw/games/game_menus', () => LOTTERY_GROUPS),
  member('GET', relay('GCSGAME_gameList'), gameList),
  open('GET', relay('GCSGAME_hotGamesV2'), someGames),
  base('GET', relay('GCSGAME_gameVendor'), () => ({ data: { lanes: CATEGORIES } })),
  member('GET', relay('GCSGAME_getVassGameType'), () => [{ gameType: 'RNG' }]),
  member('GET', relay('MCSFE_getFavoriteGames'), empty),
  member('GET', relay('MCSFE_getFavoriteGamesList'), someGames),
  member('GET', relay('GCS_recentGame'), () => GAMES.slice(0, 2)),
  open('GET', relay('GCSGAME_getRankList'), empty),
  open('GET', relay('MCSFE_getListAnnouncements'), notices),
  member('GET', relay('GLS2_roomList'), () => [{ roomId: '5', gameName: 'Room 5', vassalage: 'KY' }]),
  member('POST', '/wps/game/launchGame', launch),
  open('GET', '/lgw/games/popular', () => LOTTERY_GROUPS.flatMap(({ gameMenus }): object[] => [...gameMenus])),
  open('GET', '/lgw/vn/numeros/opened/game', opened),
  open('GET', '/lotto/lgw/games/opened/numero', opened),
  open('GET', '/lgw/vn/games/game_menu', () => LOTTERY_GROUPS.slice(0, 1)),
  open('GET', '/lgw/vn/games/game_menu/recent', empty),
  member('GET', relay('MCSFE_getMissionSummaryDetails'), () => ({ missionCount: '2' })),
  member('GET', relay('MCSFE_getMissionLeaderboard'), empty),
  member('GET', relay('MCS2_processDividendReq'), contracts),
  member('GET', relay('MCS2_processDailySalContract'), contracts),
  member('POST', relay('MCS2_processContractHourSalary'), contracts),
  member('POST', relay('MCSFE_processRealTimeSalaryContract'), contracts),
];

/** The calls that the specification names by path or by module. Calls without a shown path do not exist here. */
export const SPEC_CALLS: readonly SpecCall[] = [...ACCOUNT, ...WALLET, ...PLAY];
