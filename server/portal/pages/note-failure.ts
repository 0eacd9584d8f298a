import { markRefusal } from '../edge/deliberate-refusals.ts';
import type { EdgeResponse } from '../edge/edge-stage.ts';
import { CallRefused } from './call-value.ts';

/** Logs why a page was not answered. A deliberate refusal of the platform is not counted as a failure of the page. */
export function noteFailure(error: unknown, response: EdgeResponse): void {
  if (error instanceof CallRefused) markRefusal(response, error.code);
  response.locals.log[response.locals.refusal ? 'warn' : 'error']({ err: error }, 'page failed');
}
