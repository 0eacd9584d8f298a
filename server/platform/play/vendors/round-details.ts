import type { Logger } from 'pino';
import * as v from 'valibot';
import {
  LISTED_VALUE,
  ROUNDS_PER_REQUEST,
  type RoundDetail,
  type RoundDetailsRequest,
  roundDetailsAnswer,
  shortened,
} from '../../../../shared/seamless/round-details.ts';
import { SIGNATURE_HEADER, TIMESTAMP_HEADER } from '../../../../shared/seamless/wallet.ts';
import type { Clock } from '../../base/clock.ts';
import { signRequest } from '../../base/signature.ts';
import { bodyText } from './body-text.ts';
import type { Providers } from './contracts.ts';
import type { RoundRow } from './store.ts';

/** A record is shown without descriptions rather than late. */
const DEADLINE_MS = 1_500;
const MAX_BYTES = 2_000_000;

export type DescribedRound = Pick<RoundRow, 'id' | 'provider' | 'round_id' | 'game_id'>;
/** By row id of the round. Rounds that no vendor describes are missing. */
export type DescribeRounds = (
  rounds: readonly DescribedRound[],
  language: string,
  isWhole: boolean,
) => Promise<ReadonlyMap<string, RoundDetail>>;

/** Requests descriptions from the vendors of the rounds. Must not be called in a transaction: the vendor may use the same database session. */
export function createRoundDetails(deps: {
  readonly providers: Providers;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn'>;
}): DescribeRounds {
  return async (rounds, language, isWhole) => {
    const asked = rounds.slice(0, ROUNDS_PER_REQUEST);
    const found = await Promise.all(
      [...new Set(asked.map(({ provider }) => provider))].map(async (provider) => {
        const own = asked.filter((round) => round.provider === provider);
        const body = { language, whole: isWhole, rounds: own.map((round) => ({ roundId: round.round_id, gameId: round.game_id })) };
        const details = await request(deps, provider, body);
        return own.flatMap(({ id, round_id }) => {
          const detail = details.get(round_id);
          return detail ? [[id, detail] as const] : [];
        });
      }),
    );
    return new Map(found.flat());
  };
}

async function request(
  { providers, clock, log }: Parameters<typeof createRoundDetails>[0],
  provider: string,
  content: RoundDetailsRequest,
): Promise<ReadonlyMap<string, RoundDetail>> {
  const { secret, detailsUrl } = providers.get(provider) ?? {};
  if (secret === undefined || detailsUrl === undefined) return new Map();
  try {
    const url = new URL(detailsUrl());
    const body = JSON.stringify(content);
    const timestamp = String(clock.now().getTime());
    const signature = signRequest(secret, { method: 'POST', path: url.pathname, timestamp, body });
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [TIMESTAMP_HEADER]: timestamp, [SIGNATURE_HEADER]: signature },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    if (reply.status !== 200) throw new Error(`the vendor answered ${reply.status}`);
    const { rounds } = v.parse(roundDetailsAnswer, JSON.parse(await bodyText(reply, MAX_BYTES)));
    return new Map(rounds.map(({ roundId, ...detail }) => [roundId, content.whole ? detail : listed(detail)]));
  } catch (error) {
    log.warn({ err: error, provider, rounds: content.rounds.length }, 'descriptions of rounds could not be read');
    return new Map();
  }
}

function listed({ summary, lines }: RoundDetail): RoundDetail {
  return { summary, lines: lines.map((line) => ({ ...line, value: shortened(line.value, LISTED_VALUE) })) };
}
