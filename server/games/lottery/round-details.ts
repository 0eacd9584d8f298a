import express, { Router } from 'express';
import type { Logger } from 'pino';
import * as v from 'valibot';
import type { StudioGame } from '../../../shared/games/catalogue.ts';
import { playTypesOf } from '../../../shared/games/lottery/order.ts';
import type { LotteryTicket } from '../../../shared/games/lottery/protocol.ts';
import { isAwaited, isReturned } from '../../../shared/games/lottery/ticket-state.ts';
import { STUDIO_DETAILS_PATH } from '../../../shared/games/protocol.ts';
import { type Language, languageOf } from '../../../shared/i18n/languages.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { amountText } from '../../../shared/money/amount-text.ts';
import { type RoundDetail, type RoundDetailsAnswer, roundDetailsRequest, shortened } from '../../../shared/seamless/round-details.ts';
import type { StudioClock } from '../contract.ts';
import { findEvents } from '../events/event-store.ts';
import type { TicketRecord } from '../events/ticket-store.ts';
import { isSignedCall, jsonIn } from '../signed-call.ts';
import type { StudioDatabase } from '../tables.ts';
import { plainTexts } from './plain-page.ts';
import { presentLotteryTicket } from './presenter.ts';

export interface RoundDetailDeps {
  readonly db: StudioDatabase;
  readonly games: ReadonlyMap<string, StudioGame>;
  readonly secret: string;
  readonly clock: StudioClock;
  readonly log: Logger;
}

/** Bets in the summary of a ticket. */
const SUMMARY_CHARACTERS = 120;

/** Describes tickets on draws for the betting record. Mount it before body parsers: the signature covers the raw bytes. */
export function createRoundDetailRoutes(deps: RoundDetailDeps): Router {
  const router = Router();
  router.post(STUDIO_DETAILS_PATH, express.raw({ type: () => true, limit: '32kb' }), async (request, response) => {
    const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    if (!isSignedCall(deps, request, raw)) return void response.status(401).json({ status: 'BAD_SIGNATURE' });
    const body = v.safeParse(roundDetailsRequest, jsonIn(raw));
    if (!body.success) return void response.status(400).json({ status: 'BAD_REQUEST' });
    try {
      const { rounds, language, whole } = body.output;
      const ids = rounds.map(({ roundId }) => roundId);
      response.json({ rounds: await describe(deps, ids, languageOf(language), whole) } satisfies RoundDetailsAnswer);
    } catch (error) {
      deps.log.error({ err: error }, 'descriptions of tickets failed');
      response.status(500).json({ status: 'ERROR' });
    }
  });
  return router;
}

async function describe({ db, games }: RoundDetailDeps, ids: readonly string[], language: Language, isWhole: boolean) {
  const records = await db
    .selectFrom('studio_ticket')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();
  const onDraws = records.filter(({ chips, event_id }) => event_id !== null && chips?.startsWith('{'));
  const events = await findEvents(
    db,
    onDraws.map(({ event_id }) => event_id ?? ''),
  );
  const t = plainTexts(language);
  return onDraws.flatMap((record) => {
    const [event, game] = [events.get(record.event_id ?? ''), games.get(record.game_id)];
    if (event?.kind !== 'draw' || !game) return [];
    return [{ roundId: record.id, ...detailOf(presentLotteryTicket(record, event, isWhole), game, record, t) }];
  });
}

function detailOf(ticket: LotteryTicket, game: StudioGame, { currency }: TicketRecord, t: Translate): RoundDetail {
  const { draw, bets, count, hits, status, cost, most, payout } = ticket;
  const playType = playTypesOf(game).find(({ id }) => id === ticket.playType);
  const type = playType ? t(`lottery.${playType.name.key}`, playType.name.values) : ticket.playType;
  const issue = t('studio.lotto_issue', { issue: draw.issue });
  const rest = count - bets.length;
  const named = bets.map((bet) => betText(bet, t)).join(' ');
  const isEnded = !isAwaited(ticket);
  const amount = (units: string) => amountText(units, currency);
  const line = (name: RoundDetail['lines'][number]['name'], value: string) => (value === '' ? [] : [{ name, value }]);
  return {
    summary: shortened(`${type} · ${issue} · ${named}`, SUMMARY_CHARACTERS),
    lines: [
      ...line('game', type),
      ...line('event', issue),
      ...line('bets', rest > 0 ? `${named} ${t('studio.lotto_more', { count: rest })}` : named),
      ...line('ways', t('studio.lotto_count', { count })),
      ...line('stake', amount(cost)),
      ...(isEnded ? [] : line('possibleWin', amount(most))),
      ...line('result', draw.numbers?.join(' ') ?? ''),
      ...line('hits', hits.map((hit) => hitText(hit, t)).join(', ')),
      ...(isEnded ? line('paid', amount(payout)).map((one) => (isReturned(ticket) ? returned(one, t) : one)) : []),
      ...line('state', t(`studio.lotto_status_${status}`)),
    ],
  };
}

function returned(line: RoundDetail['lines'][number], t: Translate): RoundDetail['lines'][number] {
  return { ...line, label: t('studio.lotto_detail_returned') };
}

/** Digits are the same in all languages, options have names. */
function betText(value: string, t: Translate): string {
  return /^[0-9*-]+$/.test(value) ? value : t(`lottery.opt_${value}`);
}

function hitText({ bet, prize, times, odds }: LotteryTicket['hits'][number], t: Translate): string {
  const name = prize === undefined ? betText(bet, t) : `${betText(bet, t)} (${t(`lottery.prize_${prize}`)})`;
  return `${name}: ${times > 1 ? `${times} × ` : ''}${odds}×`;
}
