import { type DestinationStream, type Logger, pino } from 'pino';
import { cleanForLog } from '../observe/clean-log.ts';
import { scopeForLog } from '../observe/request-scope.ts';
import type { LogLevel } from './env.ts';

/** JSON lines on standard output: the level as a name, secrets hidden, with the id of the request. */
export function createLogger(level: LogLevel, part: 'portal' | 'platform', destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { part },
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: scopeForLog,
    formatters: { level: (label: string) => ({ level: label }), log: cleanForLog },
    // `cleanForLog` has already converted errors.
    serializers: { err: (described: unknown) => described },
  };
  return destination ? pino(options, destination) : pino(options);
}
