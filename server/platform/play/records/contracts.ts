import type { Logger } from 'pino';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/db/index.ts';
import type { DescribeRounds, GameDirectory, Providers } from '../vendors/index.ts';

export interface RecordDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'error'>;
  readonly games: GameDirectory;
  readonly providers: Providers;
  readonly describeRounds: DescribeRounds;
  /** Symbol of a currency on screen ("$"). */
  currencySymbol(currency: string): string;
  /** Time zone of the merchant, which defines the days. */
  timeZone(): Promise<string>;
}
