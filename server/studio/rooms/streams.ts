import { createHash } from 'node:crypto';
import type { Response } from 'express';
import type { Logger } from 'pino';
import type { Session } from '../store.ts';
import { tell } from '../tell.ts';
import type { Bell } from './bell.ts';

export interface Streams {
  /** Sends what the session sees, now and whenever it changes, until the page goes or another session takes the seat. */
  open(session: Session, lastEventId: string | undefined, response: Response): void;
  /** Ends all of them; a page opens its own again somewhere else. */
  close(): void;
}

/** Below the shortest time for which any proxy in front lets a connection rest. */
const HEARTBEAT_MS = 5_000;
/** The lobby of many tables is not drawn more often than that. */
const LOBBY_PAUSE_MS = 500;

/** Beats from one note that the page is open to the next; several of them fit into the time after which a seat is lost. */
const STAY_BEATS = 5;
/** A page has one; the rest is for lines that died without a word. */
const MOST_PER_SESSION = 4;

/** What a session sees: `tableId` is what the bell rings for. */
export interface Sights {
  of(session: Session): Promise<{ readonly view: { readonly kind: string }; readonly tableId: string | undefined }>;
}
/** The seat is not this page's any more: nothing follows. */
const LAST_VIEWS: readonly string[] = ['elsewhere', 'out'];

export interface StreamDeps {
  readonly views: Sights;
  readonly bell: Bell;
  readonly log: Logger;
  /** Hears now and then that a session's page is open. */
  readonly stay: (session: Session) => Promise<void>;
  /** Hears that the last stream of a session has ended. */
  readonly gone?: (session: Session) => Promise<void>;
}

export function createStreams({ views, bell, log, stay, gone }: StreamDeps): Streams {
  const open = new Map<string, Set<Response>>();

  function enter({ id }: Session, response: Response): void {
    const own = open.get(id) ?? new Set();
    open.set(id, own.add(response));
    const [oldest] = own;
    if (own.size > MOST_PER_SESSION) oldest?.destroy();
  }

  function leave(session: Session, response: Response): void {
    const own = open.get(session.id);
    if (!own?.delete(response) || own.size > 0) return;
    open.delete(session.id);
    gone?.(session).catch((error: unknown) => log.error({ err: error }, 'a page that has gone could not be noted'));
  }

  function startHeart(session: Session, response: Response): NodeJS.Timeout {
    let beats = 0;
    return setInterval(() => {
      // What has ended and is not read yet would fail, and nobody catches that.
      if (response.writableEnded) return void response.destroy();
      tell(response, ': \n\n');
      beats += 1;
      if (beats % STAY_BEATS === 0) stay(session).catch((error: unknown) => log.error({ err: error }, 'a page could not be noted'));
    }, HEARTBEAT_MS);
  }

  async function run(session: Session, seen: string | undefined, response: Response): Promise<void> {
    let last = seen;
    while (!response.destroyed && !response.writableEnded) {
      // Listening begins before the look, so that nothing happens between the two unheard.
      const wake = createWake(bell);
      try {
        const { view, tableId } = await views.of(session);
        wake.follow(tableId);
        const id = idOf(view);
        if (id !== last) tell(response, `id: ${id}\ndata: ${JSON.stringify(view)}\n\n`);
        last = id;
        if (LAST_VIEWS.includes(view.kind)) return void response.end();
        await wake.heard(response);
        if (tableId === undefined) await sleep(LOBBY_PAUSE_MS);
      } finally {
        wake.stop();
      }
    }
  }

  return {
    open(session, lastEventId, response) {
      // The page may have gone while its session was looked up.
      if (response.destroyed) return;
      response.set({ 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' });
      response.flushHeaders();
      response.write('retry: 1000\n\n');
      enter(session, response);
      const heart = startHeart(session, response);
      response.once('close', () => {
        clearInterval(heart);
        leave(session, response);
      });
      run(session, lastEventId, response).catch((error: unknown) => {
        log.error({ err: error }, 'a table could not be shown');
        response.destroy();
      });
    },
    close() {
      for (const own of open.values()) for (const response of own) response.end();
    },
  };
}

/** Rings of any table while it is not known which one matters, then of that one. */
function createWake(bell: Bell) {
  let isRung = false;
  let tell = () => {
    isRung = true;
  };
  const ring = () => tell();
  let stop = bell.listen(undefined, ring);
  return {
    stop: () => stop(),
    follow(tableId: string | undefined) {
      if (tableId === undefined) return;
      const before = stop;
      stop = bell.listen(tableId, ring);
      before();
    },
    heard(response: Response): Promise<void> {
      return new Promise((resolve) => {
        const done = () => {
          response.off('close', done);
          resolve();
        };
        if (isRung || response.destroyed) return done();
        tell = done;
        response.once('close', done);
      });
    },
  };
}

/** The same for the same sight, whatever the time. */
function idOf(view: object): string {
  return createHash('sha256')
    .update(JSON.stringify({ ...view, now: '' }))
    .digest('hex')
    .slice(0, 24);
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
