import { expect, test } from 'vitest';
import { outboxOf } from './open-portal.ts';

const demo = { merchantConfig: undefined, upstreams: 'embedded', services: {}, adminPort: 3001, deploy: { adminHost: '127.0.0.1' } };
type Config = Parameters<typeof outboxOf>[0];

test('only pages of the demo link the outbox', () => {
  const of = (more: object) => outboxOf({ ...demo, ...more } as Config);
  expect(of({})).toBe('http://127.0.0.1:3001/outbox');
  expect(of({ merchantConfig: { demo: true } })).toBe('http://127.0.0.1:3001/outbox');
  expect(of({ services: { sms: {} } })).toBe('http://127.0.0.1:3001/outbox');
  for (const more of [
    { merchantConfig: { demo: false } },
    { services: { sms: {}, mail: {} } },
    { upstreams: { wps: 'http://w' } },
    { adminPort: 0 },
  ])
    expect(of(more), JSON.stringify(more)).toBeUndefined();
});
