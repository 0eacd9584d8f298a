import express, { type Request, type RequestHandler, Router } from 'express';
import * as v from 'valibot';
import type { StudioGame } from '../../../shared/games/catalogue.ts';
import { LOTTERY_UNITS } from '../../../shared/games/lottery/stake.ts';
import type { StudioError } from '../../../shared/games/protocol.ts';
import { stakeLimits } from '../../../shared/games/rules.ts';
import { amountText } from '../../../shared/money/amount-text.ts';
import { coinOf } from '../../../shared/money/currency-steps.ts';
import { MINUTE_MS } from '../../../shared/time.ts';
import { limitRate } from '../../kit/limit-rate.ts';
import type { StudioAssets } from '../assets.ts';
import { playKey } from '../bet-schema.ts';
import { addressOf } from '../client-address.ts';
import type { StudioClock, StudioPolicy } from '../contract.ts';
import { displayOf, sendMissing, sendPlain, sendTooMany } from '../documents.ts';
import { findEvents, listOpen } from '../events/event-store.ts';
import { findTicketByKey, listTickets, type TicketRecord } from '../events/ticket-store.ts';
import type { Tickets } from '../events/tickets.ts';
import { StudioRefusal } from '../refusal.ts';
import type { SessionIdentity, Sessions } from '../sessions.ts';
import type { StudioDatabase } from '../tables.ts';
import { type DatabaseTime, lotteryBetRequest } from './lottery-bet-request.ts';
import { cancelTicket } from './lottery-store.ts';
import {
  MAX_PLAIN_ENTRY,
  newKey,
  PLAIN_ORDER_PATH,
  type PlainFields,
  type PlainOutcome,
  type PlainView,
  plainPage,
  plainTexts,
} from './plain-page.ts';
import { presentLotteryTicket } from './presenter.ts';

export interface PlainOrderDeps {
  readonly db: StudioDatabase;
  readonly sessions: Sessions;
  readonly tickets: Tickets;
  readonly games: ReadonlyMap<string, StudioGame>;
  readonly clock: StudioClock;
  readonly databaseTime: DatabaseTime;
  readonly assets: StudioAssets;
  readonly policy: Pick<StudioPolicy, 'sessionsPerMinute'>;
}

const LISTED_TICKETS = 5;
const shortText = (most: number) => v.exactOptional(v.pipe(v.string(), v.maxLength(most)), '');
const formBody = v.strictObject({
  game: v.pipe(v.string(), v.maxLength(80)),
  key: playKey,
  ticket: shortText(200),
  token: shortText(200),
  playType: shortText(24),
  entry: shortText(MAX_PLAIN_ENTRY),
  unit: shortText(8),
  multiplier: shortText(8),
  rebate: shortText(4),
  cancel: shortText(40),
});
type Form = v.InferOutput<typeof formBody>;

/** Who orders: the session, with the token that the next form carries. */
interface Player {
  readonly session: SessionIdentity;
  readonly token: string;
}

/** Orders from pages without script: each is answered with a page that states its outcome and has the form for the next one. */
export function createPlainOrders(deps: PlainOrderDeps): RequestHandler {
  const { db, sessions, games, policy } = deps;
  const { order, cancel, outcomeOf } = createOrderHandlers(deps);
  const router = Router();
  const limit = limitRate({ limit: policy.sessionsPerMinute, windowMs: MINUTE_MS, keyOf: addressOf, refuse: sendTooMany });
  router.post(PLAIN_ORDER_PATH, limit, express.urlencoded({ extended: false, limit: '32kb' }), async (request, response) => {
    const form = v.safeParse(formBody, request.body);
    const game = form.success ? games.get(form.output.game) : undefined;
    if (!form.success || game?.engine !== 'lottery') return await sendMissing(request, response);
    const page = pageOf(request, game);
    const player = await playerOf(form.output);
    const answer = typeof player === 'string' ? await afterUse(page, form.output, player) : await afterOrder(page, form.output, player);
    const { view, outcome } = answer;
    const html = plainPage({ ...view, outcome, key: newKey() });
    await sendPlain(request, response, { assets: deps.assets, title: game.name, html, status: outcome.isGood ? 200 : 409 });
  });

  /** The ticket of a launch is exchanged once; later forms carry the token of the session. */
  async function playerOf({ game, ticket, token }: Form): Promise<Player | StudioError> {
    try {
      const known = token || (await sessions.open({ ticket, gameId: game })).token;
      const { session } = await sessions.identify(`Bearer ${known}`);
      return { session, token: known };
    } catch (error) {
      return codeOf(error);
    }
  }

  /** A form that was sent twice has used its ticket. Its key finds an order that was placed. */
  async function afterUse(page: Page, { key }: Form, refusal: StudioError): Promise<Answer> {
    const taken = await db
      .selectFrom('studio_ticket')
      .selectAll()
      .where('play_key', '=', key)
      .where('game_id', '=', page.game.gameId)
      .executeTakeFirst();
    const outcome = taken ? await outcomeOf(page, taken) : refusalOf(page, refusal === 'session_expired' ? 'plain_used' : refusal, '');
    return { view: { ...page, pass: undefined }, outcome };
  }

  async function afterOrder(page: Page, form: Form, { session, token }: Player): Promise<Answer> {
    const outcome = form.cancel ? await cancel(page, form, session) : await order(page, form, session);
    const { playType, entry, unit, multiplier, rebate } = form;
    const fields: PlainFields = { playType, entry, unit: unit || '1', multiplier: multiplier || '1', rebate: rebate || '0' };
    const tickets = await latestTickets(db, session);
    const view = { ...page, pass: { token }, tickets, currency: session.currency };
    return { view: outcome.isGood || form.cancel ? view : { ...view, fields }, outcome };
  }

  return router;
}

