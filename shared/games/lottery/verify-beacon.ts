import { bls12_381 } from '@noble/curves/bls12-381.js';
import { fromHex } from '../sha256.ts';
import { type DrawBeacon, roundMessage } from './beacon.ts';

/** Of RFC 9380, as the scheme `bls-unchained-g1-rfc9380` names it. */
const DOMAIN = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';
const SIGNATURE = /^[0-9a-f]{96}$/;

/** Returns whether the network of the public key has signed the round; false for a malformed signature or key. */
export function isRoundSigned({ publicKey, round }: Pick<DrawBeacon, 'publicKey' | 'round'>, signature: string): boolean {
  if (!SIGNATURE.test(signature)) return false;
  const { shortSignatures } = bls12_381;
  try {
    return shortSignatures.verify(fromHex(signature), shortSignatures.hash(roundMessage(round), DOMAIN), fromHex(publicKey));
  } catch {
    return false;
  }
}

/** Returns whether a text is a public key of a network. */
export function isBeaconKey(publicKey: string): boolean {
  if (!/^[0-9a-f]{192}$/.test(publicKey)) return false;
  try {
    const point = bls12_381.G2.Point.fromHex(publicKey);
    point.assertValidity();
    return !point.is0();
  } catch {
    return false;
  }
}
