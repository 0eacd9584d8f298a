import { multiplierText } from '../../../shared/games/crash/flight.ts';
import type { EventEvidence } from '../../../shared/games/events/protocol.ts';
import type { TableOutcome } from '../../../shared/games/live/table.ts';
import { mixSeed } from '../../../shared/games/lottery/beacon.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { amountText } from '../../../shared/money/amount-text.ts';
import { inPrizeClasses } from '../../../shared/rules/prize-classes.ts';
import { describeOutcome, tableSpotName } from '../table/names.ts';
import type { EventVerdict, SeededEvidence } from './recompute-event.ts';
import { step } from './verify-view.ts';

/** Rows that compare a seed and its outcome. */
export function seedSteps(evidence: SeededEvidence, verdict: EventVerdict, t: Translate, currency: string): readonly Node[] {
  const { course } = verdict;
  return [
    step(t, 'studio.event_step_hash', verdict.hashMatches, [
      [t('studio.server_seed'), evidence.serverSeed],
      [t('studio.promised'), evidence.serverSeedHash],
      [t('studio.computed'), verdict.hash],
    ]),
    verdict.beacon && evidence.kind === 'draw' && beaconStep(evidence, verdict.beacon, t),
    step(t, 'studio.event_step_stream', undefined, [
      [t('studio.event_id'), evidence.eventId],
      [t('studio.first_message'), `HMAC-SHA256(${verdict.beacon ? 'mixed seed' : 'server seed'}, "${evidence.eventId}:0:0")`],
    ]),
    course &&
      step(t, 'studio.event_step_course', course.shown === course.computed, [
        ...ratesOf(evidence, t),
        [t('studio.shown'), course.shown],
        [t('studio.computed'), course.computed],
      ]),
    step(t, `studio.event_step_${evidence.kind}`, verdict.shown === verdict.computed, [
      [t('studio.shown'), outcomeText(evidence, verdict.shown, t)],
      [t('studio.computed'), outcomeText(evidence, verdict.computed, t)],
    ]),
    verdict.chain &&
      step(t, 'studio.event_step_chain', verdict.chain.matches, [
        [t('studio.chain_before'), verdict.chain.previous],
        ...stepsOf(evidence, t),
        [t('studio.computed'), verdict.chain.computed ?? verdict.hash],
      ]),
    evidence.kind === 'draw' && totalsStep(evidence, t),
    verdict.payout && evidence.kind === 'round' && slipStep(evidence, verdict.payout, t, currency),
    verdict.payout && evidence.kind === 'draw' && ticketStep(evidence, verdict.payout, t, currency),
    verdict.payout && evidence.kind === 'flight' && flightStep(evidence, verdict.payout, t, currency),
  ].filter((one) => one instanceof Node);
}

/** The public random number, how it is checked, and how it is mixed in. */
function beaconStep(
  { beacon, serverSeed }: Extract<EventEvidence, { kind: 'draw' }>,
  { round, randomness, matches }: NonNullable<EventVerdict['beacon']>,
  t: Translate,
): HTMLElement | undefined {
  if (!beacon) return undefined;
  return step(t, 'studio.event_step_beacon', matches, [
    [t('studio.beacon_chain'), beacon.chain],
    [t('studio.beacon_key'), beacon.publicKey],
    [t('studio.beacon_round'), String(beacon.round)],
    [t('studio.beacon_round_due'), String(round)],
    [t('studio.beacon_signature'), beacon.signature],
    [t('studio.beacon_number'), `SHA-256: ${randomness}`],
    [t('studio.beacon_mixed'), `HMAC-SHA256(server seed, "beacon:${beacon.chain}:${beacon.round}:${randomness}")`],
    [t('studio.computed'), mixSeed(serverSeed, beacon, beacon.signature)],
  ]);
}

/** How many links of the chain draws were left out, if any. */
function stepsOf(evidence: SeededEvidence, t: Translate): readonly (readonly [string, string])[] {
  const steps = evidence.kind === 'draw' ? (evidence.chain?.steps ?? 1) : 1;
  return steps > 1 ? [[t('studio.chain_steps'), String(steps)]] : [];
}

