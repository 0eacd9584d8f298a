import { type AddressInfo, createServer, type Socket } from 'node:net';
import { listenLocally } from '../../../net/test-server.ts';

/** A mail server that stores mails, or refuses every recipient with a status. */
export interface TestSmtp {
  readonly url: string;
  readonly mails: string[];
  refuse: string;
  close(): void;
}

export async function startTestSmtp(): Promise<TestSmtp> {
  const mails: string[] = [];
  const server = createServer((socket) => serveClient(socket, smtp));
  await listenLocally(server);
  const smtp: TestSmtp = {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    refuse: '',
    close: () => void server.close(),
  };
  return smtp;
}

function serveClient(socket: Socket, smtp: TestSmtp): void {
  let mail: string | null = null;
  const answer = (line: string): string | undefined => {
    if (mail === null) {
      if (/^DATA/i.test(line)) mail = '';
      return answerTo(line, smtp.refuse);
    }
    if (line !== '.') {
      mail += `${line}\n`;
      return undefined;
    }
    smtp.mails.push(mail);
    mail = null;
    return '250 ok';
  };
  socket.on('error', () => undefined);
  socket.on('data', (data) => {
    for (const line of data.toString('utf8').split('\r\n').slice(0, -1)) {
      const reply = answer(line);
      if (reply !== undefined) socket.write(`${reply}\r\n`);
    }
  });
  socket.write('220 test\r\n');
}

function answerTo(line: string, refuse: string): string {
  const [, command = ''] = /^([A-Za-z]+)/.exec(line) ?? [];
  if (command.toUpperCase() === 'DATA') return '354 go on';
  if (command.toUpperCase() === 'QUIT') return '221 bye';
  return command.toUpperCase() === 'RCPT' && refuse !== '' ? `${refuse} no mailbox for ${line}` : '250 ok';
}
