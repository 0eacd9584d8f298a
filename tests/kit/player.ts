import { randomUUID } from 'node:crypto';
import { walletBalance } from '../../shared/api/balance/calls.ts';
import type { Balance } from '../../shared/api/balance/schemas.ts';
import type { BodyInput, ClientCall, QueryInput, ValueOf } from '../../shared/api/client-call.ts';
import { depositCreate, depositGet } from '../../shared/api/deposit/calls.ts';
import type { Deposit } from '../../shared/api/deposit/schemas.ts';
import type { Envelope } from '../../shared/api/envelope.ts';
import { launchGame } from '../../shared/api/games/calls.ts';
import { launchAddress } from '../../shared/api/launch-address.ts';
import { bettingRecord } from '../../shared/api/records/calls.ts';
import { type PayloadKey, sealPayload } from '../../shared/api/seal.ts';
import { sessionKeys } from '../../shared/api/session/calls.ts';
import { type EngineBet, type PlayAnswer, STUDIO_API, type StudioSession } from '../../shared/games/protocol.ts';

/** A signed-in player over plain HTTP, without a browser, as in a QA script. */
export interface Player {
  readonly cookie: string;
  call<C extends ClientCall>(call: C, input?: { query?: QueryInput<C>; body?: BodyInput<C> }): Promise<Envelope<ValueOf<C>>>;
  balance(): Promise<Balance>;
  /** Makes a QR deposit and pays it at the payment simulator. */
  deposit(amount: string): Promise<Deposit>;
  openGame(gameId: string): Promise<GameSeat>;
}

/** One game opened by the player. */
export interface GameSeat {
  readonly session: StudioSession;
  /** Status and body of one attempt to play; repeating `key` retries the same round. */
  play(bet: EngineBet, key?: string): Promise<{ status: number; answer: PlayAnswer & { error?: string } }>;
}

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** The demo accounts that `npm start` prints. */
export const DEMO = {
  member: { username: 'demo01', password: 'Lagoon-demo-1' },
  trial: { username: 'trial01', password: 'Lagoon-demo-1' },
  agent: { username: 'agent01', password: 'Lagoon-demo-1' },
  /** A member of the agent's team: no wages are paid to it while it plays. */
  downline: { username: 'harbor88', password: 'Lagoon-demo-1' },
  /** True when the account must choose its own password. */
  fresh: { username: 'fresh01', password: '123456' },
} as const;

/** Signs in through the form for browsers without scripts. */
export async function signIn(url: string, credentials: Credentials = DEMO.member): Promise<Player> {
  const answer = await fetch(`${url}/form/session.login`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: url },
    body: new URLSearchParams({ ...credentials, back: '/index' }).toString(),
    redirect: 'manual',
  });
  if (answer.status !== 303) throw new Error(`signing in answered ${answer.status}: ${alertsOf(await answer.text())}`);
  const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
  if (!cookies.some((pair) => /^(?:__Host-)?(?:\w+_)?session=./.test(pair)))
    throw new Error(`signing in led to ${answer.headers.get('location')}`);
  return playerWith(url, cookies.join('; '));
}

/** A refused form is a page of the site, which says why. */
function alertsOf(html: string): string {
  return [...html.matchAll(/ role="alert">(.*?)<\/p>/gs)]
    .map(([, text = '']) => text.replaceAll(/<[^>]*>/g, ''))
    .filter(Boolean)
    .join(' ');
}

function playerWith(url: string, cookie: string): Player {
  const player: Player = {
    cookie,
    async call(call, input = {}) {
      const query = new URLSearchParams(
        Object.entries((input.query ?? {}) as Record<string, unknown>).map(([name, value]) => [name, String(value)]),
      );
      const answer = await fetch(`${url}${call.path}${query.size > 0 ? `?${query}` : ''}`, {
        method: call.method,
        headers: { cookie, origin: url, ...(call.method === 'GET' ? {} : { 'content-type': 'application/json' }) },
        body: call.method === 'GET' ? null : await bodyText(url, call, input.body ?? {}),
      });
      return (await answer.json()) as Envelope<ValueOf<typeof call>>;
    },
    async balance() {
      return accepted(await player.call(walletBalance));
    },
    async deposit(amount) {
      const opened = accepted(await player.call(depositCreate, { body: { channel: 'DEMO_QR', amount, reference: randomUUID() } }));
      await fetch(new URL(opened.instructions?.payUrl ?? '', url), {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'outcome=paid',
        redirect: 'manual',
      });
      const { depositId } = opened;
      const paid = accepted(await player.call(depositGet, { query: { depositId } }));
      if (paid.status !== 'credited') throw new Error(`the deposit is ${paid.status}`);
      return paid;
    },
    async openGame(gameId) {
      const launch = accepted(await player.call(launchGame, { body: { gameId } }));
      const ticket = new URL(launchAddress(launch), url).searchParams.get('ticket') ?? '';
      const answer = await fetch(`${url}${STUDIO_API.session}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ticket, gameId }),
      });
      if (!answer.ok) throw new Error(`opening ${gameId} answered ${answer.status}: ${await answer.text()}`);
      return seatWith(url, (await answer.json()) as StudioSession);
    },
  };
  return player;
}

/** The request body as a browser sends it: sealed to the platform's key where the call requires it. */
export async function bodyText(url: string, call: ClientCall, body: unknown): Promise<string> {
  if (!call.encrypted) return JSON.stringify(body);
  const answer = await fetch(`${url}${sessionKeys.path}`);
  const { keys } = accepted((await answer.json()) as Envelope<ValueOf<typeof sessionKeys>>);
  return JSON.stringify({ payload: await sealPayload(keys[0] as PayloadKey, call.id, body) });
}

function seatWith(url: string, session: StudioSession): GameSeat {
  return {
    session,
    async play(bet, key = randomUUID()) {
      const answer = await fetch(`${url}${STUDIO_API.play}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${session.token}` },
        body: JSON.stringify({ key, bet }),
      });
      return { status: answer.status, answer: (await answer.json()) as PlayAnswer & { error?: string } };
    },
  };
}

/** The value of a successful answer; throws the error code otherwise. */
export function accepted<Value>(envelope: Envelope<Value>): Value {
  if (!envelope.success) throw new Error(`refused: ${envelope.code} ${envelope.message}`);
  return envelope.value;
}

/** All bets of the player's betting record, newest first. */
export async function allBets(player: Player) {
  const bets = [];
  for (let pageNo = 1, pages = 1; pageNo <= pages; pageNo++) {
    const page = accepted(await player.call(bettingRecord, { query: { pageNo, pageSize: 100 } }));
    bets.push(...page.bets);
    pages = page.totalPages;
  }
  return bets;
}
