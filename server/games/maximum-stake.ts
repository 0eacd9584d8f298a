import type { Units } from '../../shared/money/money.ts';
import type { Session } from './store.ts';

/** The highest stake of one bet that the wallet has named for the session; null: none. */
export function maximumStakeOf({ maximum_stake }: Pick<Session, 'maximum_stake'>): Units | null {
  return maximum_stake === null ? null : BigInt(maximum_stake);
}

/** True for a stake that the wallet would refuse. It is refused here, before anything is drawn or requested. */
export function isAboveMaximum(session: Pick<Session, 'maximum_stake'>, stake: Units): boolean {
  const maximum = maximumStakeOf(session);
  return maximum !== null && stake > maximum;
}
