import { createServer, type Socket } from 'node:net';
import { listenLocally, localUrl } from './test-server.ts';

/** Bytes of a reply, by name. */
const REPLIES = {
  empty: (status) => head(status, 'Content-Length: 0'),
  body: (status) => `${head(status, 'Content-Type: application/json', 'Content-Length: 2')}{}`,
  chunked: (status) => `${head(status, 'Transfer-Encoding: chunked')}2\r\n{}\r\n0\r\n\r\n`,
  upgrade: (status) => `${head(status, 'Connection: Upgrade', 'Upgrade: websocket')}bytes of another protocol`,
  'cut-head': (status) => `HTTP/1.1 ${status} Od`,
  'cut-body': (status) => `${head(status, 'Content-Length: 100')}{`,
  informational: (status) => `${head('102')}${head('103', 'Link: </x>; rel=preload')}${head(status, 'Content-Length: 2')}{}`,
  twice: (status) => head(status, 'Content-Length: 0').repeat(2),
} satisfies Record<string, (status: string) => string>;
export type Reply = keyof typeof REPLIES;
export const REPLY_NAMES = Object.keys(REPLIES) as readonly Reply[];

/** Replies after which the server closes the connection. */
const CLOSING: readonly Reply[] = ['cut-head', 'cut-body'];

function head(status: string, ...lines: readonly string[]): string {
  return `${[`HTTP/1.1 ${status} Odd`, ...lines].join('\r\n')}\r\n\r\n`;
}

/** A server below HTTP: the path of a request, `/<anything>/<status>/<reply>`, selects the bytes of its answer. */
export async function startStatusUpstream(): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.once('close', () => sockets.delete(socket)).on('error', () => undefined));
    socket.on('data', (chunk) => {
      const [, status, name] = /^[A-Z]+ \/\S*?\/(\d{3})\/([a-z-]+) HTTP/.exec(chunk.toString('latin1')) ?? [];
      if (status === undefined) return;
      socket.write(REPLIES[name as Reply](status));
      if (CLOSING.includes(name as Reply)) socket.end();
    });
  });
  await listenLocally(server);
  return {
    url: localUrl(server),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
