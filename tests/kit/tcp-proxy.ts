import { connect, createServer, type Socket } from 'node:net';
import { listenLocally } from '../../server/net/test-server.ts';

/** State of the connection: it forwards data, refuses connections, or accepts them and forwards nothing. */
export type LineState = 'whole' | 'refused' | 'silent';

/** A TCP proxy between a client and a server that a test can interrupt. */
export interface TcpProxy {
  readonly port: number;
  /** `refused` and `whole` close the open connections; `silent` keeps them open. */
  set(state: LineState): void;
  close(): Promise<void>;
}

export async function openTcpProxy(target: { readonly host: string; readonly port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let state: LineState = 'whole';
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
  };
  const carry = (from: Socket, to: Socket) => {
    from.on('data', (bytes) => {
      if (state === 'whole') to.write(bytes);
    });
    from.once('close', () => to.destroy());
  };
  const server = createServer((client) => {
    track(client);
    if (state === 'refused') return client.resetAndDestroy();
    if (state === 'silent') return;
    const upstream = connect(target.port, target.host);
    track(upstream);
    carry(client, upstream);
    carry(upstream, client);
  });
  await listenLocally(server);
  const { port } = server.address() as { port: number };
  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port,
    set(next) {
      state = next;
      // Connections from the silent time have lost data and are useless.
      if (next !== 'silent') breakAll();
    },
    async close() {
      breakAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
