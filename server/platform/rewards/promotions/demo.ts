import type { PromotionBlock } from '../../../../shared/api/promotions/constants.ts';
import type { PromotionType } from '../../../../shared/api/publishing/constants.ts';
import { LANGUAGES } from '../../../../shared/i18n/languages.ts';
import { UNITS_PER_WHOLE } from '../../../../shared/money/money.ts';
import { POINTS_PER_WHOLE } from '../../../../shared/money/points.ts';
import { DAY_MS } from '../../../../shared/time.ts';
import { inTransaction, type Tx } from '../../base/db/index.ts';
import { inCurrency, readMerchant } from '../../merchant/index.ts';
import type { Fund } from '../fund/index.ts';
import type { PromotionDeps } from './contracts.ts';
import { countedAt } from './count.ts';
import type { PromotionDesk } from './desk.ts';
import { apply, join } from './enter.ts';
import type { PromotionGives } from './tables.ts';

export interface DemoPromotions {
  /** The player of the demo, who is in several of them. */
  readonly memberId: string;
}

export interface DemoPromotionDeps extends PromotionDeps {
  /** The account that pays rewards. */
  readonly rewards: Pick<Fund, 'propose' | 'fund'>;
}

interface DemoPromotion {
  readonly id: string;
  readonly block: PromotionBlock;
  readonly type: PromotionType;
  /** Days from now. */
  readonly from: number;
  readonly until: number;
  /** In euros, as the defaults of the settings; of points: whole ones. */
  readonly amount?: number;
  readonly points?: number;
  readonly target?: number;
  readonly percent?: number;
  readonly places: number;
  readonly categories?: readonly string[];
  /** Of the raffle of the demo. */
  readonly tickets?: number;
  readonly isDraft?: boolean;
}

const PROMOTIONS: readonly DemoPromotion[] = [
  { id: 'demo-deposit-gift', block: 'deposit', type: 'deposit', from: -2, until: 28, target: 20, percent: 1_000, amount: 25, places: 100 },
  { id: 'demo-stake-days', block: 'stake', type: 'event', from: -6, until: 8, points: 400, places: 500, isDraft: true },
  { id: 'demo-slot-start', block: 'stake', type: 'event', from: -20, until: 10, target: 10, points: 120, places: 500 },
  { id: 'demo-net-back', block: 'cashback', type: 'rebate', from: -3, until: 4, percent: 1_000, amount: 20, places: 100 },
  { id: 'demo-raffle-tickets', block: 'stake', type: 'event', from: -5, until: 5, target: 40, tickets: 5, places: 300 },
  { id: 'demo-points-gift', block: 'points', type: 'welcome', from: -1, until: 13, points: 75, places: 1_000 },
  { id: 'demo-first-proof', block: 'cash', type: 'event', from: -10, until: 20, amount: 5, places: 40 },
  { id: 'demo-best-idea', block: 'cash', type: 'event', from: -15, until: 15, amount: 10, places: 10 },
  { id: 'demo-bug-report', block: 'cash', type: 'event', from: -15, until: 15, amount: 8, places: 10 },
  {
    id: 'demo-next-week',
    block: 'stake',
    type: 'rebate',
    from: 7,
    until: 14,
    target: 200,
    amount: 10,
    places: 50,
    categories: ['LIVE', 'PVP'],
  },
  {
    id: 'demo-draft',
    block: 'deposit',
    type: 'welcome',
    from: 2,
    until: 32,
    target: 10,
    percent: 500,
    amount: 20,
    places: 200,
    isDraft: true,
  },
];
/** Its stake is nearly reached by the player. */
const NEARLY = 'demo-stake-days';
const [PERCENT_REACHED, LEAST_STAKE] = [60n, 100n * UNITS_PER_WHOLE];
const RAFFLE = 'demo-weekend';
const OPERATOR = 'ops01';
/** In euros. */
const FUNDS = 100;

