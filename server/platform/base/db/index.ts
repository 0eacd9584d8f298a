export { abortConnection } from './abort-connection.ts';
export type { Database, Executor, Tx } from './database.ts';
export { gather } from './gather.ts';
export type { JoinedRead } from './joined-read.ts';
export { PREPARED } from './prepared.ts';
export type { Tables } from './tables.ts';
export { type AfterCommit, inTransaction } from './transaction.ts';
