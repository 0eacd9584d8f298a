import { randomUUID } from 'node:crypto';
import { payableUnit } from '../../../shared/money/money.ts';
import type { SeamlessCode } from '../../../shared/seamless/codes.ts';
import type { SeamlessAnswer, SeamlessOperation } from '../../../shared/seamless/wallet.ts';
import { createPace } from './pace.ts';
import { Deviation, demand } from './report.ts';
import { type ProviderConnection, type RequestDefects, send } from './send.ts';

/** A platform whose seamless wallet is certified, and a member with a small balance. */
export interface PlatformUnderTest extends ProviderConnection {
  readonly gameId: string;
  /** A new launch ticket of the member for the game. */
  ticket(): Promise<string>;
  /** Ends the member's session at the platform, so that the vendor's token expires. Without it some scenarios are skipped. */
  readonly expire?: () => Promise<void>;
}

export interface PlayerSession {
  readonly token: string;
  readonly player: string;
  readonly currency: string;
  /** Units; undefined if the platform names none. */
  readonly maximumStake: bigint | undefined;
}

/** Ids of one round. */
export interface Ids {
  readonly bet: string;
  readonly win: string;
  readonly rollback: string;
  readonly round: string;
}

/** Operations for scenarios. */
export interface PlatformWorld {
  readonly under: PlatformUnderTest;
  readonly session: PlayerSession;
  /** The smallest amount that the player's currency can pay, so that certification costs almost nothing. In units. */
  readonly stake: bigint;
  ids(): Ids;
  /** Waits until a bet may start the round. `bet` does that itself; for requests that must arrive together. */
  turn(ids: Ids): Promise<void>;
  request(operation: SeamlessOperation, body: object, defects?: RequestDefects): Promise<SeamlessAnswer>;
  bet(ids: Ids, more?: object): Promise<SeamlessAnswer>;
  win(ids: Ids, more?: object): Promise<SeamlessAnswer>;
  rollback(ids: Ids, more?: object): Promise<SeamlessAnswer>;
  finish(ids: Ids): Promise<SeamlessAnswer>;
  status(transactionId: string): Promise<SeamlessAnswer>;
  /** In units. */
  balance(): Promise<bigint>;
  betBody(ids: Ids, more?: object): Record<string, unknown>;
}

/** `sitDown` opens the game; all other operations require it. */
export function createWorld(under: PlatformUnderTest): PlatformWorld & { isOpen(): boolean; openGame(): Promise<void> } {
  const run = randomUUID().slice(0, 8);
  let session: PlayerSession | undefined;
  let last = 0;
  const seated = (): PlayerSession => {
    if (!session) throw new Deviation('the game is not open');
    return session;
  };
  const stake = () => payableUnit(seated().currency);
  const pace = createPace();
  const request: PlatformWorld['request'] = async (operation, body, defects) => {
    const { roundId } = body as { readonly roundId?: string };
    const sent = () => send(under, operation, body, defects);
    const answer = await (operation === 'bet' && roundId !== undefined ? pace.start(roundId, sent) : sent());
    if (!answer) throw new Deviation(`${operation} was not answered`);
    return answer;
  };
  const named = ({ round }: Ids) => ({ roundId: round, gameId: under.gameId, player: seated().player });
  const betBody: PlatformWorld['betBody'] = (ids, more = {}) => {
    const { token, currency } = seated();
    return { token, transactionId: ids.bet, ...named(ids), currency, amount: String(stake()), ...more };
  };
  return {
    under,
    get session() {
      return seated();
    },
    get stake() {
      return stake();
    },
    isOpen: () => session !== undefined,
    async openGame() {
      const found = await request('authenticate', { ticket: await under.ticket(), gameId: under.gameId });
      const { status, token, player, currency } = found;
      if (status !== 'OK' || !token || !player || !currency) throw new Deviation(`authenticate answered ${status}`);
      const maximumStake = found.maximumStake === undefined ? undefined : BigInt(found.maximumStake);
      pace.setMinimum(found.minimumRoundMs ?? 0);
      session = { token, player, currency, maximumStake };
    },
    ids() {
      last += 1;
      const of = (kind: string) => `certify-${run}-${last}-${kind}`;
      return { bet: of('b'), win: of('w'), rollback: of('x'), round: of('r') };
    },
    turn: ({ round }) => pace.turn(round),
    request,
    betBody,
    bet: (ids, more) => request('bet', betBody(ids, more)),
    win: (ids, more = {}) =>
      request('win', {
        transactionId: ids.win,
        betTransactionId: ids.bet,
        ...named(ids),
        currency: seated().currency,
        amount: String(stake()),
        ...more,
      }),
    rollback: (ids, more = {}) => request('rollback', { transactionId: ids.rollback, betTransactionId: ids.bet, ...named(ids), ...more }),
    finish: (ids) => request('finish', named(ids)),
    status: (transactionId) => request('status', { transactionId }),
    async balance() {
      const answer = await request('balance', { token: seated().token });
      expectStatus(answer, 'OK', 'balance');
      return BigInt(answer.balance ?? -1n);
    },
  };
}

/** Asserts the status of an answer. */
export function expectStatus(answer: SeamlessAnswer, status: SeamlessCode, what: string): void {
  demand(answer.status === status, `${what} answered ${answer.status} instead of ${status}`);
}

/** Asserts the change of the balance. */
export async function expectBalanceChange(world: PlatformWorld, before: bigint, by: bigint): Promise<void> {
  const now = await world.balance();
  demand(now === before + by, `the balance moved by ${now - before} units instead of ${by}`);
}
