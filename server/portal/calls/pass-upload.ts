import type { AnyCall } from '../../../shared/api/define-call.ts';
import { collectBody } from '../../net/collect-body.ts';
import type { EdgeRequest, EdgeResponse } from '../edge/edge-stage.ts';
import type { Refuse } from '../edge/refusals.ts';
import type { UpstreamClient } from '../upstream/client.ts';
import { refuseFault, UpstreamFault } from '../upstream/upstream-fault.ts';
import { sendReadAnswer } from './pass-answer.ts';

/** Concurrent uploads; each occupies its size in memory while it arrives. */
const MAX_CONCURRENT = 16;
/** Per address: a slow sender, whose token is not verified yet, must not block all other uploads. */
const MAX_PER_ADDRESS = 6;

export type PassUpload = (request: EdgeRequest, response: EdgeResponse, upload: Upload) => Promise<void>;

interface Upload {
  readonly call: AnyCall;
  readonly search: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Called when the platform reports that the session is over. */
  readonly onRefusedSession: (envelope: unknown) => void;
}

/** Collects a raw body and sends it upstream in one piece: a phone may take longer to upload a picture than the upstream deadline. */
export function createPassUpload(deps: { readonly client: UpstreamClient; readonly refuse: Refuse }): PassUpload {
  let running = 0;
  const byAddress = new Map<string, number>();
  return async (request, response, upload) => {
    const { address } = response.locals;
    const own = byAddress.get(address) ?? 0;
    if (running >= MAX_CONCURRENT || own >= MAX_PER_ADDRESS)
      return deps.refuse(response, 503, 'server_busy', { 'Retry-After': '5', Connection: 'close' });
    running += 1;
    byAddress.set(address, own + 1);
    try {
      await forwardUpload(deps, request, response, upload);
    } catch (fault) {
      // No answer if the visitor disconnected; a request that was read to its end counts as destroyed too.
      const isDisconnected = response.destroyed || (request.destroyed && !request.complete);
      if (!isDisconnected) answerFault(deps.refuse, response, fault, upload.call);
    } finally {
      running -= 1;
      const left = (byAddress.get(address) ?? 1) - 1;
      if (left > 0) byAddress.set(address, left);
      else byAddress.delete(address);
    }
  };
}

async function forwardUpload(
  { client, refuse }: { readonly client: UpstreamClient; readonly refuse: Refuse },
  request: EdgeRequest,
  response: EdgeResponse,
  { call, search, headers, onRefusedSession }: Upload,
): Promise<void> {
  const body = await collectBody(request, call.rawBody);
  if (body === undefined) return refuse(response, 413, 'upload_too_large', { Connection: 'close' });
  const sent = { ...headers, 'content-type': 'application/octet-stream', 'content-length': String(body.length) };
  const answer = await client.send({ call, search, headers: sent, body, account: undefined });
  const { status, headers: answered } = answer;
  if (status === 401) onRefusedSession(answer.envelope);
  sendReadAnswer(response, { status, retryAfter: answered['retry-after'], keepAlive: response.shouldKeepAlive, read: answer });
}

function answerFault(refuse: Refuse, response: EdgeResponse, fault: unknown, call: AnyCall): void {
  if (!(fault instanceof UpstreamFault)) throw fault;
  response.locals.log.warn({ err: fault }, 'picture upload failed');
  refuseFault(refuse, response, fault, call);
}
