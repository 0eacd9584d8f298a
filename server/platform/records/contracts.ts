import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { GameDirectory, Providers } from '../vendors/index.ts';

export interface RecordDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'error'>;
  readonly games: GameDirectory;
  readonly providers: Providers;
  /** What a currency is written with on screen ("$"). */
  currencySymbol(currency: string): string;
  /** The merchant's time zone, which decides what a day is. */
  timeZone(): Promise<string>;
}
