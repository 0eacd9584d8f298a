import { describe, expect, it } from 'vitest';
import { walletBalance } from '../../../shared/api/balance/contract.ts';
import { gameList } from '../../../shared/api/games/contract.ts';
import { sessionLogin } from '../../../shared/api/sign-in/contract.ts';
import { mapCalls } from './map-calls.ts';

const call = (wanted: unknown) => wanted as Parameters<ReturnType<typeof mapCalls>['requestOf']>[0];

describe('the request of a mapped call', () => {
  it('is unchanged without a mapping', () => {
    expect(mapCalls().requestOf(call(walletBalance), '', undefined)).toBeUndefined();
  });

  it('has the method, path and parameters of the platform', () => {
    const mapping = mapCalls({
      calls: { 'games.list': { path: '/api/v3/games', request: { pageNo: 'page', channel: null }, add: { version: 3 } } },
    });
    expect(mapping.requestOf(call(gameList), '?pageNo=2&channel=x&vassalage=PP', undefined)).toEqual({
      method: 'GET',
      path: '/api/v3/games',
      search: '?page=2&vassalage=PP&version=3',
      body: undefined,
      bodyType: 'none',
    });
  });

  it('moves the parameters of a read into a body, and the fields of a body into parameters', () => {
    const posted = mapCalls({ calls: { 'games.list': { method: 'POST', request: { pageNo: 'paging.no', pageSize: 'paging.size' } } } });
    expect(posted.requestOf(call(gameList), '?pageNo=2&pageSize=24', undefined)).toMatchObject({
      method: 'POST',
      search: '',
      body: '{"paging":{"no":"2","size":"24"}}',
      bodyType: 'json',
    });
    const asked = mapCalls({ calls: { 'session.login': { method: 'GET' } } });
    expect(asked.requestOf(call(sessionLogin), '', '{"username":"a","captcha":null}')).toMatchObject({
      search: '?username=a',
      body: undefined,
    });
  });

  it('renames the fields of a body; a sealed payload is passed on', () => {
    const mapping = mapCalls({
      calls: { 'session.login': { path: '/auth', request: { username: 'user.name' }, add: { 'user.kind': 'web' } } },
    });
    expect(mapping.requestOf(call(sessionLogin), '', '{"username":"a","password":"b"}')?.body).toBe(
      '{"user":{"name":"a","kind":"web"},"password":"b"}',
    );
    expect(mapping.requestOf(call(sessionLogin), '', '{"payload":"x.y"}')).toMatchObject({ path: '/auth', body: '{"payload":"x.y"}' });
  });
});

describe('the answer of a mapped call', () => {
  it('has the names of the call table, in lists too; other fields stay', () => {
    const mapping = mapCalls({
      calls: {
        'games.list': {
          response: { games: 'result.rows', 'games.gameId': 'id', 'games.gameName': 'texts.en', totalPages: 'result.pages' },
        },
      },
    });
    const given = { result: { rows: [{ id: 7, texts: { en: 'Seven' }, vassalage: 'PP' }, { id: 8 }], pages: '3' } };
    expect(mapping.valueOf(call(gameList), given)).toMatchObject({
      games: [{ gameId: 7, gameName: 'Seven', vassalage: 'PP' }, { gameId: 8 }],
      totalPages: '3',
    });
  });

  it('may be a part of the given one', () => {
    const mapping = mapCalls({ calls: { 'wallet.balance': { response: { '.': 'data.wallets.0', sumBalance: 'cash' } } } });
    expect(mapping.valueOf(call(walletBalance), { data: { wallets: [{ cash: '5.5' }] } })).toMatchObject({ sumBalance: '5.5' });
  });

  it('without the named fields stays as it is', () => {
    const mapping = mapCalls({ calls: { 'wallet.balance': { response: { sumBalance: 'data.total' } } } });
    expect(mapping.valueOf(call(walletBalance), { sumBalance: '1' })).toEqual({ sumBalance: '1' });
    expect(mapping.valueOf(call(walletBalance), null)).toBe(null);
    expect(mapping.valueOf(call(gameList), { games: [] })).toEqual({ games: [] });
  });
});