/** Places and cancels orders, and words the outcomes for the page. */
function createOrderHandlers({ db, tickets, clock, databaseTime }: Pick<PlainOrderDeps, 'db' | 'tickets' | 'clock' | 'databaseTime'>) {
  async function order(page: Page, form: Form, session: SessionIdentity): Promise<PlainOutcome> {
    try {
      const before = await findTicketByKey(db, session.player, form.key);
      return await outcomeOf(page, before ?? (await place(page.game, form, session)));
    } catch (error) {
      return refusalOf(page, codeOf(error), session.currency);
    }
  }

  /** Places the order on the draw that is on sale when it arrives: a form is filled in more slowly than draws follow each other. */
  async function place(
    game: StudioGame,
    { key, playType, entry, unit, multiplier, rebate }: Form,
    session: SessionIdentity,
  ): Promise<TicketRecord> {
    const now = clock.now();
    const open = await listOpen(db, game.gameId);
    const draw = open.find(({ kind, opens_at, closes_at }) => kind === 'draw' && opens_at <= now && now < closes_at);
    if (!draw) throw new StudioRefusal('bets_closed');
    const known = LOTTERY_UNITS.find((one) => one === unit);
    if (!known) throw new StudioRefusal('bet_invalid');
    const wanted = {
      key,
      drawId: draw.id,
      playType,
      entry,
      unit: known,
      multiplier: /^\d{1,5}$/.test(multiplier) ? Number(multiplier) : 0,
      // What is no number is no rebate that exists.
      rebate: rebate === '' ? 0 : /^\d{1,3}$/.test(rebate) ? Number(rebate) : -1,
    };
    return tickets.place(session, game, lotteryBetRequest(game, session, wanted, databaseTime));
  }

  async function cancel(page: Page, { cancel: id }: Form, session: SessionIdentity): Promise<PlainOutcome> {
    const cancelled = await cancelTicket(db, { id, player: session.player, game_id: session.game_id }, clock.now(), databaseTime());
    if (!cancelled) return refusalOf(page, 'bets_closed', session.currency);
    await tickets.resumeNow(cancelled);
    const stake = amountText(BigInt(cancelled.stake), session.currency);
    return { isGood: true, title: page.t('studio.lotto_status_cancelled'), text: page.t('studio.lotto_cancelled', { stake }) };
  }

  async function outcomeOf(page: Page, ticket: TicketRecord): Promise<PlainOutcome> {
    if (ticket.state === 'refused') return refusalOf(page, ticket.refusal as StudioError, ticket.currency);
    if (ticket.state === 'placing') return refusalOf(page, 'round_pending', ticket.currency);
    const draw = (await findEvents(db, [ticket.event_id ?? ''])).get(ticket.event_id ?? '');
    const isTaken = ticket.state !== 'voided' && ticket.state !== 'refunded';
    const values = { stake: amountText(BigInt(ticket.stake), ticket.currency), issue: draw?.issue ?? '' };
    const title = page.t(isTaken ? 'studio.plain_placed' : 'studio.plain_refused');
    return { isGood: isTaken, title, text: page.t(isTaken ? 'studio.lotto_placed' : 'studio.lotto_not_placed', values) };
  }

  return { order, cancel, outcomeOf };
}

async function latestTickets(db: StudioDatabase, { player, game_id }: SessionIdentity) {
  const records = (await listTickets(db, player, game_id)).filter(({ chips }) => chips?.startsWith('{')).slice(0, LISTED_TICKETS);
  const events = await findEvents(
    db,
    records.map(({ event_id }) => event_id ?? ''),
  );
  return records.flatMap((record) => {
    const event = events.get(record.event_id ?? '');
    return event ? [presentLotteryTicket(record, event, false)] : [];
  });
}

type Page = Pick<PlainView, 'game' | 't' | 'language' | 'theme'>;
interface Answer {
  readonly view: Omit<PlainView, 'key' | 'outcome'>;
  readonly outcome: PlainOutcome;
}

function pageOf(request: Request, game: StudioGame): Page {
  const { language, theme } = displayOf(request);
  return { game, t: plainTexts(language), language: language.code, theme };
}

function refusalOf({ game, t }: Page, code: StudioError | 'plain_used', currency: string): PlainOutcome {
  const limits = stakeLimits(game.variant, coinOf(currency));
  const values = { min: amountText(limits.min, currency), max: amountText(limits.max, currency), site: '' };
  const key = code === 'plain_used' ? 'studio.plain_used' : `studio.error_${code}`;
  return { isGood: false, title: t(`${key}_title`), text: t(key, values) };
}

function codeOf(error: unknown): StudioError {
  if (error instanceof StudioRefusal) return error.code;
  throw error;
}
