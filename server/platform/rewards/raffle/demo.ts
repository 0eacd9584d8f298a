import { LANGUAGES } from '../../../../shared/i18n/languages.ts';
import { UNITS_PER_WHOLE } from '../../../../shared/money/money.ts';
import { DAY_MS } from '../../../../shared/time.ts';
import { inTransaction, type Tx } from '../../base/db/index.ts';
import { inCurrency, readMerchant } from '../../merchant/index.ts';
import type { Fund } from '../fund/index.ts';
import type { RaffleDeps } from './contracts.ts';
import { addConsumers, countRaffles, lockTurn, readAgain } from './count.ts';
import { newSeed } from './desk.ts';
import { advanceRaffles } from './draw.ts';
import { sumOfPrizes } from './rules.ts';

export interface DemoRaffles {
  /** The player of the demo, and others who take part. */
  readonly members: readonly string[];
}

export interface DemoRaffleDeps extends RaffleDeps {
  /** The account that pays rewards. */
  readonly rewards: Pick<Fund, 'propose' | 'fund'>;
}

interface DemoRaffle {
  readonly id: string;
  /** Days from now. */
  readonly from: number;
  readonly until: number;
  readonly drawn: number;
  /** In euros, as the defaults of the settings: stake of a ticket, least deposit, prizes. */
  readonly step: number;
  readonly least: number;
  readonly prizes: readonly { readonly amount: number; readonly count: number }[];
  readonly maxTickets: number;
}

const OPEN: DemoRaffle = {
  id: 'demo-weekend',
  from: -6,
  until: 6,
  drawn: 7,
  step: 20,
  least: 50,
  prizes: [
    { amount: 100, count: 1 },
    { amount: 10, count: 5 },
  ],
  maxTickets: 200,
};
const DRAWN: DemoRaffle = {
  id: 'demo-autumn',
  from: -20,
  until: -3,
  drawn: -2,
  step: 25,
  least: 0,
  prizes: [
    { amount: 50, count: 1 },
    { amount: 5, count: 4 },
  ],
  maxTickets: 40,
};
/** Tickets that every member of the demo has at least: as from a promotion. */
const GIVEN = 3;

/** An open raffle and a drawn one with the members in both. Once; without messages, which belong to real events. */
export async function seedDemoRaffles(given: DemoRaffleDeps, { members }: DemoRaffles): Promise<void> {
  const deps = { ...given, inbox: { post: async () => undefined } };
  if (await deps.db.selectFrom('raffle').select('id').where('id', '=', OPEN.id).executeTakeFirst()) return;
  const { settings } = await readMerchant(deps.db, deps.merchant);
  if (settings.features.raffle !== true) return;
  await addConsumers(deps);
  await countRaffles(deps);
  const { currency, defaultLanguage } = settings;
  await inTransaction(deps.db, async (tx, afterCommit) => {
    const reason = deps.translate(defaultLanguage, 'promotions.demo_reason');
    const units = sumOfPrizes(prizesOf(DRAWN, currency));
    await deps.rewards.fund(tx, afterCommit, await deps.rewards.propose(tx, { id: 'demo-raffles', units, currency, reason }));
    await lockTurn(tx);
    for (const demo of [OPEN, DRAWN]) await add(deps, tx, demo, currency, members);
  });
  await advanceRaffles(deps, deps.clock.now());
}

function prizesOf({ prizes }: DemoRaffle, currency: string) {
  return prizes.map(({ amount, count }) => ({ amount: unitsOf(amount, currency), count }));
}

function unitsOf(whole: number, currency: string): string {
  return whole === 0 ? '0' : (BigInt(inCurrency(whole, currency)) * UNITS_PER_WHOLE).toString();
}

async function add(deps: RaffleDeps, tx: Tx, demo: DemoRaffle, currency: string, members: readonly string[]): Promise<void> {
  const { clock, translate, secrets } = deps;
  const { id, from, until, drawn, step, least, maxTickets } = demo;
  const at = (days: number) => new Date(clock.now().getTime() + days * DAY_MS);
  const prizes = prizesOf(demo, currency);
  const budget = sumOfPrizes(prizes).toString();
  const titles = Object.fromEntries(LANGUAGES.map(({ code }) => [code, translate(code, `raffle.${id.replaceAll('-', '_')}`)]));
  const rule = {
    id,
    titles: JSON.stringify(titles),
    starts_at: at(from),
    ends_at: at(until),
    draws_at: at(drawn),
    claim_days: 30,
    currency,
    min_level: 1,
    categories: [],
    stake_step: unitsOf(step, currency),
    deposit_least: unitsOf(least, currency),
    max_tickets: maxTickets,
    prizes: JSON.stringify(prizes),
  };
  const state = { state: 'live', budget, reserved: budget, created_at: at(from), published_at: at(from) } as const;
  await tx
    .insertInto('raffle')
    .values({ ...rule, ...state, ...(await newSeed(secrets)) })
    .execute();
  for (const [index, member] of members.entries()) {
    // A code that is the same in each demo: the seed is not.
    const values = { raffle_id: id, member_id: member, code: `demo${index + 1}`, extra: GIVEN, joined_at: at(from) };
    const entry = await tx.insertInto('raffle_entry').values(values).returning('id').executeTakeFirstOrThrow();
    const grant = { reference: `${id}:${member}`, entry_id: entry.id, tickets: GIVEN, granted_at: at(from) };
    await tx.insertInto('raffle_grant').values(grant).execute();
    await readAgain(tx, [entry.id], true);
  }
}
