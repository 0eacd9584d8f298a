import type { ClientRequest } from 'node:http';

/**
 * Calls `lost` once if the request closes with neither a response nor an error. Node reports status 101 without a requested upgrade in this
 * way; destroying such a request later emits nothing either.
 */
export function watchConnectionLoss(request: ClientRequest, onLost: (error: Error) => void): void {
  let isSettled = false;
  const settle = () => {
    isSettled = true;
  };
  request.once('response', settle).once('error', settle);
  request.once('close', () => {
    if (!isSettled) onLost(new Error('the connection closed without a response'));
  });
}

/** True for the status of a final response. Node's parser also accepts 101 without an upgrade and numbers that are not HTTP statuses. */
export function isFinalStatus(status: number | undefined): status is number {
  return status !== undefined && status >= 200 && status <= 599;
}
