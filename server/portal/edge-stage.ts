import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request and its response before Express: Node's objects and what the first stage adds. */
export type EdgeRequest = IncomingMessage & { url: string; method: string };

export type EdgeResponse = ServerResponse & { locals: Express.Locals };

export type Next = (error?: unknown) => void;

/**
 * A stage of every request. Preparing a request in Express costs a quarter of a cached page, so these stages use only what Node has;
 * requests that they do not answer go to Express.
 */
export type EdgeStage = (request: EdgeRequest, response: EdgeResponse, next: Next) => unknown;
