import type { SeamlessCode } from '../../../shared/seamless/codes.ts';
import { MINUTE_MS } from '../../../shared/time.ts';
import { expectStatus, type PlatformWorld } from './platform-world.ts';
import { demand, type Scenario } from './report.ts';
import type { RequestDefects } from './send.ts';

type Rule = Scenario<PlatformWorld>;

const SIX_MINUTES_MS = 6 * MINUTE_MS;

/** A request that must be refused without any effect. */
function rejected(name: string, rule: string, expected: SeamlessCode, defects: (world: PlatformWorld) => RequestDefects): Rule {
  return {
    name,
    rule,
    async run(world) {
      const ids = world.ids();
      expectStatus(await world.request('bet', world.betBody(ids), defects(world)), expected, 'such a bet');
      expectStatus(await world.status(ids.bet), 'TRANSACTION_NOT_FOUND', 'its status');
    },
  };
}

/** A body that is not a valid instruction. */
function malformed(name: string, rule: string, expected: SeamlessCode, more: object): Rule {
  return {
    name,
    rule,
    async run(world) {
      const ids = world.ids();
      expectStatus(await world.bet(ids, more), expected, 'such a bet');
      demand((await world.status(ids.bet)).transaction?.state !== 'accepted', 'it was accepted');
    },
  };
}

export const REQUEST_SCENARIOS: readonly Rule[] = [
  rejected('signature-secret', 'a signature with another key is refused', 'BAD_SIGNATURE', ({ under }) => ({
    secret: `${under.secret}x`,
  })),
  rejected('signature-none', 'an unsigned request is refused', 'BAD_SIGNATURE', () => ({ unsigned: true })),
  rejected('signature-body', 'the signature covers the body', 'BAD_SIGNATURE', () => ({ signedBody: '{}' })),
  rejected('signature-path', 'the signature covers the operation', 'BAD_SIGNATURE', () => ({ signedOperation: 'win' })),
  rejected('signature-time', 'the signature covers the time', 'BAD_SIGNATURE', () => ({ signedTimestamp: String(Date.now() - 1_000) })),
  rejected('stale', 'a signature older than six minutes is refused', 'STALE_REQUEST', () => ({
    timestamp: String(Date.now() - SIX_MINUTES_MS),
  })),
  malformed('amount', 'an amount is a whole number above zero, as text', 'BAD_REQUEST', { amount: '-100' }),
  malformed('unknown-field', 'an unknown field is refused', 'BAD_REQUEST', { bonus: true }),
  malformed('currency', 'a bet is in the currency of the player', 'WRONG_CURRENCY', { currency: 'XTS' }),
  malformed('game', 'a bet is on a game of the provider', 'GAME_NOT_FOUND', { gameId: 'certify-no-such-game' }),
  malformed('token', 'a made-up token is refused', 'INVALID_TOKEN', { token: 'certify-made-up' }),
  {
    name: 'ticket-once',
    rule: 'a launch ticket opens one session',
    without: ({ under }) => (under.expire ? undefined : 'needs --portal, to launch the game again'),
    async run(world) {
      const { gameId } = world.under;
      const ticket = await world.under.ticket();
      expectStatus(await world.request('authenticate', { ticket, gameId }), 'OK', 'a ticket');
      expectStatus(await world.request('authenticate', { ticket, gameId }), 'INVALID_TOKEN', 'the same ticket');
    },
  },
];
