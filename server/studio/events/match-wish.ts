import { parseWireAmount } from '../../../shared/money/money.ts';
import type { StudioGame } from '../../../shared/studio/catalogue.ts';
import { oddsHundredths } from '../../../shared/studio/events/match.ts';
import type { TicketRequest } from '../../../shared/studio/events/protocol.ts';
import { isStake } from '../../../shared/studio/rules.ts';
import { StudioRefusal } from '../refusal.ts';
import { fixtureOf } from './event-store.ts';
import type { Wish } from './tickets.ts';

/** A bet on a match, as a page asked for it. */
export function matchWish({ engine, variant }: StudioGame, { key, eventId, selection, odds, stake: wire }: TicketRequest): Wish {
  const stake = parseWireAmount(wire);
  if (engine !== 'match' || stake === undefined) throw new StudioRefusal('bet_invalid');
  if (!isStake(variant, [stake], stake)) throw new StudioRefusal('stake_out_of_range');
  return {
    ...{ key, eventId, kind: 'match', selection, chips: null, stake, closed: 'event_closed' },
    async admit(_tx, event) {
      const { terms } = fixtureOf(event);
      const hundredths = oddsHundredths(terms, selection);
      if (hundredths === undefined || terms.odds[selection] !== odds) throw new StudioRefusal('bet_invalid');
      return hundredths;
    },
  };
}
