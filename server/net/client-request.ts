import type { ClientRequest } from 'node:http';

/**
 * Calls `lost` once if the request closes with neither a response nor an error. That is how Node reports status 101 to a request that
 * did not ask for an upgrade; destroying such a request later emits nothing either.
 */
export function watchLost(request: ClientRequest, lost: (error: Error) => void): void {
  let isSettled = false;
  const settle = () => {
    isSettled = true;
  };
  request.once('response', settle).once('error', settle);
  request.once('close', () => {
    if (!isSettled) lost(new Error('the connection closed without a response'));
  });
}

/** True for the status of a final response. Node's parser also lets through 101 without an upgrade and numbers that HTTP does not know. */
export function isFinalStatus(status: number | undefined): status is number {
  return status !== undefined && status >= 200 && status <= 599;
}
