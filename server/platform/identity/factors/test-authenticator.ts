import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const ATTESTED = 0x40;

/** Manipulations that must be refused. */
export interface Bent {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly userVerified?: boolean;
  readonly crossOrigin?: boolean;
  readonly counter?: number;
  readonly userHandle?: string;
  readonly id?: string;
}

/** An authenticator with one key (ES256), limited to the responses of its ceremonies. */
export interface TestAuthenticator {
  readonly id: string;
  /** Response to the options of `member.passkeyStart`, as sent by the browser. */
  create(options: { readonly challenge: string }, bent?: Bent): string;
  /** Response to the options of `session.passkeyOptions`. */
  show(options: { readonly challenge: string }, bent?: Bent): string;
}

export function testAuthenticator(origin: string, userHandle: string): TestAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  let counter = 0;

  const clientData = (type: string, challenge: string, bent: Bent) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: bent.challenge ?? challenge,
        origin: bent.origin ?? origin,
        crossOrigin: bent.crossOrigin ?? false,
      }),
    );
  const authData = (flags: number, bent: Bent, attested = Buffer.alloc(0)) => {
    const rpIdHash = createHash('sha256')
      .update(bent.rpId ?? new URL(origin).hostname)
      .digest();
    const count = Buffer.alloc(4);
    counter += 1;
    count.writeUInt32BE(bent.counter ?? counter);
    const verified = bent.userVerified === false ? 0 : USER_VERIFIED;
    return Buffer.concat([rpIdHash, Buffer.from([flags | USER_PRESENT | verified]), count, attested]);
  };
  return {
    id,
    create({ challenge }, bent = {}) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey(publicKey)]);
      const attestationObject = cbor(
        new Map<string, Cbor>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData(ATTESTED, bent, attested)],
        ]),
      );
      return JSON.stringify({
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, bent).toString('base64url'),
          attestationObject: attestationObject.toString('base64url'),
          transports: ['internal', 'hybrid', 'odd'],
        },
      });
    },
    show({ challenge }, bent = {}) {
      const client = clientData('webauthn.get', challenge, bent);
      const data = authData(0, bent);
      const signature = sign('sha256', Buffer.concat([data, createHash('sha256').update(client).digest()]), privateKey);
      const usedId = bent.id ?? id;
      return JSON.stringify({
        id: usedId,
        rawId: usedId,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: Buffer.from(bent.userHandle ?? userHandle).toString('base64url'),
        },
      });
    },
  };
}

function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return cbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
}

type Cbor = number | string | Buffer | ReadonlyMap<string | number, Cbor>;

/** The subset of CBOR (RFC 8949) that an attestation needs. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, item]) => [cbor(key), cbor(item)])]);
}

function head(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size]);
  if (size < 256) return Buffer.from([(major << 5) | 24, size]);
  return Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
}
