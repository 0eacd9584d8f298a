import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { REDACTION } from './logger.ts';

describe('log', () => {
  it('hides secrets at the top and one level down', () => {
    const lines: string[] = [];
    const log = pino({ redact: REDACTION }, { write: (line: string) => void lines.push(line) });
    log.info({ password: 'canary', token: 'canary', body: { password: 'canary', payload: 'canary', newPassword: 'canary' } }, 'x');
    log.info({ request: { headers: { cookie: 'canary', authorization: 'canary', accept: 'kept' } }, cookie: 'canary' }, 'x');
    log.info({ response: { headers: { 'set-cookie': 'canary' } } }, 'x');
    expect(lines.join()).not.toContain('canary');
    expect(lines.join()).toContain('kept');
  });
});
