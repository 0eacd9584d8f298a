import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 'a1';

/** How personal and secret texts are kept: nobody who reads the database alone can read or find them. */
export interface Secrets {
  /** AES-256-GCM; `purpose` ("member.email") is authenticated, so a value can't be moved to another column. */
  seal(purpose: string, text: string): string;
  /** Throws when the text was not sealed here for this purpose. */
  open(purpose: string, sealed: string): string;
  /** Keyed digest to find a value by, or to compare a short code with. The same text gives another key for another purpose. */
  keyOf(purpose: string, text: string): string;
}

/** `dataKey`: at least 32 characters; the same on every process that shares the database. */
export function createSecrets(dataKey: string): Secrets {
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', dataKey, 'lagoon', use, KEY_BYTES));
  const sealKey = derive('seal');
  const digestKey = derive('digest');
  return {
    seal(purpose, text) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealKey, iv).setAAD(Buffer.from(purpose));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `${VERSION}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    open(purpose, sealed) {
      const [version, data = ''] = sealed.split('.');
      if (version !== VERSION) throw new Error('This value was not sealed here.');
      const bytes = Buffer.from(data, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', sealKey, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    },
    keyOf: (purpose, text) => createHmac('sha256', digestKey).update(`${purpose}\0${text}`).digest('base64url'),
  };
}

/** For random tokens of 128 bits and more: they need no key. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