function ratesOf(evidence: SeededEvidence, t: Translate): readonly (readonly [string, string])[] {
  if (evidence.kind !== 'match' || evidence.course === null) return [];
  const { terms, home, away } = evidence;
  const rate = (perMille: number) => `${perMille / 10}%`;
  if (terms.mode === 'maps') return [[t('studio.match_rate_maps', { team: home }), rate(terms.homeRate)]];
  const minutes = terms.stepMinutes;
  return [
    [t('studio.match_rate_goals', { team: home, minutes }), rate(terms.homeRate)],
    [t('studio.match_rate_goals', { team: away, minutes }), rate(terms.awayRate)],
  ];
}

function outcomeText(evidence: SeededEvidence, text: string, t: Translate): string {
  if (evidence.kind === 'flight') return `${text}x`;
  if (evidence.kind === 'draw') return classesText(text, t);
  return evidence.kind === 'round' ? describeOutcome(JSON.parse(text) as TableOutcome, t) : text;
}

/** Prizes in classes with the names of these; other draws as they are. */
function classesText(text: string, t: Translate): string {
  const classes = inPrizeClasses(text.split(' '));
  return classes?.map(({ name, numbers }) => `${t(`lottery.prize_${name}`)}: ${numbers.join(' ')}`).join(' · ') ?? text;
}

/** What was staked on the draw and what its tickets win, as the vendor publishes it; it cannot be recomputed from one ticket. */
function totalsStep({ totals = [], reversed }: Extract<EventEvidence, { kind: 'draw' }>, t: Translate): HTMLElement | undefined {
  if (totals.length === 0 && !reversed) return undefined;
  const rows = totals.flatMap(({ currency, sold, paid }): [string, string][] => [
    [t('studio.draw_sold'), amountText(sold, currency)],
    [t('studio.draw_paid'), amountText(paid, currency)],
  ]);
  return step(t, reversed ? 'studio.draw_reversed' : 'studio.event_step_totals', undefined, rows);
}

function slipStep(
  { game, slip }: Extract<EventEvidence, { kind: 'round' }>,
  { computed, matches }: NonNullable<EventVerdict['payout']>,
  t: Translate,
  currency: string,
): HTMLElement {
  const money = (wire: string) => amountText(wire, currency);
  const chips = (slip?.chips ?? []).map(({ spot, stake }) => `${tableSpotName(game, spot, t)} ${money(stake)}`);
  return step(t, 'studio.event_step_slip', matches, [
    [t('studio.bet'), chips.join(', ')],
    [t('studio.paid'), money(slip?.payout ?? '')],
    [t('studio.computed'), money(computed)],
  ]);
}

function ticketStep(
  { ticket }: Extract<EventEvidence, { kind: 'draw' }>,
  { computed, matches }: NonNullable<EventVerdict['payout']>,
  t: Translate,
  currency: string,
): HTMLElement {
  const { bets = [], stake = '', payout = '' } = ticket ?? {};
  const listed = bets.slice(0, MAX_LISTED).join(' ');
  const rest = bets.length - MAX_LISTED;
  return step(t, 'studio.event_step_ticket', matches, [
    [t('studio.bet'), `${rest > 0 ? `${listed} ${t('studio.lotto_more', { count: rest })}` : listed}: ${amountText(stake, currency)}`],
    [t('studio.paid'), amountText(payout, currency)],
    [t('studio.computed'), amountText(computed, currency)],
  ]);
}
const MAX_LISTED = 200;

function flightStep(
  { bet }: Extract<EventEvidence, { kind: 'flight' }>,
  { computed, matches }: NonNullable<EventVerdict['payout']>,
  t: Translate,
  currency: string,
): HTMLElement {
  const money = (wire: string) => amountText(wire, currency);
  const auto = bet ? t('studio.crash_auto_at', { multiplier: multiplierText(bet.target) }) : '';
  const out = bet?.cashed == null ? t('studio.crash_lost') : t('studio.crash_out_at', { multiplier: multiplierText(bet.cashed) });
  return step(t, 'studio.event_step_flight_bet', matches, [
    [t('studio.bet'), `${money(bet?.stake ?? '')} · ${auto} · ${out}`],
    [t('studio.paid'), money(bet?.payout ?? '')],
    [t('studio.computed'), money(computed)],
  ]);
}
