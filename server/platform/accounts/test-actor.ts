import type { Actor } from './actor.ts';

/** Somebody freshly signed in, for tests that start behind the gate. */
export function testActor(memberId: string, more: Partial<Actor> = {}): Actor {
  return {
    memberId,
    account: memberId,
    type: 0,
    currency: 'CNY',
    sessionId: 's',
    mustChangePassword: false,
    idle: false,
    confirmed: true,
    ...more,
  };
}
