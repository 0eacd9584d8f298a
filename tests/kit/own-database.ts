import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** A separate database for one run of the product, on a shared PostgreSQL server. */
export interface OwnDatabase {
  readonly name: string;
  readonly url: string;
  drop(): Promise<void>;
}

export async function makeDatabase(server: string, purpose: string): Promise<OwnDatabase> {
  const name = `lagoon_${purpose}_${randomUUID().replaceAll('-', '')}`;
  await onServer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { name, url: url.href, drop: () => onServer(server, `drop database if exists ${name} with (force)`) };
}

async function onServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
