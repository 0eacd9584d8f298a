import { DAY_MS } from '../../../../shared/time.ts';
import { hashOfToken } from '../../../kit/token-hash.ts';
import { isPublicAddress } from '../../../net/public-address.ts';
import type { Clock } from '../../base/clock.ts';
import type { Executor } from '../../base/db/index.ts';
import type { Secrets } from '../../base/secrets.ts';
import { TRAIT_KINDS, type TraitKind } from '../../protection/links/index.ts';

/** Whether members may play against each other for real money: not if they may be the same person or household. */
export interface Opponents {
  /** Opaque tokens of the member's links, different for each vendor. Two members are linked if they share a token. */
  tokens(executor: Executor, provider: string, memberId: string): Promise<readonly string[]>;
  /** Kinds of traits that two members share. */
  shared(executor: Executor, one: string, other: string): Promise<readonly TraitKind[]>;
}

interface LinkKey {
  readonly kind: TraitKind;
  readonly key: string;
}

const NETWORK_DAYS = 30;
/**
 * More members at one address within 30 days indicate a carrier, a campus or a café instead of a household: then the browser model must
 * match as well.
 */
const HOUSEHOLD_MEMBERS = 8;
/** Newest first; the seamless wallet accepts 64. */
const MAX_TRAITS = 40;
const MAX_TOKENS = 64;

export function createOpponents({ clock, secrets }: { readonly clock: Clock; readonly secrets: Pick<Secrets, 'keyOf'> }): Opponents {
  async function linkKeys(executor: Executor, memberId: string): Promise<readonly LinkKey[]> {
    const since = new Date(clock.now().getTime() - NETWORK_DAYS * DAY_MS);
    const traits = await executor
      .selectFrom('member_trait')
      .select(['kind', 'key', 'seen_at'])
      .where('member_id', '=', memberId)
      .orderBy('seen_at', 'desc')
      .orderBy('key')
      .limit(MAX_TRAITS)
      .execute();
    const identityKeys = traits.filter(({ kind }) => kind !== 'network').map(({ kind, key }) => ({ kind, key }));
    const networks = traits.filter(({ kind, key, seen_at }) => kind === 'network' && seen_at > since && isPublicNetwork(key));
    if (networks.length === 0) return identityKeys;
    const keys = networks.map(({ key }) => key);
    const [households, browserModels] = [await findHouseholds(executor, keys, since), await browserMakes(executor, memberId, since)];
    return [
      ...identityKeys,
      ...keys.filter((key) => households.has(key)).map((key) => ({ kind: 'network' as const, key })),
      // Also for households: if more members join, the tokens that these two share remain.
      ...keys.flatMap((key) => browserModels.map((make) => ({ kind: 'network' as const, key: `${key} ${make}` }))),
    ];
  }

  return {
    async tokens(executor, provider, memberId) {
      const names = (await linkKeys(executor, memberId)).map(({ kind, key }) => secrets.keyOf(`vendor.link.${provider}`, `${kind} ${key}`));
      return [...new Set(names)].slice(0, MAX_TOKENS);
    },
    async shared(executor, one, other) {
      const [ownKeys, otherKeys] = [await linkKeys(executor, one), await linkKeys(executor, other)];
      const sharedKeys = ownKeys.filter(({ kind, key }) => otherKeys.some((linkKey) => linkKey.kind === kind && linkKey.key === key));
      return TRAIT_KINDS.filter((kind) => sharedKeys.some((linkKey) => linkKey.kind === kind));
    },
  };
}

/** A private address belongs to a proxy or a test, not to a household. */
function isPublicNetwork(network: string): boolean {
  return isPublicAddress(network.replace(/\/\d+$/, ''));
}

async function findHouseholds(executor: Executor, networks: readonly string[], since: Date): Promise<ReadonlySet<string>> {
  const rows = await executor
    .selectFrom('member_trait')
    .select('key')
    .where('kind', '=', 'network')
    .where('key', 'in', networks)
    .where('seen_at', '>', since)
    .groupBy('key')
    .having(({ fn }) => fn.count('member_id'), '<=', String(HOUSEHOLD_MEMBERS))
    .execute();
  return new Set(rows.map(({ key }) => key));
}

async function browserMakes(executor: Executor, memberId: string, since: Date): Promise<readonly string[]> {
  const rows = await executor
    .selectFrom('member_device')
    .select('user_agent')
    .distinct()
    .where('member_id', '=', memberId)
    .where('seen_at', '>', since)
    .execute();
  return rows.map(({ user_agent }) => hashOfToken(user_agent));
}
