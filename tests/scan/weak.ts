import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PGlite } from '@electric-sql/pglite';
import type { Target } from './targets.ts';

/** The control: a little server with holes that every scanner has to find. It is no part of the product. */
export interface WeakServer {
  readonly url: string;
  readonly targets: readonly Target[];
  close(): Promise<void>;
}

export async function startWeak(): Promise<WeakServer> {
  const db = await PGlite.create();
  await db.exec("create table item (id int, name text); insert into item values (1, 'pearl'), (2, 'coral')");
  const server: Server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://weak');
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    if (url.pathname === '/item') {
      try {
        const { rows } = await db.query(`select name from item where id = ${url.searchParams.get('id')}`);
        return void response.end(`<p>${JSON.stringify(rows)}</p>`);
      } catch (error) {
        return void response.writeHead(500).end(`<p>PostgreSQL query failed: ERROR: ${String(error)}</p>`);
      }
    }
    if (url.pathname === '/search') return void response.end(`<h1>${url.searchParams.get('q')}</h1>`);
    response.end('<a href="/item?id=1">item</a> <a href="/search?q=pearl">search</a>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    targets: [
      { method: 'GET', path: '/item?id=1' },
      { method: 'GET', path: '/search?q=pearl' },
    ],
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await db.close();
    },
  };
}
