import * as v from 'valibot';
import { HISTORY_PAGE, historyEntry, REFUSED_FOR_GOOD, type TransferWalletAnswer } from '../../../../shared/transfer-wallet/protocol.ts';
import type { PostDefects } from '../payments/signed-post.ts';
import { demand, type Scenario } from '../report.ts';
import type { TransferWalletWorld } from './world.ts';

type Rule = Scenario<TransferWalletWorld>;
const WHOLE = 10_000n;
const AT_ONCE = 5;
const MINUTES_6 = 360_000;

async function expectBalance(world: TransferWalletWorld, player: string, units: bigint, when: string): Promise<void> {
  const balance = await world.balanceOf(player);
  demand(balance === units, `${when} the balance is ${balance}, not ${units}`);
}

/** A request with a defect in its signature moves nothing. */
function forged(name: string, rule: string, defects: PostDefects): Rule {
  return {
    name,
    rule,
    async run(world) {
      const player = await world.newPlayer();
      const { http, text } = await world.sendRaw('deposit', world.order(player, WHOLE), defects);
      const { status } = http === 200 ? (JSON.parse(text) as { status?: string }) : {};
      demand(status === 'BAD_SIGNATURE' || status === 'STALE_REQUEST', `answered ${status ?? `HTTP ${http}`}`);
      await expectBalance(world, player, 0n, 'after it');
    },
  };
}

const SIGNED: readonly Rule[] = [
  forged('unsigned', 'a request without a signature is refused', { unsigned: true }),
  forged('signature-key', 'a signature of another key is refused', { secret: 'a-key-that-nobody-has-agreed-upon-0001' }),
  forged('signature-body', 'the signature covers the body', { signedBody: '{}' }),
  forged('signature-path', 'the signature covers the path', { signedPath: '/another/deposit' }),
  forged('stale', 'a request of six minutes ago is refused', { shiftMs: -MINUTES_6 }),
];

const PLAYERS: readonly Rule[] = [
  {
    name: 'player',
    rule: 'a known player is left as it is',
    async run(world) {
      const player = await world.newPlayer(WHOLE);
      const { status } = await world.send('player', { player, currency: world.currency, language: 'TH' });
      demand(status === 'OK', `answered ${status}`);
      await expectBalance(world, player, WHOLE, 'afterwards');
    },
  },
  {
    name: 'launch',
    rule: 'a game opens for a player at an address, an unknown game does not',
    async run(world) {
      const player = await world.newPlayer();
      const order = { player, currency: world.currency, language: 'EN', theme: 'dark' } as const;
      const { status, url = '' } = await world.send('launch', { ...order, gameId: world.gameId });
      demand(status === 'OK' && URL.canParse(url), `answered ${status} with ${url || 'no address'}`);
      const unknown = await world.send('launch', { ...order, gameId: 'no-such-game' });
      demand(unknown.status === 'GAME_NOT_FOUND', `an unknown game was answered ${unknown.status}`);
      const ended = await world.send('logout', { player });
      demand(ended.status === 'OK', `logout was answered ${ended.status}`);
    },
  },
  {
    name: 'unknown-player',
    rule: 'an unknown player has no balance and takes no money',
    async run(world) {
      const { status } = await world.send('balance', { player: 'certify-no-such-player' });
      demand(status === 'PLAYER_NOT_FOUND', `the balance was answered ${status}`);
      const order = world.order('certify-no-such-player', WHOLE);
      const deposited = await world.send('deposit', order);
      demand(deposited.status === 'PLAYER_NOT_FOUND', `a deposit was answered ${deposited.status}`);
    },
  },
];

