import { expect, test } from 'vitest';
import { parseWireAmount } from '../../money/money.ts';
import type { SlotVariant } from '../catalogue.ts';
import { fairStream } from '../fairness.ts';
import { EARLIER_RULES, type EarlierOutcome, fromEarlier, isEarlierOutcome } from './earlier.ts';
import rounds from './earlier-rounds.json' with { type: 'json' };
import { SLOT_MODELS } from './models.ts';
import { playTable } from './play-table.ts';

/** Rounds that were published as vectors when symbols still had names. */
test.each(rounds.map((round) => [round.variant as SlotVariant, round] as const))(
  'a round of the earlier %s is recomputed',
  (variant, round) => {
    const outcome = round.outcome as EarlierOutcome;
    const stake = parseWireAmount(round.bet.stake) ?? 0n;
    const again = playTable(SLOT_MODELS[variant], stake, fairStream(round.serverSeed, round.clientSeed, round.nonce));
    expect(EARLIER_RULES[round.rulesHash]).toBe(variant);
    expect(isEarlierOutcome(outcome)).toBe(true);
    expect(isEarlierOutcome(again.outcome)).toBe(false);
    expect(fromEarlier(variant, SLOT_MODELS[variant], outcome)).toEqual(again.outcome);
    expect(String(again.payout)).toBe(round.payoutUnits);
  },
);
