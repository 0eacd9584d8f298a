import { randomUUID } from 'node:crypto';
import { EVENT_API, type EventsAnswer, type LegRequest, type TicketAnswer } from '../../../shared/games/events/protocol.ts';
import { demand, type Scenario } from './report.ts';
import { getJson, injectFaults, type Reply, type VendorPlayer, type VendorWorld } from './vendor-world.ts';
import type { ReceivedRequest, WalletFault } from './wallet-server.ts';

type Rule = Scenario<VendorWorld>;

interface Placed {
  readonly seat: VendorPlayer;
  readonly reply: Reply<TicketAnswer>;
  readonly leg: LegRequest;
}

/** Places a bet on the first open match, like the page of the game. */
async function place(world: VendorWorld, balance?: bigint): Promise<Placed> {
  const gameId = world.matches ?? '';
  const leg = await firstOpen(world, gameId);
  const seat = await world.openGame(balance, gameId);
  const request = { key: randomUUID(), legs: [leg], stake: seat.minStake, acceptBetter: true };
  return { seat, leg, reply: await seat.post<TicketAnswer>(EVENT_API.ticket, request) };
}

async function firstOpen(world: VendorWorld, gameId: string): Promise<LegRequest> {
  const { status, body } = await getJson<EventsAnswer>(world, `${EVENT_API.events}?gameId=${gameId}`);
  demand(status === 200, `the matches were answered with HTTP ${status}`);
  for (const { eventId, startsAt, markets } of body.fixtures) {
    const { selection, odds } = markets[0]?.picks[0] ?? {};
    if (startsAt > body.now && selection !== undefined && odds) return { eventId, selection, odds };
  }
  throw new Error('no match is open for bets');
}

/** Rounds in a call of the vendor, whether or not it was processed. */
function roundsOf({ operation, body }: ReceivedRequest): readonly string[] {
  if (operation !== 'slips') return [];
  const { slips } = body as unknown as { readonly slips?: readonly { readonly roundId: string }[] };
  return (slips ?? []).map(({ roundId }) => roundId);
}

const roundOf = (seat: VendorPlayer): string => seat.requests('bet')[0]?.body.roundId ?? '';

/** Asserts that the bet was accepted and waits for its slip. */
async function waitForSlip(world: VendorWorld, { seat, reply }: Placed): Promise<string> {
  demand(reply.status === 200, `a bet on a match was answered with HTTP ${reply.status} ${reply.body.error ?? ''}`);
  const round = roundOf(seat);
  await world.until(() => world.wallet.slips.has(round), 'the slip of the bet was not sent');
  return round;
}

const needsMatches = ({ matches }: VendorWorld) => (matches === undefined ? 'needs --matches, a game of bets on matches' : undefined);

function afterFault(name: string, rule: string, fault: WalletFault): Rule {
  return {
    name,
    rule,
    without: needsMatches,
    async run(world) {
      injectFaults(world, { slips: [fault, 2] });
      const round = await waitForSlip(world, await place(world));
      demand(world.wallet.received.filter((one) => roundsOf(one).includes(round)).length >= 2, 'the slip was not repeated after the fault');
    },
  };
}

/** `bad` places a bet that is invalid in the end. */
function slipNotSent(name: string, rule: string, bad: (world: VendorWorld) => Promise<Placed>): Rule {
  return {
    name,
    rule,
    without: needsMatches,
    async run(world) {
      const round = roundOf((await bad(world)).seat);
      // The slip of a later bet proves that the vendor has sent slips in the meantime.
      await waitForSlip(world, await place(world));
      demand(!world.wallet.received.some((one) => roundsOf(one).includes(round)), 'its slip was sent');
    },
  };
}

/** Slip notifications of a vendor of bets on matches. The update after the end of a leg takes as long as a match, so it is not tested. */
export const SLIP_SCENARIOS: readonly Rule[] = [
  {
    name: 'slip',
    rule: 'the slip of an accepted bet is sent, with the accepted odds',
    without: needsMatches,
    async run(world) {
      const placed = await place(world);
      const legs = world.wallet.slips.get(await waitForSlip(world, placed)) ?? [];
      demand(legs.length === 1 && legs[0]?.eventId === placed.leg.eventId, 'the slip is of another bet');
      const taken = placed.reply.body.ticket.legs[0]?.odds;
      demand(legs[0]?.odds === taken, `odds of ${taken} were reported as ${legs[0]?.odds}`);
    },
  },
  afterFault('slip-lost', 'a lost slip is sent again', 'lost'),
  afterFault('slip-broken', 'a slip is sent again after an error of the platform', 'broken'),
  slipNotSent('slip-refused', 'no slip is sent for a refused bet', async (world) => {
    const placed = await place(world, 0n);
    demand(placed.reply.status >= 400, 'a bet without money was accepted');
    return placed;
  }),
  slipNotSent('slip-undone', 'no slip is sent for a rolled back bet', async (world) => {
    injectFaults(world, { bet: ['lost', 1] });
    const placed = await place(world);
    await world.until(() => placed.seat.requests('rollback').some(({ status }) => status === 'OK'), 'the bet was not rolled back');
    return placed;
  }),
];