const TRANSFERS: readonly Rule[] = [
  {
    name: 'exact',
    rule: 'amounts are moved exactly, to 1/10,000',
    async run(world) {
      const player = await world.newPlayer(12_345n);
      await expectBalance(world, player, 12_345n, 'after a deposit of 12345');
      const order = world.order(player, 2_344n);
      const { status, reference, amount } = await world.send('withdraw', order);
      demand(
        status === 'OK' && reference === order.reference && amount === order.amount,
        `answered ${status} for ${reference} of ${amount}`,
      );
      await expectBalance(world, player, 10_001n, 'after a withdrawal of 2344');
    },
  },
  ...(['deposit', 'withdraw'] as const).flatMap((kind): readonly Rule[] => {
    const end = kind === 'deposit' ? 6n * WHOLE : 4n * WHOLE;
    return [
      {
        name: `${kind}-repeat`,
        rule: `a repeated ${kind} is answered as before and moves nothing`,
        async run(world) {
          const player = await world.newPlayer(5n * WHOLE);
          const order = world.order(player, WHOLE);
          for (let times = 0; times < 3; times += 1) {
            const { status, amount } = await world.send(kind, order);
            demand(status === 'OK' && amount === order.amount, `answered ${status} of ${amount}`);
          }
          await expectBalance(world, player, end, 'after three times the same');
        },
      },
      {
        name: `${kind}-at-once`,
        rule: `the same ${kind} five times at once moves once`,
        async run(world) {
          const player = await world.newPlayer(5n * WHOLE);
          const order = world.order(player, WHOLE);
          await Promise.all(Array.from({ length: AT_ONCE }, () => world.sendRaw(kind, order)));
          const { transfer } = await world.stateOf(order.reference);
          demand(transfer?.state === 'done', `its state is ${transfer?.state}`);
          await expectBalance(world, player, end, 'afterwards');
        },
      },
      {
        name: `${kind}-hang-up`,
        rule: `a ${kind} whose answer is not awaited is executed or closed, and \`status\` says which`,
        async run(world) {
          const player = await world.newPlayer(5n * WHOLE);
          const order = world.order(player, WHOLE);
          await world.sendRaw(kind, order, { hangUp: true });
          const { status, transfer } = await world.stateOf(order.reference);
          await expectBalance(world, player, transfer?.state === 'done' ? end : 5n * WHOLE, `with ${transfer?.state ?? status}`);
        },
      },
      {
        name: `${kind}-mismatch`,
        rule: `a reference with another amount is REFERENCE_MISMATCH (${kind})`,
        async run(world) {
          const player = await world.newPlayer(5n * WHOLE);
          const order = world.order(player, WHOLE);
          await world.send(kind, order);
          const { status } = await world.send(kind, { ...order, amount: '20000' });
          demand(status === 'REFERENCE_MISMATCH', `answered ${status}`);
          await expectBalance(world, player, end, 'afterwards');
        },
      },
      {
        name: `${kind}-closed`,
        rule: `a reference that \`status\` did not know is refused afterwards (${kind})`,
        async run(world) {
          const player = await world.newPlayer(5n * WHOLE);
          const order = world.order(player, WHOLE);
          for (let times = 0; times < 2; times += 1) {
            const { status } = await world.send('status', { reference: order.reference });
            demand(status === 'TRANSFER_NOT_FOUND', `an unknown reference was answered ${status}`);
          }
          const { status } = await world.send(kind, order);
          demand(status === 'REFERENCE_CLOSED', `the late ${kind} was answered ${status}`);
          await expectBalance(world, player, 5n * WHOLE, 'afterwards');
        },
      },
    ];
  }),
  {
    name: 'state',
    rule: 'the state of a transfer names its kind, player, currency and amount',
    async run(world) {
      const player = await world.newPlayer(WHOLE);
      const order = world.order(player, WHOLE);
      await world.send('withdraw', order);
      const { transfer } = await world.stateOf(order.reference);
      const expected = { kind: 'withdraw', state: 'done', player, currency: world.currency, amount: order.amount };
      for (const [field, value] of Object.entries(expected)) {
        const given = (transfer as Readonly<Record<string, unknown>> | undefined)?.[field];
        demand(given === value, `${field} is ${String(given)}, not ${value}`);
      }
    },
  },
  {
    name: 'insufficient',
    rule: 'more than the balance is not paid out, not even a part of it',
    async run(world) {
      const player = await world.newPlayer(WHOLE);
      const order = world.order(player, WHOLE + 1n);
      const { status } = await world.send('withdraw', order);
      demand(status === 'INSUFFICIENT_FUNDS', `answered ${status}`);
      await expectBalance(world, player, WHOLE, 'afterwards');
      const state = await world.stateOf(order.reference);
      demand(state.status === 'TRANSFER_NOT_FOUND' || state.transfer?.state === 'refused', `its state is ${state.transfer?.state}`);
    },
  },
  {
    name: 'withdraw-race',
    rule: 'five withdrawals of the whole balance at once: one is paid out',
    async run(world) {
      const player = await world.newPlayer(WHOLE);
      const orders = Array.from({ length: AT_ONCE }, () => world.order(player, WHOLE));
      const answers = await Promise.all(orders.map((order) => world.send('withdraw', order)));
      const paid = answers.filter(({ status }) => status === 'OK').length;
      demand(paid === 1, `${paid} were paid out`);
      await expectBalance(world, player, 0n, 'afterwards');
    },
  },
  {
    name: 'currency',
    rule: 'another currency is refused for good',
    async run(world) {
      const player = await world.newPlayer();
      const { status } = await world.send('deposit', { ...world.order(player, WHOLE), currency: world.currency === 'XTS' ? 'XXX' : 'XTS' });
      demand(REFUSED_FOR_GOOD.includes(status), `answered ${status}`);
      await expectBalance(world, player, 0n, 'afterwards');
    },
  },
  ...(['0', '-1', '1.5', '', 10_000] as const).map(
    (amount): Rule => ({
      name: `amount-${JSON.stringify(amount).replaceAll('"', '') || 'empty'}`,
      rule: `an amount of ${JSON.stringify(amount)} is BAD_REQUEST`,
      async run(world) {
        const player = await world.newPlayer(WHOLE);
        for (const kind of ['deposit', 'withdraw'] as const) {
          const { text } = await world.sendRaw(kind, { ...world.order(player, WHOLE), amount });
          demand(/"status"\s*:\s*"BAD_REQUEST"/.test(text), `${kind} was answered ${text.slice(0, 80)}`);
        }
        await expectBalance(world, player, WHOLE, 'afterwards');
      },
    }),
  ),
];

