import type { Page } from 'playwright-core';
import type { SlotVariant } from '../../shared/games/catalogue.ts';
import { type PlayAnswer, STUDIO_API } from '../../shared/games/protocol.ts';
import { simulationStream } from '../../shared/games/simulation-stream.ts';
import { SLOT_MODELS } from '../../shared/games/slot/models.ts';
import { playTable } from '../../shared/games/slot/play-table.ts';
import { toWire, UNITS_PER_WHOLE, type Units } from '../../shared/money/money.ts';

const STAKE = UNITS_PER_WHOLE;

/** Properties of a slot round to search for. */
export interface RoundAmounts {
  readonly stake: Units;
  readonly payout: Units;
}

/**
 * Makes every round that the page plays look like the first matching one of a fixed sequence, with a stake of 1.00. The bookings
 * of the platform are unchanged.
 */
export async function showRoundsOf(page: Page, variant: SlotVariant, wanted: (round: RoundAmounts) => boolean): Promise<RoundAmounts> {
  const { outcome, payout } = roundOf(variant, wanted);
  await page.route(`**${STUDIO_API.play}`, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const response = await route.fetch();
    const answer = (await response.json()) as PlayAnswer;
    const round = { ...answer.round, stake: toWire(STAKE), payout: toWire(payout), outcome };
    await route.fulfill({ response, json: { ...answer, round } });
  });
  return { stake: STAKE, payout };
}

function roundOf(variant: SlotVariant, wanted: (round: RoundAmounts) => boolean) {
  const stream = simulationStream(1);
  for (;;) {
    const round = playTable(SLOT_MODELS[variant], STAKE, stream);
    if (wanted({ stake: STAKE, payout: round.payout })) return round;
  }
}
