import { describe, expect, it } from 'vitest';
import type { Game, Vendor } from '../../../../shared/api/games/schemas.ts';
import { testGame } from '../test-upstream.ts';
import { type PlanInput, planOf } from './plan.ts';

const visitor = { memberType: null, wantsTrial: false, intoFrame: false, freePlay: true };
const member = { ...visitor, memberType: 0 };
const trial = { ...visitor, memberType: 4 };

const game = (change: Partial<Game> = {}): PlanInput['target'] => ({
  kind: 'game',
  game: { ...testGame('NOVA_ONE', 'Harbour'), ...change },
});
const vendor = (change: Partial<Vendor> = {}): PlanInput['target'] => ({
  kind: 'vendor',
  vendor: {
    vassalage: 'DS88',
    displayName: 'Seaside',
    smallIcon: '',
    isHot: 0,
    gameCategory: 'SPORTS',
    gameCount: 3,
    popup: false,
    maintenance: false,
    ...change,
  },
});

describe('a game', () => {
  it.each([
    ['asks a visitor to log in', visitor, game(), { kind: 'signed-out', name: 'Harbour' }],
    ['opens for a member', member, game(), { kind: 'launch', gameId: 'NOVA_ONE' }],
    ['opens for a trial account', trial, game(), { kind: 'launch' }],
    ['for real accounts only informs a trial account', trial, game({ supportPlay: 1 }), { kind: 'trial-account' }],
    ['offers free play to a visitor', { ...visitor, wantsTrial: true }, game(), { kind: 'free-play', realHref: '/game?gameId=NOVA_ONE' }],
    ['informs that free play is off', { ...visitor, wantsTrial: true, freePlay: false }, game(), { kind: 'signed-out', text: 'freeOff' }],
    ['has no free play to offer', { ...visitor, wantsTrial: true }, game({ supportPlay: 1 }), { kind: 'no-free-play' }],
    ['informs a real account that requested free play', { ...member, wantsTrial: true }, game(), { kind: 'real-account' }],
    ['is free play already for a trial account', { ...trial, wantsTrial: true }, game(), { kind: 'launch' }],
    ['in maintenance recommends others', member, game({ maintenance: true }), { kind: 'closed', category: 'RNG', end: null }],
    [
      'in maintenance shows its end, to visitors too',
      visitor,
      game({ maintenance: true, maintenanceEnd: '2026-12-01T00:00:00.000Z' }),
      { kind: 'closed', end: '2026-12-01T00:00:00.000Z' },
    ],
    ['that does not exist is missing', member, { kind: 'none' } as const, { kind: 'missing' }],
    ['that could not be loaded is still launched', member, { kind: 'unknown', gameId: 'X' } as const, { kind: 'launch', game: null }],
    ['that could not be loaded still needs a login', visitor, { kind: 'unknown', gameId: 'X' } as const, { kind: 'signed-out' }],
  ])('%s', (_name, who, target, expected) => {
    expect(planOf({ ...who, target })).toMatchObject(expected);
  });
});

describe('a lottery', () => {
  it.each([
    ['LOTT', 'LOTT', 'NOVA', '/lottery?gameCode=NOVA_ONE'],
    ['ELOTT', 'ELOTT', 'NOVA', '/lottery?gameCode=NOVA_ONE'],
    ['TCG_SEA, whatever its category', 'RNG', 'TCG_SEA', '/seaLottery?gameCode=NOVA_ONE'],
    ['TCG_LOTTO_VN', 'LOTT', 'TCG_LOTTO_VN', '/vnlottery?gameCode=NOVA_ONE'],
  ] as const)('of %s has its own screen, for all visitors', (_name, gameCategory, vassalage, to) => {
    for (const who of [visitor, member, trial])
      expect(planOf({ ...who, target: game({ gameCategory, vassalage }) })).toEqual({ kind: 'redirect', to });
  });

  it('that is played from its own screen opens in the frame', () => {
    const target = game({ gameCategory: 'LOTT', vassalage: 'TCG_SEA' });
    expect(planOf({ ...member, intoFrame: true, target })).toMatchObject({ kind: 'launch' });
    expect(planOf({ ...visitor, intoFrame: true, target })).toMatchObject({ kind: 'signed-out' });
  });

  it('as a vendor has its own screen too', () => {
    expect(planOf({ ...visitor, target: vendor({ vassalage: 'TCG_SEA', gameCategory: 'LOTT', popup: true }) })).toEqual({
      kind: 'redirect',
      to: '/seaLottery',
    });
  });
});

describe('a vendor', () => {
  it.each([
    ['opens its first game for a member', member, vendor(), { kind: 'first-game' }],
    ['asks a visitor to log in', visitor, vendor(), { kind: 'signed-out', name: 'Seaside' }],
    ['with a list of games redirects to the list', visitor, vendor({ popup: true }), { kind: 'redirect', to: '/sports?page=DS88' }],
    ['in maintenance recommends others', member, vendor({ maintenance: true, popup: true }), { kind: 'closed', category: 'SPORTS' }],
    ['in seamless mode still opens in the frame', { ...member, intoFrame: true }, vendor({ popup: true }), { kind: 'first-game' }],
  ])('%s', (_name, who, target, expected) => {
    expect(planOf({ ...who, target })).toMatchObject(expected);
  });
});
