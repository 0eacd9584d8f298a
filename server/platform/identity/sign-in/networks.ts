import { isIP } from 'node:net';
import { ipKeyGenerator } from 'express-rate-limit';
import type { Executor, Tx } from '../../base/db/index.ts';

/** Prefix length that a provider assigns to one IPv6 customer. */
const IPV6_PREFIX = 64;

/** The network of an address: an IPv4 address, or the /64 of an IPv6 address. Mapped addresses are IPv4. */
export function networkOf(clientAddress: string): string | null {
  const address = clientAddress.replace(/%.*$/, '');
  return isIP(address) === 0 ? null : ipKeyGenerator(address, IPV6_PREFIX);
}

export interface KnownNetworks {
  /** The member has signed in before. */
  readonly any: boolean;
  /** From this network. */
  readonly isKnownHere: boolean;
}

export async function knownNetworks(executor: Executor, memberId: string, network: string | null): Promise<KnownNetworks> {
  const rows = await executor
    .selectFrom('member_address')
    .select((eb) => eb('network', '=', network ?? '').as('here'))
    .distinct()
    .where('member_id', '=', memberId)
    .execute();
  return { any: rows.length > 0, isKnownHere: rows.some((row) => row.here) };
}

export async function rememberNetwork(tx: Tx, memberId: string, network: string, country: string | null, now: Date): Promise<void> {
  await tx
    .insertInto('member_address')
    .values({ member_id: memberId, network, country, created_at: now, seen_at: now })
    .onConflict((conflict) => conflict.columns(['member_id', 'network']).doUpdateSet({ seen_at: now, country }))
    .execute();
}
