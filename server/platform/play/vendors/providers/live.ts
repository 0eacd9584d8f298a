import { MINUTE_MS } from '../../../../../shared/time.ts';
import { networkList } from '../../../../net/network.ts';
import type { Clock } from '../../../base/clock.ts';
import type { Database } from '../../../base/db/index.ts';
import type { Secrets } from '../../../base/secrets.ts';
import type { Provider, ProviderSettings, Providers, TransferWallet } from '../contracts.ts';
import { createDialect } from '../dialects/dialect.ts';
import type { TransferWalletDefinition } from './definition.ts';
import { launchAddressOf } from './launch-address.ts';
import { openProviderKey, readProviders, type StoredProvider, saveLastCall } from './store.ts';

/** A change in the console is in force on every node after this time. */
const MAX_AGE_MS = 3_000;
/** Times of calls are stored at most this often for each provider and node. */
const NOTE_MS = MINUTE_MS;
const USUAL_RETURN_MINUTES = 15;

export interface LiveProvidersDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly secrets: Pick<Secrets, 'open'>;
  /** Providers of the service itself. */
  readonly builtIn: readonly ProviderSettings[];
  /** Keys from the environment, by provider code. */
  readonly keys: Readonly<Record<string, string>>;
}

/** Providers of the service and of the database. `get` reads what `refresh` has loaded last. */
export function createLiveProviders({ db, clock, secrets, builtIn, keys }: LiveProvidersDeps): Providers & { reload(): Promise<void> } {
  const fixed = new Map(builtIn.map((settings) => [settings.code, builtInProvider(settings)]));
  let known: ReadonlyMap<string, Provider> = fixed;
  let loadedAt = Number.NEGATIVE_INFINITY;
  let loading: Promise<void> | undefined;
  const notedAt = new Map<string, number>();

  const load = async () => {
    const at = clock.now().getTime();
    const stored = await readProviders(db);
    known = new Map([...stored.map((one) => [one.definition.code, storedProvider(one, keyOf(one))] as const), ...fixed]);
    loadedAt = at;
  };
  const keyOf = ({ definition, sealedKey }: StoredProvider) => {
    const given = definition.keyVariable === undefined ? undefined : keys[definition.code];
    return given ?? (sealedKey === null ? undefined : openProviderKey(secrets, sealedKey));
  };
  const reload = () => {
    loading ??= load().finally(() => {
      loading = undefined;
    });
    return loading;
  };
  return {
    get: (code) => known.get(code),
    has: (code) => known.has(code),
    transferWallets: () => [...known].flatMap(([code, { transferWallet }]) => (transferWallet ? [code] : [])),
    drawDesks: () => [...known].flatMap(([code, { deskUrl }]) => (deskUrl ? [code] : [])),
    reload,
    async refresh() {
      if (Math.abs(clock.now().getTime() - loadedAt) > MAX_AGE_MS) await reload();
    },
    async noteCall(code) {
      const now = clock.now();
      if (fixed.has(code) || now.getTime() - (notedAt.get(code) ?? Number.NEGATIVE_INFINITY) < NOTE_MS) return;
      notedAt.set(code, now.getTime());
      await saveLastCall(db, code, now);
    },
    frameOrigins: () => originsOf(known, ({ frameOrigin }) => (frameOrigin === undefined ? [] : [frameOrigin])),
    pictureOrigins: () => originsOf(known, ({ pictureOrigins = [] }) => pictureOrigins),
  };
}

function originsOf(known: ReadonlyMap<string, Provider>, of: (provider: Provider) => readonly string[]): readonly string[] {
  return [...new Set([...known.values()].flatMap(of))];
}

/** The service's own provider may do everything. */
function builtInProvider({ secret, launchUrl, verifyUrl, deskUrl, detailsUrl }: ProviderSettings): Provider {
  const launch: Provider['launchUrl'] = (facts) => launchAddressOf(launchUrl, facts);
  const calls = { ...(deskUrl && { deskUrl }), ...(detailsUrl && { detailsUrl }) };
  return { secret, launchUrl: launch, verifyUrl: verifyAddress(verifyUrl), ...calls };
}

function storedProvider({ definition, closed, source }: StoredProvider, key: string | undefined): Provider {
  const { launchUrl, verifyUrl, detailsUrl, permissions, addresses, currencies, languages, pictureHosts, unknownBetRollback } = definition;
  const frameOrigin = new URL(launchUrl).origin;
  return {
    secret: key,
    launchUrl: (launch) => launchAddressOf(launchUrl, launch),
    languageFor: (wanted) => languageFor(languages, wanted),
    verifyUrl: verifyAddress(verifyUrl),
    ...(detailsUrl !== undefined && { detailsUrl: () => detailsUrl }),
    unknownBetRollback,
    ...(definition.wallet && { transferWallet: transferWalletOf(definition.wallet, definition.vendors[0]?.code ?? '') }),
    ...(definition.dialect && { dialect: createDialect(definition.dialect) }),
    permissions: closed || source === 'removed' ? permissions.filter((one) => one !== 'bet') : permissions,
    ...(addresses.length > 0 && { isAllowedAddress: networkList(addresses) }),
    ...(currencies.length > 0 && { currencies }),
    frameOrigin,
    pictureOrigins: [...new Set([frameOrigin, ...pictureHosts])],
  };
}

/** Money that was moved in without the member comes back without the member. */
function transferWalletOf({ url, moves, returnMinutes }: TransferWalletDefinition, vassalage: string): TransferWallet {
  return { url, vassalage, moves, returnMinutes: returnMinutes ?? (moves === 'automatic' ? USUAL_RETURN_MINUTES : null) };
}

function languageFor(languages: readonly string[], wanted: string): string {
  return languages.includes(wanted) ? wanted : (languages[0] ?? wanted);
}

function verifyAddress(verifyUrl: string | undefined): Provider['verifyUrl'] {
  return (roundId) => (verifyUrl === undefined ? null : `${verifyUrl}/${encodeURIComponent(roundId)}`);
}
