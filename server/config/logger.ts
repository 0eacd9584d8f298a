import { type Logger, pino } from 'pino';
import type { LogLevel } from './env.ts';

/** Names under which secrets travel; their values never reach a log, at the top or one level down. */
const SECRET_NAMES = [
  'cookie',
  'authorization',
  'password',
  'newPassword',
  'oldPassword',
  'confirmNewPassword',
  'payload',
  'token',
  'secret',
  'ticket',
];
const SECRET_HEADERS = ['cookie', 'set-cookie', 'authorization'];

export const REDACTION = {
  paths: [...SECRET_NAMES.flatMap((name) => [name, `*.${name}`]), ...SECRET_HEADERS.map((name) => `*.headers["${name}"]`)],
  censor: '[hidden]',
};

/** JSON lines on standard output. */
export function createLogger(level: LogLevel, part: 'portal' | 'platform'): Logger {
  return pino({
    level,
    base: { part },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: REDACTION,
  });
}
