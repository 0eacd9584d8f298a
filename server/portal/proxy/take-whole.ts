import type { IncomingMessage } from 'node:http';
import { collectBody } from './pass-upload.ts';

/**
 * Waits for the whole body before anybody behind is asked: a visitor who sends slowly takes none of the connections to it, and
 * their slowness can't pass for its own. False when there is more of it than `most`; fails when the visitor goes meanwhile.
 */
export async function takeWhole(request: IncomingMessage, most: number): Promise<boolean> {
  const body = await collectBody(request, most);
  if (body === undefined) return false;
  // How the proxy reads a request.
  request.pipe = (outgoing) => {
    outgoing.end(body);
    return outgoing;
  };
  return true;
}
