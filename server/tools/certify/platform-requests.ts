import type { SeamlessCode } from '../../../shared/codes.ts';
import { is, type PlatformWorld } from './platform-world.ts';
import { demand, type Scenario } from './report.ts';
import type { Wrongs } from './send.ts';

type Rule = Scenario<PlatformWorld>;

const SIX_MINUTES_MS = 6 * 60_000;

/** A request that must be refused without any effect. */
function turnedAway(name: string, rule: string, expected: SeamlessCode, wrongs: (world: PlatformWorld) => Wrongs): Rule {
  return {
    name,
    rule,
    async run(world) {
      const ids = world.ids();
      is(await world.ask('bet', world.betBody(ids), wrongs(world)), expected, 'such a bet');
      is(await world.status(ids.bet), 'TRANSACTION_NOT_FOUND', 'its status');
    },
  };
}

/** A body that is not a valid instruction. */
function nonsense(name: string, rule: string, expected: SeamlessCode, more: object): Rule {
  return {
    name,
    rule,
    async run(world) {
      const ids = world.ids();
      is(await world.bet(ids, more), expected, 'such a bet');
      demand((await world.status(ids.bet)).transaction?.state !== 'accepted', 'it was accepted');
    },
  };
}

export const REQUEST_SCENARIOS: readonly Rule[] = [
  turnedAway('signature-secret', 'a signature with another key is refused', 'BAD_SIGNATURE', ({ under }) => ({
    secret: `${under.secret}x`,
  })),
  turnedAway('signature-none', 'an unsigned request is refused', 'BAD_SIGNATURE', () => ({ unsigned: true })),
  turnedAway('signature-body', 'the signature covers the body', 'BAD_SIGNATURE', () => ({ signedBody: '{}' })),
  turnedAway('signature-path', 'the signature covers the operation', 'BAD_SIGNATURE', () => ({ signedOperation: 'win' })),
  turnedAway('signature-time', 'the signature covers the time', 'BAD_SIGNATURE', () => ({ signedTimestamp: String(Date.now() - 1_000) })),
  turnedAway('stale', 'a signature older than six minutes is refused', 'STALE_REQUEST', () => ({
    timestamp: String(Date.now() - SIX_MINUTES_MS),
  })),
  nonsense('amount', 'an amount is a whole number above zero, as text', 'BAD_REQUEST', { amount: '-100' }),
  nonsense('unknown-field', 'an unknown field is refused', 'BAD_REQUEST', { bonus: true }),
  nonsense('currency', 'a bet is in the currency of the player', 'WRONG_CURRENCY', { currency: 'XTS' }),
  nonsense('game', 'a bet is on a game of the provider', 'GAME_NOT_FOUND', { gameId: 'certify-no-such-game' }),
  nonsense('token', 'a made-up token is refused', 'INVALID_TOKEN', { token: 'certify-made-up' }),
  {
    name: 'ticket-once',
    rule: 'a launch ticket opens one session',
    without: ({ under }) => (under.expire ? undefined : 'needs --portal, to launch the game again'),
    async run(world) {
      const { gameId } = world.under;
      const ticket = await world.under.ticket();
      is(await world.ask('authenticate', { ticket, gameId }), 'OK', 'a ticket');
      is(await world.ask('authenticate', { ticket, gameId }), 'INVALID_TOKEN', 'the same ticket');
    },
  },
];
