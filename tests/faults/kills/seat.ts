import type { GameSeat, Player } from '../../kit/player.ts';

export interface Answer<Body> {
  readonly status: number;
  readonly body: Body & { readonly error?: string };
}

/** A player at a game whose client retries while the service is killed and restarted. */
export interface Seat {
  readonly gameId: string;
  readonly variant: string;
  /** Rejects without an answer. */
  call<Body>(path: string, body?: unknown): Promise<Answer<Body>>;
  /** Retries across restarts until the result is known. */
  retryUntilAnswered<Body>(path: string, body: unknown): Promise<Answer<Body>>;
  /** Server-sent events, each as its text; ends with `signal` or with the connection. */
  listen(path: string, signal: AbortSignal): AsyncIterable<string>;
}

/** Statuses after which the same key may be sent again. */
const UNSURE = ['round_pending', 'too_many_requests', 'too_soon', 'wallet_unavailable'];
const AGAIN_MS = 60;

export async function takeSeat(url: string, player: Player, gameId: string): Promise<Seat> {
  let session = await open(player, gameId);

  async function call<Body>(path: string, body?: unknown): Promise<Answer<Body>> {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${session.token}` };
    const answer = await fetch(url + path, body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: answer.status, body: (await answer.json()) as Answer<Body>['body'] };
  }
  return {
    gameId,
    variant: session.game.variant,
    call,
    async retryUntilAnswered<Body>(path: string, body: unknown) {
      for (;;) {
        const answer = await call<Body>(path, body).catch(() => undefined);
        if (answer?.body.error === 'session_expired') session = await open(player, gameId);
        else if (answer && answer.status < 500 && !UNSURE.includes(answer.body.error ?? '')) return answer;
        await pause(AGAIN_MS);
      }
    },
    async *listen(path, signal) {
      const answer = await fetch(url + path, { headers: { authorization: `Bearer ${session.token}` }, signal });
      let text = '';
      for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        const blocks = (text + chunk).split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) {
          const data = block.split('\n').find((line) => line.startsWith('data: '));
          if (data) yield data.slice('data: '.length);
        }
      }
    },
  };
}

async function open(player: Player, gameId: string): Promise<GameSeat['session']> {
  for (;;) {
    const opened = await player.openGame(gameId).catch((error: unknown) => error as Error);
    if (!(opened instanceof Error)) return opened.session;
    await pause(AGAIN_MS * 10);
  }
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