/** Promotions of all kinds, and the player with one of each status. Once; without messages, which belong to real events. */
export async function seedDemoPromotions(
  given: DemoPromotionDeps,
  deskOf: (deps: PromotionDeps) => PromotionDesk,
  run: () => Promise<void>,
  { memberId }: DemoPromotions,
): Promise<void> {
  const deps = { ...given, inbox: { post: async () => undefined } };
  if (await deps.db.selectFrom('promotion').select('id').where('id', '=', NEARLY).executeTakeFirst()) return;
  const { settings } = await readMerchant(deps.db, deps.merchant);
  if (settings.features.promotions !== true) return;
  const { currency, defaultLanguage } = settings;
  const textOf = (key: string) => deps.translate(defaultLanguage, `promotions.demo_${key}`);
  await run();
  await inTransaction(deps.db, async (tx, afterCommit) => {
    const funds = { id: 'demo-promotions', units: units(FUNDS, currency), currency, reason: textOf('reason') };
    await deps.rewards.fund(tx, afterCommit, await deps.rewards.propose(tx, funds));
    for (const promotion of PROMOTIONS) await add(deps, tx, promotion, currency);
    await aimNearly(tx, memberId);
  });
  for (const id of [NEARLY, 'demo-slot-start', 'demo-net-back']) await join(deps, memberId, id);
  const applied = async (id: string, comment: string) => (await apply(deps, memberId, id, { comment: textOf(comment), images: [] })).id;
  await applied('demo-first-proof', 'comment_proof');
  const desk = deskOf(deps);
  const [idea, report] = [await applied('demo-best-idea', 'comment_idea'), await applied('demo-bug-report', 'comment_report')];
  await inTransaction(deps.db, async (tx, afterCommit) => {
    await desk.reject(tx, afterCommit, idea, { operator: OPERATOR, reason: textOf('rejected') });
    await desk.approve(tx, afterCommit, report, { operator: OPERATOR, reason: textOf('reason') });
  });
}

/** Zero means no reward: the least amount of a currency is one. */
function units(whole: number, currency: string): bigint {
  return whole === 0 ? 0n : BigInt(inCurrency(whole, currency)) * UNITS_PER_WHOLE;
}

async function add({ clock, translate }: PromotionDeps, tx: Tx, demo: DemoPromotion, currency: string): Promise<void> {
  const now = clock.now();
  const { id, block, type, from, until, amount = 0, points = 0, target = 0, percent = 0, places, categories = [], tickets = 0 } = demo;
  const isDraft = demo.isDraft === true;
  const gives = tickets > 0 ? await raffleOf(tx) : null;
  if (gives === undefined) return;
  const cost = units(amount, currency) + BigInt(points) * POINTS_PER_WHOLE + BigInt(tickets);
  const titles = Object.fromEntries(LANGUAGES.map(({ code }) => [code, translate(code, `promotions.${id.replaceAll('-', '_')}`)]));
  const at = (days: number) => new Date(now.getTime() + days * DAY_MS);
  await tx
    .insertInto('promotion')
    .values({
      id,
      block,
      type,
      state: isDraft ? 'draft' : 'live',
      titles: JSON.stringify(titles),
      starts_at: at(from),
      ends_at: at(until),
      claim_days: 14,
      currency,
      min_level: 1,
      new_days: 0,
      agent_id: null,
      countries: [],
      categories: [...categories],
      target: (target > 0 ? units(target, currency) : block === 'stake' ? LEAST_STAKE : 0n).toString(),
      percent,
      amount: units(amount, currency).toString(),
      points: (BigInt(points) * POINTS_PER_WHOLE).toString(),
      tickets,
      gives: gives && JSON.stringify(gives),
      budget: (cost * BigInt(places)).toString(),
      created_at: now,
      published_at: isDraft ? null : now,
      stopped_at: null,
    })
    .execute();
}

/** Undefined: the merchant has no raffles. */
async function raffleOf(tx: Tx): Promise<PromotionGives | undefined> {
  const raffle = await tx.selectFrom('raffle').select(['titles', 'ends_at']).where('id', '=', RAFFLE).executeTakeFirst();
  return raffle && { kind: 'tickets', raffleId: RAFFLE, raffleTitles: raffle.titles, closesAt: raffle.ends_at.toISOString() };
}

/** Sets the goal so that the player has reached a part of it; before it is published. */
async function aimNearly(tx: Tx, memberId: string): Promise<void> {
  const promotion = await tx.selectFrom('promotion').selectAll().where('id', '=', NEARLY).executeTakeFirstOrThrow();
  const counted = await countedAt(tx, promotion, memberId);
  const goal = (counted * 100n) / PERCENT_REACHED;
  const target = goal < LEAST_STAKE ? LEAST_STAKE : goal - (goal % (10n * UNITS_PER_WHOLE)) + 10n * UNITS_PER_WHOLE;
  await tx
    .updateTable('promotion')
    .set({ target: target.toString(), state: 'live', published_at: promotion.created_at })
    .where('id', '=', NEARLY)
    .execute();
}
