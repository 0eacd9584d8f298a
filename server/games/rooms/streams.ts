import { createHash } from 'node:crypto';
import type { Response } from 'express';
import type { Logger } from 'pino';
import type { Session } from '../store.ts';
import { writeEvent } from '../write-event.ts';
import type { ChangeNotifier } from './change-notifier.ts';

export interface Streams {
  /** Sends the session's view, now and on every change, until the client disconnects or another session takes the seat. */
  open(session: Session, lastEventId: string | undefined, response: Response): void;
  /** Ends all streams; pages reconnect, possibly to another process. */
  close(): void;
}

/** Below the shortest idle timeout of common proxies. */
const HEARTBEAT_MS = 5_000;
/** Minimum time between two lobby updates. */
const LOBBY_PAUSE_MS = 500;

/** Heartbeats between two reports that the page is open; several reports fit into the idle time of a seat. */
const BEATS_PER_REPORT = 5;
/** A page opens one stream; the others are connections that broke without a close. */
const MAX_PER_SESSION = 4;

/** Provides a session's view; `tableId` is the table whose changes matter. */
export interface ViewSource {
  of(session: Session): Promise<{ readonly view: { readonly kind: string }; readonly tableId: string | undefined }>;
}
/** The seat no longer belongs to this page: the stream ends. */
const LAST_VIEWS: readonly string[] = ['elsewhere', 'out'];

export interface StreamDeps {
  readonly views: ViewSource;
  readonly notifier: ChangeNotifier;
  readonly log: Logger;
  /** Called at intervals while a session's page is open. */
  readonly onHeartbeat: (session: Session) => Promise<void>;
  /** Called when the last stream of a session has ended. */
  readonly onDisconnected?: (session: Session) => Promise<void>;
}

export function createStreams({ views, notifier, log, onHeartbeat, onDisconnected }: StreamDeps): Streams {
  const open = new Map<string, Set<Response>>();

  function enter({ id }: Session, response: Response): void {
    const own = open.get(id) ?? new Set();
    open.set(id, own.add(response));
    const [oldest] = own;
    if (own.size > MAX_PER_SESSION) oldest?.destroy();
  }

  function leave(session: Session, response: Response): void {
    const own = open.get(session.id);
    if (!own?.delete(response) || own.size > 0) return;
    open.delete(session.id);
    onDisconnected?.(session).catch((error: unknown) => log.error({ err: error }, 'storing the disconnection of a page failed'));
  }

  function startHeartbeat(session: Session, response: Response): NodeJS.Timeout {
    let beats = 0;
    return setInterval(() => {
      // Writing to an ended response would emit an unhandled error.
      if (response.writableEnded) return void response.destroy();
      writeEvent(response, ': \n\n');
      beats += 1;
      if (beats % BEATS_PER_REPORT === 0)
        onHeartbeat(session).catch((error: unknown) => log.error({ err: error }, 'storing the presence of a page failed'));
    }, HEARTBEAT_MS);
  }

  async function run(session: Session, seen: string | undefined, response: Response): Promise<void> {
    let last = seen;
    while (!response.destroyed && !response.writableEnded) {
      // Subscribe before reading the view, so that no change in between is lost.
      const change = createChangeWaiter(notifier);
      try {
        const { view, tableId } = await views.of(session);
        change.follow(tableId);
        const id = idOf(view);
        if (id !== last) writeEvent(response, `id: ${id}\ndata: ${JSON.stringify(view)}\n\n`);
        last = id;
        if (LAST_VIEWS.includes(view.kind)) return void response.end();
        await change.next(response);
        if (tableId === undefined) await sleep(LOBBY_PAUSE_MS);
      } finally {
        change.stop();
      }
    }
  }

  return {
    open(session, lastEventId, response) {
      // The client may have disconnected while its session was loaded.
      if (response.destroyed) return;
      response.set({ 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' });
      response.flushHeaders();
      response.write('retry: 1000\n\n');
      enter(session, response);
      const heartbeat = startHeartbeat(session, response);
      response.once('close', () => {
        clearInterval(heartbeat);
        leave(session, response);
      });
      run(session, lastEventId, response).catch((error: unknown) => {
        log.error({ err: error }, 'table stream failed');
        response.destroy();
      });
    },
    close() {
      for (const own of open.values()) for (const response of own) response.end();
    },
  };
}

/** Subscribes to all tables until the relevant one is known, then to that one. */
function createChangeWaiter(notifier: ChangeNotifier) {
  let isChanged = false;
  let notifyWaiter = () => {
    isChanged = true;
  };
  const onChange = () => notifyWaiter();
  let stop = notifier.subscribe(undefined, onChange);
  return {
    stop: () => stop(),
    follow(tableId: string | undefined) {
      if (tableId === undefined) return;
      const before = stop;
      stop = notifier.subscribe(tableId, onChange);
      before();
    },
    next(response: Response): Promise<void> {
      return new Promise((resolve) => {
        const finish = () => {
          response.off('close', finish);
          resolve();
        };
        if (isChanged || response.destroyed) return finish();
        notifyWaiter = finish;
        response.once('close', finish);
      });
    },
  };
}

/** Equal for equal views, ignoring the time. */
function idOf(view: object): string {
  return createHash('sha256')
    .update(JSON.stringify({ ...view, now: '' }))
    .digest('hex')
    .slice(0, 24);
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
