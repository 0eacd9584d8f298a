import type { FieldCode, RefusalCode } from '../codes.ts';

/** A refusal of one field: its code, the formatted text, and the values in the text. */
export interface FieldError {
  readonly code: FieldCode;
  readonly message: string;
  readonly params?: Readonly<Record<string, string | number>>;
}

/**
 * The response to every call. A business refusal is HTTP 200 with `success: false`; 400, 401, 403, 404, 429 and 5xx use
 * the same envelope. `code` is stable, `message` is in the language of the request.
 */
export type Envelope<Value> =
  | { readonly success: true; readonly value: Value; readonly message?: string }
  | {
      readonly success: false;
      readonly value: null;
      readonly code: RefusalCode;
      readonly message: string;
      readonly errors?: Readonly<Record<string, FieldError>>;
      readonly params?: Readonly<Record<string, string | number>>;
      readonly captcha?: boolean;
    };

/** Body of an encrypted call. */
export interface EncryptedBody {
  readonly payload: string;
}

/** Content of the JWE: bound to one call, valid for 2 minutes and once. */
export interface EncryptedContent<Data = unknown> {
  /** Seconds since the epoch. */
  readonly iat: number;
  readonly nonce: string;
  /** `Call.id`. */
  readonly call: string;
  readonly data: Data;
}

export const ENCRYPTED_MAX_AGE_SECONDS = 120;
export const JWE_ALGORITHM = 'ECDH-ES';
export const JWE_ENCRYPTION = 'A256GCM';
