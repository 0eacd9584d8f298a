import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const KEY_BYTES = 32;
const ID_BYTES = 6;
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Prefixes of sealed values: first key of a database, and later keys. */
export const FIRST_LABEL = 'a1';
const LATER_LABEL = 'a2';

/** Encryption of personal and secret texts: a copy of the database alone reveals nothing. */
export interface Secrets {
  /** AES-256-GCM; `purpose` ("member.email") is authenticated, so a value cannot be moved to another column. */
  seal(purpose: string, text: string): string;
  /** Throws if the text was not sealed for this purpose. */
  open(purpose: string, sealed: string): string;
  /** Keyed digest for lookups and for comparing short codes. Each purpose gives another digest. */
  keyOf(purpose: string, text: string): string;
}

/** One data key: seals, and opens values with its label. */
export interface Sealer {
  /** Derived from the key without revealing it. */
  readonly id: string;
  readonly label: string;
  /** Key of the digests, if this is the first key of a database. */
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
    id,
    label,
    digestKey: derive('digest'),
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

/** The keys of a process. Each value is opened with the key that sealed it; new values are sealed with the `active` key. */
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

/** For a database with a single key. */
export function createSecrets(dataKey: string): Secrets {
  const sealer = createSealer(dataKey, true);
  return createKeyRing([sealer], sealer.digestKey, () => sealer.label);
}

function labelOf(sealed: string): string {
  return sealed.slice(0, sealed.lastIndexOf('.'));
}
