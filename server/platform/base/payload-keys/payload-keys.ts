import { randomUUID } from 'node:crypto';
import { compactDecrypt, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { sql } from 'kysely';
import * as v from 'valibot';
import { ENCRYPTED_MAX_AGE_SECONDS, JWE_ALGORITHM, JWE_ENCRYPTION } from '../../../../shared/api/envelope.ts';
import { DAY_MS } from '../../../../shared/time.ts';
import type { Clock } from '../clock.ts';
import { type Database, type Executor, inTransaction } from '../db/index.ts';
import { refuseForbiddenNames } from '../http/index.ts';
import { Refusal } from '../refusal.ts';

const CURVE = 'P-256';
const MAX_PAYLOAD_BYTES = 8 * 1024;
const KEY_DAYS = 30;
/** Arbitrary number shared by all nodes. */
const ROTATION_LOCK = 7_203_121;
/** Exactly the fields that our client writes; `zip`, `crit` and others are refused before any computation. */
const HEADER_NAMES = 'alg,enc,epk,kid';

const content = v.strictObject({
  iat: v.pipe(v.number(), v.integer()),
  nonce: v.pipe(v.string(), v.regex(/^[\w-]{16,64}$/)),
  call: v.string(),
  data: v.unknown(),
});

export type PublicKey = { readonly kid: string; readonly kty: string; readonly crv: string; readonly x: string; readonly y?: string };

export interface PayloadKeys {
  /** The current key, then the previous one, which still opens payloads. */
  publicKeys(): Promise<readonly PublicKey[]>;
  /** Decrypts a payload. Refuses foreign, expired and repeated payloads, and those for another call. */
  open(callId: string, payload: string): Promise<unknown>;
  /** Creates the first key, and a new one each month. */
  rotate(): Promise<void>;
  sweep(): Promise<void>;
}

export function createPayloadKeys({ db, clock }: { db: Database; clock: Clock }): PayloadKeys {
  const newest = (executor: Executor = db) =>
    executor
      .selectFrom('payload_key')
      .select(['kid', 'private_jwk', 'created_at'])
      .orderBy('created_at', 'desc')
      .orderBy('kid')
      .limit(2)
      .execute();

  // Serialised: with three new keys at once, payloads for the first could not be opened.
  const rotate = () =>
    inTransaction(db, async (tx) => {
      await sql`select pg_advisory_xact_lock(${ROTATION_LOCK})`.execute(tx);
      const [current] = await newest(tx);
      if (current && clock.now().getTime() - current.created_at.getTime() < KEY_DAYS * DAY_MS) return;
      const { privateKey } = await generateKeyPair(JWE_ALGORITHM, { crv: CURVE, extractable: true });
      const jwk = JSON.stringify(await exportJWK(privateKey));
      await tx.insertInto('payload_key').values({ kid: randomUUID(), private_jwk: jwk, created_at: clock.now() }).execute();
    });

  return {
    rotate,
    async publicKeys() {
      const keys = await newest();
      if (keys.length > 0) return keys.map(publicPart);
      await rotate();
      return (await newest()).map(publicPart);
    },
    async open(callId, payload) {
      const key = (await newest()).find((candidate) => candidate.kid === kidOf(payload));
      if (!key) throw new Refusal('payload_invalid');
      const { iat, nonce, call, data } = await decrypt(payload, key.private_jwk as JWK);
      if (call !== callId) throw new Refusal('payload_invalid');
      if (Math.abs(clock.now().getTime() / 1000 - iat) > ENCRYPTED_MAX_AGE_SECONDS) throw new Refusal('payload_expired');
      await spendNonce(db, nonce, iat);
      return data;
    },
    async sweep() {
      await db.deleteFrom('payload_nonce').where('expires_at', '<=', clock.now()).execute();
    },
  };
}

function publicPart({
  kid,
  private_jwk: { kty = '', crv = '', x = '', y },
}: {
  kid: string;
  private_jwk: Record<string, string>;
}): PublicKey {
  return { kid, kty, crv, x, ...(y !== undefined && { y }) };
}

/** The key named by the payload; its header must be one that our client writes. */
function kidOf(payload: string): string {
  const [head = '', ...rest] = payload.split('.');
  if (payload.length > MAX_PAYLOAD_BYTES || rest.length !== 4) throw new Refusal('payload_invalid');
  const header = parseJson(Buffer.from(head, 'base64url').toString());
  if (Object.keys(header).sort().join() !== HEADER_NAMES || typeof header.kid !== 'string') throw new Refusal('payload_invalid');
  return header.kid;
}

async function decrypt(payload: string, jwk: JWK): Promise<v.InferOutput<typeof content>> {
  const opened = await compactDecrypt(payload, await importJWK(jwk, JWE_ALGORITHM), {
    keyManagementAlgorithms: [JWE_ALGORITHM],
    contentEncryptionAlgorithms: [JWE_ENCRYPTION],
  }).catch(() => {
    throw new Refusal('payload_invalid');
  });
  const shape = v.safeParse(content, parseJson(new TextDecoder().decode(opened.plaintext)));
  if (!shape.success) throw new Refusal('payload_invalid');
  return shape.output;
}

function parseJson(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text, refuseForbiddenNames);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // Falls through to the refusal.
  }
  throw new Refusal('payload_invalid');
}

/** A nonce is stored as long as its payload is acceptable. */
async function spendNonce(executor: Executor, nonce: string, iat: number): Promise<void> {
  const expires = new Date((iat + 2 * ENCRYPTED_MAX_AGE_SECONDS) * 1000);
  const used = await executor
    .insertInto('payload_nonce')
    .values({ nonce, expires_at: expires })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (used.numInsertedOrUpdatedRows === 0n) throw new Refusal('payload_replayed');
}
