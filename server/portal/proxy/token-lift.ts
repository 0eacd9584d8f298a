import type { IncomingMessage } from 'node:http';
import * as v from 'valibot';
import { loginValue } from '../../../shared/api/account-calls.ts';
import type { AnyCall } from '../../../shared/api/define-call.ts';
import type { Envelope } from '../../../shared/api/envelope.ts';
import type { EdgeResponse } from '../contracts.ts';
import type { SessionStore } from '../session/session-store.ts';

const MAX_BYTES = 64 * 1024;

/** Calls that sign somebody in: their answer carries the token. */
export function signsIn(call: AnyCall): boolean {
  return call.value === (loginValue as unknown);
}

/**
 * Moves the token of a sign-in answer into the sealed cookie; what is left may go to the browser. Undefined when the
 * answer is not that of a sign-in: then nothing of it may be passed on.
 */
export async function liftToken(
  envelope: Envelope<unknown>,
  response: EdgeResponse,
  sessions: SessionStore,
): Promise<Envelope<unknown> | undefined> {
  if (!envelope.success) return envelope;
  const parsed = v.safeParse(loginValue, envelope.value);
  if (!parsed.success) return undefined;
  const signedIn = parsed.output;
  const { id, account, type, currency } = signedIn.member;
  await sessions.start(response, {
    token: signedIn.token,
    memberId: id,
    account,
    type,
    currency,
    expiresAt: Date.parse(signedIn.expiresAt),
  });
  return { ...envelope, value: { ...signedIn, token: '' } };
}

/** Reads a whole JSON answer of limited size; undefined when it is anything else. */
export async function readJson(answer: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BYTES) return undefined;
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
}
