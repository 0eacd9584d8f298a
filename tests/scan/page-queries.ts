import { ROUTES, type Route } from '../../server/portal/pages/routes.ts';

/** The query parameters that the pages of one visitor read, each with a valid value; pages with several become several targets. */
const DAYS = 'from=2026-11-20&to=2026-11-21&period=custom';
const OWN_PAGES: Readonly<Record<string, readonly string[]>> = {
  '/game': ['gameId=NOVA_COMET_DICE&vassalage=NOVA&trial=1&play=1&match=x&from=%2Frng'],
  '/seamless': ['gameId=NOVA_COMET_DICE&vassalage=NOVA&trial=1&match=x&from=%2Frng'],
  '/member/personalHistoryCopy': [`${DAYS}&gameCategory=RNG&vassalage=NOVA&status=won&pageNo=1`, 'betId=1-1'],
  '/member/transactionHistory': [
    `${DAYS}&group=deposit&account=main&pageNo=1`,
    'transferId=1-1',
    'view=statement&month=2026-11&lines=all&pageNo=1',
    'view=statement&month=2026-11&pageNo=1',
  ],
  '/member/personalProfit': [DAYS],
  '/member/depositv2': ['depositId=x1', 'new=1'],
  '/member/withdraw': ['withdrawalId=x1', 'pageNo=1&requested=1'],
  '/member/messageV2': ['tab=inbox&id=1-1&pageNo=1', 'tab=announcements&id=1-1&pageNo=1', 'tab=feedback&pageNo=1&sent=1'],
  '/pointMall': ['kind=goods&q=mug&sort=low&affordable=1&myLevel=1&pageNo=1', 'item=demo-mug&done=1', 'item=.money&done=1'],
  '/raffle': ['id=demo-autumn&done=1'],
  '/member/playerRank': ['pageNo=1'],
  '/member/missionLeaderboard': ['board=week&window=last', 'done=1&saved=1'],
  '/member/bonusDetails': ['page=1&leave=1&done=left'],
  '/member/referral': ['pageNo=1', 'done=1'],
  '/member/pointHistory': ['status=approved&pageNo=1', 'list=points&kind=earned&pageNo=1'],
  '/member/transferFund': ['moved=1'],
  '/member/transferUpline': ['done=x1'],
  '/member/contact': ['channel=sms&done=1'],
  '/member/profile': ['done=update'],
  '/agent/agentDailyWages': [
    `${DAYS}&state=paid&pageNo=1`,
    'statement=1',
    'view=contracts&account=harbor88&rate1=0.5',
    'view=contracts&end=1',
  ],
  '/member/paymentPassword': ['forgotten=1&done=1'],
  '/member/payoutAccounts': ['forgotten=1&done=1'],
  '/member/secondFactor': ['setup=1&done=1'],
  '/member/protection': ['limit=deposit&value=10&done=limit'],
};
/** Valid values for the names that public pages read. */
const VALUES: Readonly<Record<string, string>> = {
  page: 'NOVA',
  category: 'RNG',
  minBet: '0.1',
  minLineNum: '10',
  sort: 'name',
  pageNo: '2',
  next: '/member/profile',
  view: 'forgot',
  tab: 'phone',
  done: 'reset',
  sent: '1',
  ticket: 'abcdefghijklmnop',
};
/** For a page that reads none: names that any page might read. */
const NOTHING_READ = 'id=1&pageNo=1';

/** The queries with which a page is a target. Public pages declare the parameters that they read. */
export function pageQueries(path: string): readonly string[] {
  return OWN_PAGES[path] ?? [publicQuery(ROUTES.get(path)) || NOTHING_READ];
}

function publicQuery(route: Route | undefined): string {
  const page = route?.kind === 'entry' ? route.page : route;
  if (page?.kind !== 'public') return '';
  const seen = new SeenNames();
  page.query(seen);
  page.unbounded?.(seen);
  return new URLSearchParams([...seen.names].map((name) => [name, VALUES[name] ?? 'x'])).toString();
}

/** Returns valid values, so that parameters that are read only conditionally are also found, and records every requested name. */
class SeenNames extends URLSearchParams {
  readonly names = new Set<string>();
  override get(name: string): string | null {
    this.names.add(name);
    return VALUES[name] ?? 'x';
  }
  override getAll(name: string): string[] {
    return [this.get(name) ?? ''];
  }
  override has(name: string): boolean {
    this.names.add(name);
    return true;
  }
}
