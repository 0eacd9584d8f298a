import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const KEY_BYTES = 32;
const ID_BYTES = 6;
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** What values begin with that are sealed with the first key of a database, and with later ones. */
export const FIRST_LABEL = 'a1';
const LATER_LABEL = 'a2';

/** How personal and secret texts are kept: nobody who reads the database alone can read or find them. */
export interface Secrets {
  /** AES-256-GCM; `purpose` ("member.email") is authenticated, so a value can't be moved to another column. */
  seal(purpose: string, text: string): string;
  /** Throws when the text was not sealed here for this purpose. */
  open(purpose: string, sealed: string): string;
  /** Keyed digest to find a value by, or to compare a short code with. The same text gives another key for another purpose. */
  keyOf(purpose: string, text: string): string;
}

/** One data key: seals and opens values that begin with its label. */
export interface Sealer {
  /** Follows from the key and does not reveal it. */
  readonly id: string;
  readonly label: string;
  /** The key of digests, where this is the first key of a database. */
  readonly digestKey: Buffer;
  seal(purpose: string, text: string): string;
  open(purpose: string, sealed: string): string;
}

/** `dataKey`: at least 32 characters. */
export function createSealer(dataKey: string, isFirst: boolean): Sealer {
  const derive = (use: string, bytes = KEY_BYTES) => Buffer.from(hkdfSync('sha256', dataKey, 'lagoon', use, bytes));
  const sealKey = derive('seal');
  const id = derive('id', ID_BYTES).toString('hex');
  const label = isFirst ? FIRST_LABEL : `${LATER_LABEL}.${id}`;
  return {
    ...{ id, label, digestKey: derive('digest') },
    seal(purpose, text) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealKey, iv).setAAD(Buffer.from(purpose));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `${label}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    open(purpose, sealed) {
      if (labelOf(sealed) !== label) throw new Error('This value was not sealed with this key.');
      const bytes = Buffer.from(sealed.slice(label.length + 1), 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', sealKey, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}

/** The keys that a process has. Values are opened with whichever sealed them, and sealed with the one that `active` names. */
export function createKeyRing(sealers: readonly Sealer[], digestKey: Buffer, active: () => string): Secrets {
  const byLabel = new Map(sealers.map((sealer) => [sealer.label, sealer]));
  const find = (label: string) => {
    const sealer = byLabel.get(label);
    if (!sealer) throw new Error(`This process has no data key for values of ${label}.`);
    return sealer;
  };
  return {
    seal: (purpose, text) => find(active()).seal(purpose, text),
    open: (purpose, sealed) => find(labelOf(sealed)).open(purpose, sealed),
    keyOf: (purpose, text) => createHmac('sha256', digestKey).update(`${purpose}\0${text}`).digest('base64url'),
  };
}

/** With the one key that a database has had since its beginning. */
export function createSecrets(dataKey: string): Secrets {
  const sealer = createSealer(dataKey, true);
  return createKeyRing([sealer], sealer.digestKey, () => sealer.label);
}

function labelOf(sealed: string): string {
  return sealed.slice(0, sealed.lastIndexOf('.'));
}

/** For random tokens of 128 bits and more: they need no key. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
