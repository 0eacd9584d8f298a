import type { Actor } from '../../base/actor.ts';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/db/index.ts';
import type { AgentRules } from '../../merchant/index.ts';
import type { ListBets } from '../../play/records/index.ts';
import type { GameDirectory } from '../../play/vendors/index.ts';

export interface TeamDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly merchant: string;
  readonly games: GameDirectory;
  readonly listBets: ListBets;
  /** Symbol of a currency on screen ("$"). */
  currencySymbol(currency: string): string;
}

/** An agent who reads a report, with the merchant's rules of that moment. */
export interface TeamReader {
  readonly agent: Actor;
  readonly rules: AgentRules;
  readonly timeZone: string;
}

/** Days of the merchant's time zone, both included. */
export interface TeamDays {
  readonly fromDay: string;
  readonly toDay: string;
}
