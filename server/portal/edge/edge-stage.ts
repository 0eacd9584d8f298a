import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request and its response: what Node has, and the locals that the first step adds. */
export type EdgeRequest = IncomingMessage & { url: string; method: string };

export type EdgeResponse = ServerResponse & { locals: Express.Locals };

export type Next = (error?: unknown) => void;

/** Middleware that uses only what Node has, so that it also works before Express (`inFrontOf` in `app.ts`). */
export type EdgeStage = (request: EdgeRequest, response: EdgeResponse, next: Next) => void;
