import * as v from 'valibot';
import { SIGNATURE_HEADER, TIMESTAMP_HEADER } from '../../../../../shared/seamless/wallet.ts';
import {
  TRANSFER_WALLET_ANSWERS,
  type TransferWalletAnswer,
  type TransferWalletOperation,
} from '../../../../../shared/transfer-wallet/protocol.ts';
import type { Clock } from '../../../base/clock.ts';
import { signRequest } from '../../../base/signature.ts';
import type { Reply, SendRequest } from './contracts.ts';

/** A page of the history has two hundred entries of up to a kilobyte. */
const LARGEST_ANSWER = 400_000;
/** Failures before a byte of the request has left. */
const NOT_CONNECTED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];

/** Only HTTP 200 with a readable body is an answer: anything else may come from a proxy in front of the provider. */
export function createSender(clock: Clock): SendRequest {
  return async (line, operation, content, deadlineMs) => {
    const url = new URL(`${line.url}/${operation}`);
    const body = JSON.stringify(content);
    const timestamp = String(clock.now().getTime());
    const signature = signRequest(line.secret, { method: 'POST', path: url.pathname + url.search, timestamp, body });
    // A connection of its own: one that was kept open may be closed by the other side just as the request is sent.
    const headers = {
      connection: 'close',
      'content-type': 'application/json',
      [TIMESTAMP_HEADER]: timestamp,
      [SIGNATURE_HEADER]: signature,
    };
    try {
      const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: AbortSignal.timeout(deadlineMs) });
      const text = await textOf(answer);
      return answer.status === 200 ? read(operation, text) : { kind: 'no answer', error: `HTTP ${answer.status}` };
    } catch (error) {
      return failureOf(error);
    }
  };
}

async function textOf(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.length;
    if (size > LARGEST_ANSWER) throw new Error(`more than ${LARGEST_ANSWER} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function read<O extends TransferWalletOperation>(operation: O, text: string): Reply<TransferWalletAnswer<O>> {
  const parsed = v.safeParse(TRANSFER_WALLET_ANSWERS[operation], JSON.parse(text));
  if (!parsed.success) return { kind: 'no answer', error: `an answer without a valid ${v.getDotPath(parsed.issues[0]) ?? 'body'}` };
  return { kind: 'answer', answer: parsed.output as TransferWalletAnswer<O> };
}

function failureOf(error: unknown): Exclude<Reply<never>, { kind: 'answer' }> {
  if (error instanceof SyntaxError) return { kind: 'no answer', error: 'an answer that is no JSON' };
  const { code } = ((error as { cause?: unknown }).cause ?? {}) as { code?: string };
  const text = code ?? (error instanceof Error ? error.name : 'no answer');
  return { kind: code !== undefined && NOT_CONNECTED.includes(code) ? 'not sent' : 'no answer', error: text };
}
