import { matching, type Source } from './read-value.ts';

const PREFIX = 'PAYMENT_SECRET_';

/** The variable with the signing key of a payment provider. */
export function paymentSecretName(code: string): string {
  return PREFIX + code.toUpperCase();
}

/** Signing keys of payment providers, by code; the merchant file names the providers. */
export function readPaymentSecrets(source: Source): Readonly<Record<string, string>> {
  const names = Object.keys(source).filter((name) => name.startsWith(PREFIX));
  return Object.fromEntries(
    names.flatMap((name) => {
      const secret = matching(source, name, /^.{32,}$/s, 'at least 32 characters');
      return secret === undefined ? [] : [[name.slice(PREFIX.length).toLowerCase(), secret] as const];
    }),
  );
}
