import type { Actor } from '../../base/actor.ts';

/** A newly signed-in actor, for tests of code behind the authorisation. */
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
