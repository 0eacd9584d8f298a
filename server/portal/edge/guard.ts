import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { EdgeResponse, EdgeStage } from './edge-stage.ts';

/** Origin form only: visible ASCII without quotes, angles, `#` and the backslash. */
const PLAIN_TARGET = /^\/[!$-;=?-[\]_a-z|~^`{}]*$/;
const AMBIGUOUS_PATH = /\/\/|\/\.{1,2}(?:\/|$)|%(?:2e|2f|5c|25|0[0-9a-f]|1[0-9a-f]|7f)|;/i;
const BROKEN_ESCAPE = /%(?![0-9a-f]{2})/i;
const AMBIGUOUS_QUERY = /%(?:0[0-9a-f]|1[0-9a-f]|7f)/i;
const HOST = /^(?:[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;
const BODYLESS_METHODS = ['GET', 'HEAD', 'OPTIONS', 'TRACE'];
const MAX_TARGET_LENGTH = 4096;

/**
 * Refuses requests that this server and the upstream could parse differently: allows one plain path, one `Host`, one framing. Runs before
 * every other stage that reads the address. `expectedHost` (from the public URL) makes any other host a misdirected request.
 */
export function rawRequestGuard(expectedHost: string | undefined, refuse: (response: EdgeResponse, status: 400 | 421) => void): EdgeStage {
  const ended = new WeakSet<Socket>();
  const end = (request: IncomingMessage, response: EdgeResponse, status: 400 | 421) => {
    ended.add(request.socket);
    refuse(response, status);
  };
  return (request, response, next) => {
    // The refusal closes the connection, so requests pipelined after it are ignored.
    if (ended.has(request.socket)) return;
    if (!isPlainTarget(request.url) || !hasPlainHead(request)) return end(request, response, 400);
    if (expectedHost !== undefined && request.headers.host?.toLowerCase() !== expectedHost) return end(request, response, 421);
    next();
  };
}

function isPlainTarget(target: string): boolean {
  if (target.length > MAX_TARGET_LENGTH || !PLAIN_TARGET.test(target)) return false;
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  if (AMBIGUOUS_PATH.test(path)) return false;
  // Most addresses contain no escapes.
  return !target.includes('%') || (!BROKEN_ESCAPE.test(target) && !(mark !== -1 && AMBIGUOUS_QUERY.test(target.slice(mark))));
}

function hasPlainHead(request: IncomingMessage): boolean {
  const { rawHeaders } = request;
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    // Some servers turn an underscore in a header name into another character.
    if (name.includes('_')) return false;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  const { host } = request.headers;
  if (hosts !== 1 || host === undefined || !HOST.test(host)) return false;
  const { 'transfer-encoding': coding, 'content-length': length } = request.headers;
  // Reading methods carry no body: forwarded without its length, the body would be parsed as the next request.
  if (BODYLESS_METHODS.includes(request.method ?? '')) return coding === undefined && (length === undefined || length === '0');
  return coding === undefined || length === undefined;
}
