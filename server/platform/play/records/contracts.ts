import type { Logger } from 'pino';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/db/index.ts';
import type { GameDirectory, Providers } from '../vendors/index.ts';

export interface RecordDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'error'>;
  readonly games: GameDirectory;
  readonly providers: Providers;
  /** Symbol of a currency on screen ("$"). */
  currencySymbol(currency: string): string;
  /** Time zone of the merchant, which defines the days. */
  timeZone(): Promise<string>;
}
