import type { IncomingMessage } from 'node:http';
import { type ForeignMatch, oddsOf, PICKS, type Pick } from './matches.ts';

export interface Reply {
  readonly status: number;
  readonly body: object;
}

/** What the two sides of the calls need of the vendor. */
export interface StudioHost {
  readonly matches: readonly ForeignMatch[];
  /** Opens a game; undefined: the wallet refuses the ticket. */
  openSeat(ticket: string, gameId: string): Promise<{ readonly session: string } | undefined>;
  play(session: string, key: string): Promise<Played>;
  bet(session: string, request: { key: string; match: ForeignMatch; pick: Pick; stake: string }): Promise<Played>;
}

/** `refused`: no round; `payout`: the win with its stake, a decimal with four digits. */
export interface Played {
  readonly round?: string;
  readonly payout?: string;
  readonly refused?: string;
}

interface TicketBody {
  readonly key: string;
  readonly stake: string;
  readonly legs: readonly { readonly eventId: string; readonly selection: string }[];
}

const MIN_STAKE = '1.0000';

/** The calls by which a certification plays, as docs/vendors/seamless-wallet.md describes them; undefined: another address. */
export async function studioCall(
  host: StudioHost,
  url: URL,
  request: IncomingMessage,
  body: () => Promise<string>,
): Promise<Reply | undefined> {
  const session = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const read = async <Body>() => JSON.parse(await body()) as Body;
  if (url.pathname === '/studio/api/events') return { status: 200, body: { now: new Date().toISOString(), fixtures: fixtures(host) } };
  if (url.pathname === '/studio/api/session') {
    const { ticket, gameId } = await read<{ ticket: string; gameId: string }>();
    const seat = await host.openSeat(ticket, gameId);
    return seat
      ? { status: 200, body: { token: seat.session, limits: { minStake: MIN_STAKE } } }
      : { status: 403, body: { error: 'ticket' } };
  }
  if (url.pathname === '/studio/api/play') {
    const { round, payout, refused } = await host.play(session, (await read<{ key: string }>()).key);
    if (refused !== undefined) return { status: 409, body: { error: refused } };
    return { status: 200, body: { round: { roundId: round, status: 'settled', payout: payout ?? '0.0000' } } };
  }
  if (url.pathname === '/studio/api/ticket') return ticketCall(host, session, await read<TicketBody>());
  return undefined;
}

async function ticketCall(host: StudioHost, session: string, { key, legs, stake }: TicketBody): Promise<Reply> {
  const [leg] = legs;
  const match = host.matches.find(({ eventId }) => eventId === leg?.eventId);
  const pick = PICKS.find((one) => one === leg?.selection);
  if (!match || !pick || match.score) return { status: 409, body: { error: 'match_closed' } };
  const { refused } = await host.bet(session, { key, match, pick, stake });
  if (refused !== undefined) return { status: 409, body: { error: refused } };
  return { status: 200, body: { ticket: { legs: [{ odds: oddsOf(match, pick) }] } } };
}

function fixtures({ matches }: StudioHost): readonly object[] {
  return matches.map((match) => ({
    eventId: match.eventId,
    startsAt: match.startsAt.toISOString(),
    markets: [{ picks: PICKS.map((pick) => ({ selection: pick, odds: oddsOf(match, pick) })) }],
  }));
}
