import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';

/** Listens on a free port of loopback and resolves with the address. */
export async function listenLocally(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return localUrl(server);
}

/** Such as "http://127.0.0.1:41234", of a server that listens. */
export function localUrl(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
