import { connect, type Socket } from 'node:net';

/** Clients that hold connections open with unfinished requests, like `slowhttptest -H` and `-B`. */
export interface SlowClients {
  /** Connections that the server has not closed. */
  open(): number;
  /** First lines of the answers. */
  readonly answers: readonly string[];
  leave(): void;
}

export interface SlowCrowd {
  /** Send nothing. */
  readonly silent: number;
  /** Send one header after the other. */
  readonly headers: number;
  /** Send a body byte by byte. */
  readonly bodies: number;
}

const NEXT_BYTE_MS = 500;
const HEAD = 'POST /wps/session/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';

/** Each client has its own address; otherwise the sign-in limit would close them instead of the slowness limit. */
const bodyOf = (index: number) => `${HEAD}X-Forwarded-For: 198.18.1.${index % 256}\r\nContent-Length: 4000\r\n\r\n{`;

/** Resolves once all of them are connected. */
export async function sendSlowly(url: string, crowd: SlowCrowd): Promise<SlowClients> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  const answers: string[] = [];
  const connectClient = (start: string, more: string) =>
    new Promise<void>((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const socket = connect(Number(port), hostname, () => {
        socket.write(start);
        if (more !== '') timer = setInterval(() => socket.write(more), NEXT_BYTE_MS);
        resolve();
      });
      sockets.add(socket);
      socket.once('data', (chunk) => answers.push(chunk.toString('latin1').split('\r\n')[0] ?? ''));
      socket.once('error', reject);
      socket.once('end', () => socket.destroy());
      socket.once('close', () => {
        clearInterval(timer);
        sockets.delete(socket);
      });
    });
  const each = (count: number, start: (index: number) => string, more: string) =>
    Array.from({ length: count }, (_, index) => connectClient(start(index), more));
  await Promise.all([
    ...each(crowd.silent, () => '', ''),
    ...each(crowd.headers, () => HEAD, 'X-More: 1\r\n'),
    ...each(crowd.bodies, bodyOf, ' '),
  ]);
  return {
    open: () => sockets.size,
    answers,
    leave() {
      for (const socket of sockets) socket.destroy();
    },
  };
}
