import * as v from 'valibot';
import { expect, it } from 'vitest';
import { type ProviderDefinition, providerDefinition, walletProblems } from './definition.ts';
import { launchAddressOf } from './launch-address.ts';

const ACME = {
  code: 'ACME',
  name: 'Acme',
  launchUrl: 'https://play.acme.example/open?t={ticket}',
  vendors: [{ code: 'ACME', name: 'Acme' }],
};
const isValid = (change: object) => v.safeParse(providerDefinition, { ...ACME, ...change }).success;

it.each<[object, boolean]>([
  [{}, true],
  [{ launchUrl: 'https://play.acme.example/open' }, true],
  [{ launchUrl: 'http://127.0.0.1:9000/open' }, true],
  [{ launchUrl: 'http://play.acme.example/open' }, false],
  [{ launchUrl: 'https://user:pass@acme.example/open' }, false],
  [{ launchUrl: 'https://{game}.acme.example/open' }, false],
  [{ launchUrl: 'https://acme.example/{password}' }, false],
  [{ launchUrl: 'javascript:alert(1)' }, false],
  [{ code: 'studio' }, false],
  [{ code: 'A/B' }, false],
  [{ addresses: ['198.51.100.0/24', '2001:db8::1'] }, true],
  [{ addresses: ['198.51.100.0/33'] }, false],
  [{ permissions: ['bet', 'games'] }, true],
  [{ permissions: ['everything'] }, false],
  [{ currencies: ['THB'], languages: ['TH', 'EN'] }, true],
  [{ languages: ['XX'] }, false],
  [{ vendors: [] }, false],
  [{ feed: { url: 'https://acme.example/games', everyMinutes: 5 } }, true],
  [{ feed: { url: 'ftp://acme.example/games' } }, false],
  [{ wallet: { kind: 'transfer', url: 'https://api.acme.example/wallet' } }, true],
  [{ wallet: { kind: 'transfer', url: 'https://api.acme.example/wallet/' } }, false],
  [{ wallet: { kind: 'transfer', url: 'http://api.acme.example/wallet' } }, false],
  [{ wallet: { kind: 'transfer', url: 'https://api.acme.example/wallet', returnMinutes: 0 } }, false],
  [{ wallet: { kind: 'other', url: 'https://api.acme.example/wallet' } }, false],
  [{ unknown: 1 }, false],
])('%j: %s', (change, expected) => {
  expect(isValid(change)).toBe(expected);
});

it('fills the fields of a launch address, each encoded, or adds the usual query', () => {
  const facts = { ticket: 't/1 &', gameId: 'g', language: 'TH', theme: 'dark', currency: 'THB' } as const;
  expect(launchAddressOf('https://a.example/{game}/{theme}?t={ticket}&l={language}&c={currency}', facts)).toBe(
    'https://a.example/g/dark?t=t%2F1%20%26&l=TH&c=THB',
  );
  expect(launchAddressOf('https://a.example/play', { ...facts, playType: '2D' })).toMatch(/&playType=2D$/);
  expect(launchAddressOf('https://a.example/{playType}', { ...facts, playType: '2D' })).toBe('https://a.example/2D');
  expect(launchAddressOf('https://a.example/play', facts)).toBe('https://a.example/play?ticket=t%2F1+%26&game=g&language=TH&theme=dark');
  expect(launchAddressOf('https://a.example/play?op=7', facts)).toContain('?op=7&ticket=');
});

it.each<[object, boolean, readonly string[]]>([
  [{}, true, []],
  [{ wallet: { moves: 'automatic' } }, true, []],
  [{ wallet: { moves: 'automatic' } }, false, []],
  [{ wallet: { moves: 'manual' } }, false, []],
  [{ wallet: { moves: 'manual' } }, true, ['wallet.moves']],
  [
    {
      wallet: {},
      vendors: [
        { code: 'ACME', name: 'Acme' },
        { code: 'OTHER', name: 'Other' },
      ],
    },
    false,
    ['vendors'],
  ],
  [{ wallet: {}, dialect: {} }, false, ['dialect']],
])('a wallet of the provider in %j with one wallet of the merchant %s: %j', (change: { wallet?: object }, isSingle, keys) => {
  const wallet = change.wallet && { kind: 'transfer', url: 'https://api.acme.example/wallet', ...change.wallet };
  const definition = v.parse(providerDefinition, { ...ACME, ...change, dialect: undefined, wallet }) as ProviderDefinition;
  const dialect = 'dialect' in change ? ({} as NonNullable<ProviderDefinition['dialect']>) : undefined;
  expect(walletProblems({ ...definition, ...(dialect && { dialect }) }, isSingle).map(([key]) => key)).toEqual(keys);
});
