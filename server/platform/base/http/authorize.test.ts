import { describe, expect, it } from 'vitest';
import { testActor } from '../../identity/accounts/test-actor.ts';
import type { Actor } from '../actor.ts';
import { Refusal } from '../refusal.ts';
import { type Action, authorize, type OwnedObject } from './authorize.ts';

/** Rules that no call of the table uses at present. `matrix.test.ts` covers those of the existing calls. */
const AGENT: Action = { token: 'required', actors: 'agent', freshness: 'active', whileChanging: false };
const MEMBER: Action = { ...AGENT, actors: 'signed-in' };

function answer(actor: Actor | null, action: Action, object?: OwnedObject): string {
  try {
    authorize(actor, action, object);
    return 'in';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

describe('what agents may', () => {
  it.each([
    [0, 'not_agent'],
    [1, 'in'],
    [2, 'in'],
    [3, 'not_agent'],
    // Type 4 also counts as an agent: the denial wins.
    [4, 'in_need_true_account'],
    [41, 'in'],
    [42, 'in'],
    [43, 'not_agent'],
  ])('type %i: %s', (type, expected) => expect(answer(testActor('m', { type }), AGENT)).toBe(expected));

  it('is refused to a trial account before any other check', () => {
    const actor = testActor('m', { type: 4, idle: true, mustChangePassword: true, confirmed: false });
    expect(answer(actor, { ...AGENT, freshness: 'confirmed' }, { memberId: 'other' })).toBe('in_need_true_account');
  });
});

describe('an object', () => {
  it('is there for its owner only, and otherwise as if it did not exist', () => {
    const actor = testActor('m');
    expect(answer(actor, MEMBER, { memberId: 'm' })).toBe('in');
    expect(answer(actor, MEMBER, { memberId: 'other' })).toBe('not_found');
    expect(answer(actor, MEMBER, { memberId: undefined })).toBe('not_found');
    expect(answer(actor, MEMBER, { memberId: 'other', missing: 'session_not_found' })).toBe('session_not_found');
  });

  it('is missing for a visitor with every token rule of a call', () => {
    expect(answer(null, { ...MEMBER, token: 'optional' }, { memberId: 'm' })).toBe('unauthorized');
    expect(answer(null, { ...MEMBER, token: 'optional' }, { memberId: undefined })).toBe('unauthorized');
    expect(answer(null, { ...MEMBER, token: 'optional' })).toBe('in');
  });
});
