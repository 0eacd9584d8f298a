import { describe, expect, it } from 'vitest';
import { inScope } from '../observe/request-scope.ts';
import { createLogger } from './logger.ts';

function logTo(level: Parameters<typeof createLogger>[0]) {
  const lines: string[] = [];
  const log = createLogger(level, 'platform', { write: (line: string) => void lines.push(line) });
  return { log, lines };
}

describe('log', () => {
  it('hides secrets at any depth', () => {
    const { log, lines } = logTo('info');
    log.info({ password: 'canary', token: 'canary', body: { password: 'canary', payload: 'canary', newPassword: 'canary' } }, 'x');
    log.info({ request: { headers: { cookie: 'canary', authorization: 'canary', accept: 'kept' } }, cookie: 'canary' }, 'x');
    log.error(Object.assign(new Error('failed'), { response: { headers: { 'set-cookie': 'canary' } } }), 'x');
    expect(lines).toHaveLength(3);
    expect(lines.join()).not.toContain('canary');
    expect(lines.join()).toContain('kept');
    expect(lines.join()).toContain('"type":"Error"');
  });

  it('adds the id of the request or job to each line', async () => {
    const { log, lines } = logTo('info');
    const work = async (name: string) => {
      await new Promise((resolve) => setImmediate(resolve));
      log.info({ name }, 'x');
    };
    await Promise.all([
      inScope({ requestId: 'one' }, () => work('a')),
      inScope({ requestId: 'two', job: 'sweep' }, () => work('b')),
      work('c'),
    ]);
    const found = lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .sort((a, b) => (String(a.name) < String(b.name) ? -1 : 1));
    expect(found.map(({ requestId, job }) => [requestId, job])).toEqual([
      ['one', undefined],
      ['two', 'sweep'],
      [undefined, undefined],
    ]);
    expect(found[0]).toMatchObject({ level: 'info', part: 'platform' });
  });

  it('respects its level', () => {
    const { log, lines } = logTo('warn');
    log.info('x');
    log.warn('y');
    expect(lines.map((line) => JSON.parse(line).level)).toEqual(['warn']);
  });
});
