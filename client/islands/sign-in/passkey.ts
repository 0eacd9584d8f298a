import { passkeyOptions } from '../../../shared/api/sign-in/calls.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { call, problemText } from '../../page/call.ts';

export type PasskeyProof = { readonly proof: string } | { readonly problem: string };

/** False in browsers without passkeys, and on pages without HTTPS. */
export function canUsePasskeys(): boolean {
  return typeof window.PublicKeyCredential === 'function';
}

/** Requests a passkey of this site from the browser. Returns the assertion as JSON for the calls. */
export async function requestPasskey(t: Translate): Promise<PasskeyProof> {
  const answer = await call(passkeyOptions, { body: {} });
  if (!answer.success) return { problem: problemText(t, answer) };
  try {
    const { startAuthentication } = await import('@simplewebauthn/browser');
    const optionsJSON = answer.value.options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'];
    return { proof: JSON.stringify(await startAuthentication({ optionsJSON })) };
  } catch {
    // Cancelled, timed out, or no passkey for this site: browsers do not distinguish these cases.
    return { problem: t('auth.passkeyNotUsed') };
  }
}
