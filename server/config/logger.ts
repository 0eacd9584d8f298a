import { type DestinationStream, type Logger, pino } from 'pino';
import { cleanForLog } from '../observe/clean-log.ts';
import { scopeForLog } from '../observe/request-scope.ts';
import type { LogLevel } from './env.ts';

/** JSON lines on standard output: the level by its name, secrets hidden, the id of the request that a line belongs to. */
export function createLogger(level: LogLevel, part: 'portal' | 'platform', destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { part },
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: scopeForLog,
    formatters: { level: (label: string) => ({ level: label }), log: cleanForLog },
    // Errors have been described by then.
    serializers: { err: (described: unknown) => described },
  };
  return destination ? pino(options, destination) : pino(options);
}
