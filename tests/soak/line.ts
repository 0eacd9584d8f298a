import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A breakable TCP connection between the portals and the platform. */
export interface Line {
  /** `open`: forwards data. `hole`: keeps connections open and forwards nothing. `refused`: does not listen. */
  set(state: 'open' | 'hole' | 'refused'): Promise<void>;
  close(): Promise<void>;
}

export async function openLine(port: number, behind: number): Promise<Line> {
  const sockets = new Set<Socket>();
  let isHole = false;
  const hold = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    if (isHole) socket.pause();
  };
  const server = createServer((near) => {
    const far = connect(behind, '127.0.0.1');
    for (const socket of [near, far]) hold(socket);
    near.on('data', (bytes) => far.write(bytes)).on('close', () => far.destroy());
    far.on('data', (bytes) => near.write(bytes)).on('close', () => near.destroy());
    if (isHole) for (const socket of [near, far]) socket.pause();
  });
  const listen = async () => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const shut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  await listen();
  return {
    async set(state) {
      isHole = state === 'hole';
      for (const socket of sockets) if (isHole) socket.pause();
      // Connections from the hole are dropped with their data, as behind a firewall that lost its state.
      if (!isHole) for (const socket of sockets) socket.destroy();
      if (state === 'refused' && server.listening) await shut();
      if (state !== 'refused' && !server.listening) await listen();
    },
    close: async () => void (server.listening && (await shut())),
  };
}