/** Reads all pages of the history, at most a hundred. */
async function eachPage(
  world: TransferWalletWorld,
  read: (answer: TransferWalletAnswer<'history'>, cursor: string | null) => Promise<void>,
): Promise<void> {
  let cursor: string | null = null;
  for (let pages = 0; pages < 100; pages += 1) {
    const answer: TransferWalletAnswer<'history'> = await world.send('history', { cursor, limit: HISTORY_PAGE });
    demand(answer.status === 'OK', `answered ${answer.status}`);
    await read(answer, cursor);
    if (answer.more !== true) return;
    const next: string | null = answer.cursor ?? null;
    demand(next !== cursor, 'more entries without a new cursor');
    cursor = next;
  }
}

const HISTORY: readonly Rule[] = [
  {
    name: 'history',
    rule: 'pages follow each other, are the same when read again, and have valid entries with ids of their own',
    async run(world) {
      const contents = new Map<string, string>();
      await eachPage(world, async ({ entries = [] }, cursor) => {
        const parsed = v.safeParse(v.array(historyEntry), entries);
        demand(parsed.success, `an entry has no valid ${parsed.success ? '' : v.getDotPath(parsed.issues[0])}`);
        for (const entry of parsed.output) {
          const text = JSON.stringify(entry);
          demand((contents.get(entry.id) ?? text) === text, `entry ${entry.id} has two contents`);
          contents.set(entry.id, text);
        }
        const again = await world.send('history', { cursor, limit: HISTORY_PAGE });
        const isSame = JSON.stringify((again.entries ?? []).slice(0, entries.length)) === JSON.stringify(entries);
        demand(isSame, 'the same page has other entries');
      });
    },
  },
  {
    name: 'history-without-transfers',
    rule: 'deposits and withdrawals are no entries',
    async run(world) {
      const player = await world.newPlayer(WHOLE);
      await world.send('withdraw', world.order(player, WHOLE));
      await eachPage(world, async ({ entries = [] }) => {
        const own = entries.filter((entry) => (entry as { readonly player?: unknown } | null)?.player === player);
        demand(own.length === 0, `there are ${own.length} entries of a player who has not played`);
      });
    },
  },
];

export const TRANSFER_WALLET_SCENARIOS: readonly Rule[] = [...SIGNED, ...PLAYERS, ...TRANSFERS, ...HISTORY];
