import { compactDecrypt, exportJWK, generateKeyPair } from 'jose';
import { afterEach, expect, it, vi } from 'vitest';
import { ENCRYPTED_MAX_AGE_SECONDS, JWE_ALGORITHM } from '../../shared/api/envelope.ts';
import { sealBody } from './seal-body.ts';

afterEach(() => vi.unstubAllGlobals());

async function sealedAt(serverTime: number | undefined): Promise<{ iat: number; data: unknown }> {
  const { publicKey, privateKey } = await generateKeyPair(JWE_ALGORITHM, { crv: 'P-256' });
  const keys = [{ kid: 'k1', ...(await exportJWK(publicKey)) }];
  const headers = serverTime === undefined ? undefined : { Date: new Date(serverTime).toUTCString() };
  vi.stubGlobal('fetch', async () => Response.json({ success: true, value: { keys } }, headers && { headers }));
  const { payload } = await sealBody('session.login', { username: 'anna' });
  return JSON.parse(new TextDecoder().decode((await compactDecrypt(payload, privateKey)).plaintext));
}

it.each([-3_600_000, 3_600_000])("dates a payload by the server's clock: a visitor whose clock is %d ms off can sign in", async (off) => {
  const { iat, data } = await sealedAt(Date.now() + off);
  expect(Math.abs(iat * 1000 - (Date.now() + off))).toBeLessThan((ENCRYPTED_MAX_AGE_SECONDS * 1000) / 2);
  expect(data).toEqual({ username: 'anna' });
});

it('uses its own clock if a response has no date', async () => {
  const { iat } = await sealedAt(undefined);
  expect(Math.abs(iat * 1000 - Date.now())).toBeLessThan((ENCRYPTED_MAX_AGE_SECONDS * 1000) / 2);
});
