import type { LobbyLevel, LobbyView } from '../../../shared/games/rooms/protocol.ts';
import { unitsOf } from '../lib/stakes.ts';

/** False for a level whose stake is above the highest stake of one bet on the site. */
export function isOpenLevel({ siteMaxStake }: Pick<LobbyView, 'siteMaxStake'>, { stake }: Pick<LobbyLevel, 'stake'>): boolean {
  return siteMaxStake === null || unitsOf(stake) <= unitsOf(siteMaxStake);
}
