import { rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Logger } from 'pino';
import type { OnlineBackup } from './online-backup.ts';

const SOCKET = 'backup.sock';

interface Reply {
  readonly label?: string;
  readonly error?: string;
}

/**
 * A socket in the data folder through which the backup tool makes the running service hold its database for a copy. Access to the folder
 * gives access to the socket. Returns a function that closes it.
 */
export async function listenForBackups(dataDir: string, backup: OnlineBackup, log: Pick<Logger, 'warn'>): Promise<() => Promise<void>> {
  const path = join(dataDir, SOCKET);
  rmSync(path, { force: true });
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
    serve(socket, backup, log);
  });
  await new Promise<void>((resolve) => {
    server.once('error', (error) => {
      log.warn({ err: error }, 'online backup unavailable: no socket in the data folder');
      resolve();
    });
    server.listen(path, () => resolve());
  });
  return async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
}

/** One backup per connection; it ends with the connection. */
function serve(socket: Socket, backup: OnlineBackup, log: Pick<Logger, 'warn'>): void {
  let isHolding = false;
  const reply = (message: Reply) => socket.write(`${JSON.stringify(message)}\n`);
  const steps: Readonly<Record<string, () => Promise<Reply>>> = {
    async start() {
      await backup.start();
      isHolding = true;
      return {};
    },
    stop: async () => ({ label: await backup.stop() }),
  };
  createInterface({ input: socket }).on('line', (line) => {
    const step = steps[line];
    if (step) step().then(reply, (error: Error) => reply({ error: error.message }));
  });
  socket.once('close', () => {
    if (isHolding) backup.release().catch((error: unknown) => log.warn({ err: error }, 'backup could not be ended'));
  });
}

/** The service's database, held through the socket. Undefined if no service responds. */
export async function connectBackup(dataDir: string): Promise<OnlineBackup | undefined> {
  const socket = connect(join(dataDir, SOCKET));
  const isOpen = await new Promise<boolean>((resolve) => socket.once('connect', () => resolve(true)).once('error', () => resolve(false)));
  if (!isOpen) return undefined;
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  const request = async (step: string): Promise<Reply> => {
    socket.write(`${step}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error('The service has ended during the backup.');
    const answer = JSON.parse(value as string) as Reply;
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer;
  };
  return {
    start: async () => void (await request('start')),
    stop: async () => (await request('stop')).label ?? '',
    release: async () => void socket.destroy(),
  };
}
