import type { Caller } from '../../base/http/index.ts';

/** A caller for tests of code behind the authorisation. */
export function testCaller(more: Partial<Caller> = {}): Caller {
  return {
    clientAddress: '203.0.113.7',
    userAgent: 'test',
    country: null,
    language: 'EN',
    deviceToken: null,
    siteOrigin: 'https://play.example',
    ...more,
  };
}
