import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { PGlite } from '@electric-sql/pglite';
import { listenLocally, localUrl } from '../../server/net/test-server.ts';
import { FORM_TYPE, type Target } from './contracts.ts';

/** The control: a small server with vulnerabilities that every scanner must find. Not part of the product. */
export interface WeakServer {
  readonly url: string;
  readonly targets: readonly Target[];
  close(): Promise<void>;
}

interface HoleRequest {
  readonly query: URLSearchParams;
  readonly body: string;
  readonly db: PGlite;
  readonly guestbook: string[];
  readonly response: ServerResponse;
}

export const WEAK_KEY = 'weak-key';
/** Fake output of `env` and a fake password file; no command is run and no file is read here. */
const ENVIRONMENT = 'PATH=/usr/local/bin:/usr/bin\nPWD=/srv\nSHLVL=1\n';
const ACCOUNTS = 'root:x:0:0:root:/root:/bin/sh\n';

const HOLES: Readonly<Record<string, (holeRequest: HoleRequest) => Promise<string | undefined> | string | undefined>> = {
  '/item': async ({ query, db, response }) => {
    try {
      const { rows } = await db.query(`select name from item where id = ${query.get('id')}`);
      return `<p>${JSON.stringify(rows)}</p>`;
    } catch (error) {
      response.statusCode = 500;
      return `<p>PostgreSQL query failed: ERROR: ${String(error)}</p>`;
    }
  },
  '/order': ({ body, db }) => found(db, () => (JSON.parse(body) as { name: string }).name),
  '/form/order': ({ body, db }) => found(db, () => new URLSearchParams(body).get('name') ?? ''),
  // Requires the key of its session, like forms of the console.
  '/console/order': async ({ body, db }) => {
    const fields = new URLSearchParams(body);
    if (fields.get('formKey') !== WEAK_KEY) return '<p>Refused.</p>';
    return `${await found(db, () => fields.get('name') ?? '')}<p>${fields.get('note')}</p>`;
  },
  '/search': ({ query }) => `<h1>${query.get('q')}</h1>`,
  '/guestbook': ({ body, guestbook }) => {
    if (body !== '') guestbook.push(new URLSearchParams(body).get('note') ?? '');
    return `<form method="post" action="/guestbook"><input name="note" value="x"><button>write</button></form>${guestbook.join('<br>')}`;
  },
  '/onward': ({ query, response }) => {
    response.writeHead(302, { Location: encodeURI(query.get('to') ?? '/') }).end();
    return undefined;
  },
  // Node rejects a line break in a header, and wapiti encodes its payload twice.
  '/language': ({ query, response }) => {
    const code = decodeURIComponent(query.get('code') ?? '');
    response.socket?.end(`HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nX-Language: ${code}\r\nConnection: close\r\n\r\n<p>ok</p>`);
    return undefined;
  },
  '/ping': ({ query }) => `<pre>${/\benv\b/.test(query.get('host') ?? '') ? ENVIRONMENT : 'alive'}</pre>`,
  '/read': ({ query }) => `<pre>${query.get('name')?.endsWith('etc/passwd') ? ACCOUNTS : 'empty'}</pre>`,
};
const START = `<a href="/item?id=1">item</a> <a href="/search?q=pearl">search</a> <a href="/guestbook">guests</a>
  <a href="/onward?to=/">on</a> <a href="/language?code=en">language</a> <a href="/ping?host=one">ping</a> <a href="/read?name=one">read</a>
  <form method="post" action="/guestbook"><input name="note" value="x"><button>write</button></form>
  <form method="post" action="/console/order"><input name="note" value="x"><input name="name" value="pearl"><button>order</button></form>`;

export async function startWeak(): Promise<WeakServer> {
  const db = await PGlite.create();
  await db.exec("create table item (id int, name text); insert into item values (1, 'pearl'), (2, 'coral')");
  const guestbook: string[] = [];
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://weak');
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.setHeader('Set-Cookie', 'visitor=1');
    const hole = HOLES[url.pathname];
    const holeRequest = { query: url.searchParams, body: await bodyOf(request), db, guestbook, response };
    const page = hole ? await hole(holeRequest) : START;
    if (page !== undefined) response.end(page);
  });
  await listenLocally(server);
  return {
    url: localUrl(server),
    targets: [
      ...['/item?id=1', '/search?q=pearl', '/guestbook'].map((path) => ({ method: 'GET', path })),
      { method: 'POST', path: '/order', contentType: 'application/json', body: '{"note":"x","name":"pearl"}' },
      ...['/form/order', '/console/order'].map(
        (path) => ({ method: 'POST', path, contentType: FORM_TYPE, body: 'note=x&name=pearl' }) as const,
      ),
    ],
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await db.close();
    },
  };
}

/** An injection only changes which rows are found: no message, no status. */
async function found(db: PGlite, name: () => string): Promise<string> {
  try {
    const { rows } = await db.query(`select id from item where name = '${name()}'`);
    if (rows.length > 0) return '<p>It is there and can be bought.</p>';
  } catch {}
  return '<p>There is no such thing at all.</p>';
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
