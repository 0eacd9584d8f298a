import { expect, test } from 'vitest';
import type { EdgeResponse } from '../edge/edge-stage.ts';
import { CallRefused } from './call-value.ts';
import { noteFailure } from './note-failure.ts';

const refused = (code: 'server_busy' | 'maintenance' | 'system_error') =>
  new CallRefused('games.list', { success: false, value: null, code, message: '' });

test.each([
  [refused('server_busy'), 'warn', 'server_busy'],
  [refused('maintenance'), 'warn', 'maintenance'],
  [refused('system_error'), 'error', undefined],
  [new Error('broken'), 'error', undefined],
])('%o is logged at %s, with the refusal %s for log and metrics', (error, level, refusal) => {
  const logged: string[] = [];
  const log = { warn: () => void logged.push('warn'), error: () => void logged.push('error') };
  const response = { locals: { log, refusal: undefined } } as unknown as EdgeResponse;
  noteFailure(error, response);
  expect([logged, response.locals.refusal]).toEqual([[level], refusal]);
});
