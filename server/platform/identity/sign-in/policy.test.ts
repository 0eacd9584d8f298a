import { describe, expect, it } from 'vitest';
import { demoSettings } from '../../merchant/demo-settings.ts';
import type { MemberRow } from '../members/store.ts';
import type { SignInPath } from './contracts.ts';
import { isWeakDefault, mustChangePassword, neededStep, type SignInContext } from './policy.ts';

const PATHS: readonly SignInPath[] = ['password', 'sms', 'code', 'passkey', 'remember', 'register', 'freeplay', 'oauth'];
const NO_FACTORS = { totp: false, recoveryCodesLeft: 0, passkeys: 0 };
const TOTP = { totp: true, recoveryCodesLeft: 8, passkeys: 0 };
const PASSKEYS = { totp: false, recoveryCodesLeft: 0, passkeys: 2 };
const HERE = { any: true, isKnownHere: true };
const ELSEWHERE = { any: true, isKnownHere: false };
const FIRST = { any: false, isKnownHere: false };

const at = (path: SignInPath, more: Partial<SignInContext> = {}) =>
  neededStep({ path, checkAddress: true, networks: HERE, deviceKnown: true, held: NO_FACTORS, contacts: [], ...more });
const methods = (...given: Parameters<typeof at>) => at(...given)?.methods ?? null;

describe.each(PATHS)('the path %s', (path) => {
  it('needs no second step on a known network without a second factor, or at the first sign-in', () => {
    for (const networks of [HERE, FIRST])
      for (const contacts of [[], ['sms', 'email']] as const) expect(at(path, { networks, contacts })).toBeNull();
  });

  const places = [HERE, ELSEWHERE, FIRST].flatMap((networks) => [true, false].map((deviceKnown) => ({ networks, deviceKnown })));
  const rules = [true, false].flatMap((checkAddress) => places.map((place) => ({ ...place, checkAddress })));
  it.each(rules)('requires the configured second factor: %o', (rule) => {
    const remembered = path === 'remember' && rule.deviceKnown && rule.networks.isKnownHere;
    const expected = path === 'passkey' || remembered ? undefined : 'second_factor';
    for (const held of [TOTP, PASSKEYS, { ...TOTP, passkeys: 1 }])
      expect(at(path, { ...rule, held, contacts: ['sms', 'email'] })?.reason).toBe(expected);
  });

  it('requires a step on an unknown network, if a contact is available', () => {
    for (const deviceKnown of [true, false]) {
      const step = at(path, { networks: ELSEWHERE, deviceKnown, contacts: ['sms', 'email'] });
      expect(step?.reason).toBe(path === 'passkey' ? undefined : 'unregistered_address');
      expect(at(path, { networks: ELSEWHERE, deviceKnown, contacts: [] })).toBeNull();
      expect(at(path, { networks: ELSEWHERE, deviceKnown, contacts: ['email', 'sms'], checkAddress: false })).toBeNull();
    }
  });
});

describe('the methods', () => {
  it('are the configured factors, without codes if there is an authenticator app', () => {
    const contacts = ['sms', 'email'] as const;
    expect(methods('password', { held: { ...TOTP, passkeys: 1 }, contacts })).toEqual(['passkey', 'totp', 'recovery']);
    expect(methods('password', { held: { ...TOTP, recoveryCodesLeft: 0 }, contacts })).toEqual(['totp']);
  });

  it('include a code for members with passkeys only', () => {
    expect(methods('password', { held: PASSKEYS, contacts: ['sms'] })).toEqual(['passkey', 'sms']);
    expect(methods('sms', { held: PASSKEYS, contacts: ['sms'] })).toEqual(['passkey']);
  });

  it('never include the channel of the first step', () => {
    const elsewhere = (path: SignInPath, contacts: SignInContext['contacts']) => methods(path, { networks: ELSEWHERE, contacts });
    expect(elsewhere('password', ['sms', 'email'])).toEqual(['sms', 'email']);
    expect(elsewhere('sms', ['sms', 'email'])).toEqual(['email']);
    expect(elsewhere('sms', ['sms'])).toBeNull();
    expect(elsewhere('code', ['sms', 'email'])).toEqual(['email']);
    expect(elsewhere('code', ['email'])).toBeNull();
  });
});

describe('a new password', () => {
  const NOW = new Date('2026-11-21T12:00:00Z');
  const EARLIER = new Date('2026-01-01T00:00:00Z');
  const own = { must_change: false, first_login_at: EARLIER, created_at: EARLIER, password_changed_at: EARLIER } as MemberRow;
  const fromOperator = { ...own, first_login_at: null };
  const settings = (features: Record<string, boolean> = {}, passwordExpiryDays: number | null = null) => {
    const demo = demoSettings();
    return { ...demo, passwordExpiryDays, features: { ...demo.features, ...features } };
  };
  const must = (path: SignInPath, member: MemberRow, { weakDefault = false, rules = settings() } = {}) =>
    mustChangePassword(member, { path, weakDefault }, rules, NOW);
  const pathsWhere = (predicate: (path: SignInPath) => boolean) => PATHS.filter(predicate);

  it('is required after the weak default', () => {
    expect(pathsWhere((path) => isWeakDefault({ path, password: ' 123456 ' }))).toEqual(['password']);
    expect(isWeakDefault({ path: 'password', password: '1234567' })).toBe(false);
    expect(must('password', own, { weakDefault: true })).toBe(true);
    expect(must('password', own)).toBe(false);
  });

  it('is required after a password set by an operator, not after the member’s own', () => {
    expect(pathsWhere((path) => must(path, fromOperator))).toEqual(['password', 'remember']);
    expect(pathsWhere((path) => must(path, { ...fromOperator, password_changed_at: NOW }))).toEqual([]);
  });

  it('is required after an expired one, if expiry is enabled', () => {
    const expired = settings({ passwordExpiry: true }, 30);
    expect(pathsWhere((path) => must(path, own, { rules: expired }))).toEqual(['password', 'remember']);
    expect(pathsWhere((path) => must(path, own, { rules: settings({ passwordExpiry: false }, 30) }))).toEqual([]);
    expect(must('password', { ...own, password_changed_at: NOW }, { rules: expired })).toBe(false);
  });

  it('is never required after an SMS, a code, a passkey or a social sign-in', () => {
    const rules = settings({ passwordExpiry: true }, 1);
    const forcedPaths = pathsWhere((path) => must(path, fromOperator, { weakDefault: path === 'password', rules }));
    expect(forcedPaths).toEqual(['password', 'remember']);
  });

  it('is not required if the merchant has disabled it', () => {
    const rules = settings({ forcedPasswordChange: false, passwordExpiry: true }, 1);
    expect(pathsWhere((path) => must(path, fromOperator, { weakDefault: true, rules }))).toEqual([]);
  });

  it('stays required until it is set', () => {
    expect(pathsWhere((path) => must(path, { ...own, must_change: true }))).toEqual(PATHS);
  });
});
