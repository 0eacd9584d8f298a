import { describe, expect, it } from 'vitest';
import { CALLS } from './call-table.ts';
import type { ClientCall } from './client-call.ts';
import type { AnyCall } from './define-call.ts';
import { loginValue } from './sign-in/schemas.ts';

const idsOf = (matches: (call: AnyCall) => boolean) => CALLS.filter(matches).map(({ id }) => id);

const CLIENT_CALLS = import.meta.glob<Record<string, ClientCall>>('./*/calls.ts', { eager: true });
const CONTRACTS = import.meta.glob<Record<string, AnyCall>>('./*/contract.ts', { eager: true });

describe('the call table', () => {
  it('has the contract of every client call, under the same name', () => {
    const namesOf = (files: Record<string, Record<string, ClientCall>>) =>
      Object.entries(files).flatMap(([file, calls]) =>
        Object.entries(calls).map(([name, { id }]) => `${file.replace(/[^/]*$/, '')} ${name} ${id}`),
      );
    expect(namesOf(CONTRACTS)).toEqual(namesOf(CLIENT_CALLS));
    expect(CALLS.map(({ id }) => id).sort()).toEqual(
      Object.values(CONTRACTS)
        .flatMap((calls) => Object.values(calls).map(({ id }) => id))
        .sort(),
    );
  });

  it('has no id and no route twice', () => {
    expect(new Set(CALLS.map(({ id }) => id)).size).toBe(CALLS.length);
    expect(new Set(CALLS.map(({ method, path }) => `${method} ${path}`)).size).toBe(CALLS.length);
  });

  it('marks exactly the calls with the value of a sign-in', () => {
    expect(idsOf((call) => call.signsIn)).toEqual(idsOf((call) => call.value === (loginValue as unknown)));
  });

  it('closes no call that has to stay open', () => {
    expect(idsOf((call) => call.staysOpen && call.closedByRegion)).toEqual([]);
  });

  it('moves money, ends sessions and posts forms with methods that change something', () => {
    const changes = (call: AnyCall) =>
      call.movesMoney || call.needsClock || call.endsSession || call.formNeedsSignIn || call.formOutcome !== 'page';
    expect(idsOf((call) => changes(call) && call.method === 'GET')).toEqual([]);
  });

  it('closes every sign-in and every new stake to refused places', () => {
    const begins = (call: AnyCall) => call.signsIn || call.throttle === 'launch' || call.id === 'deposit.create';
    expect(idsOf((call) => begins(call) && !call.closedByRegion)).toEqual([]);
  });

  it('caches per session only what is read with a session', () => {
    expect(idsOf((call) => call.cachedPerSession && (call.method !== 'GET' || call.token !== 'required'))).toEqual([]);
  });
});
