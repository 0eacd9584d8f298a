import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { readMerchant } from '../../../merchant/index.ts';
import {
  type AuditDeps,
  type AuditEntry,
  type ConsoleArea,
  type ConsoleForm,
  type ConsolePage,
  defineForm,
  idField,
  type OperatorDeps,
  OperatorError,
  reason,
  withAuditLog,
} from '../../../operators/index.ts';
import {
  closeProvider,
  type Feeds,
  findProvider,
  isWalletInUse,
  PROVIDER_CODE,
  type Providers,
  readProviders,
  type StoredProvider,
  saveProvider,
  saveProviderKey,
} from '../../vendors/index.ts';
import { gamesOfProvider, listedGames, placeGame } from '../placement.ts';
import { takeBrands } from '../vendor-games.ts';
import { providerFields, readDefinition } from './provider-form.ts';
import { KeyPage, NewProviderPage, ProviderPage, ProvidersPage } from './provider-views.tsx';

export interface ProviderAreaDeps extends AuditDeps, Pick<OperatorDeps, 'secrets'> {
  readonly gameProviders: {
    readonly list: Pick<Providers, 'get' | 'refresh'>;
    readonly feeds: Pick<Feeds, 'fetchNow'>;
    /** Makes a change effective on this node at once. */
    reload(): Promise<void>;
  };
}

const GAMES_SHOWN = 200;
const KEY_BYTES = 32;
const code = v.pipe(v.string(), v.regex(PROVIDER_CODE));
const named = v.object({ code, reason });
/** Empty: a key is made and shown once. */
const keyFields = v.object({ code, key: v.pipe(v.string(), v.trim(), v.maxLength(256)), reason });
const choice = v.picklist(['', 'yes', 'no']);
const placement = v.object({
  code,
  id: idField,
  hot: choice,
  fresh: choice,
  position: v.pipe(v.string(), v.trim(), v.regex(/^\d{0,6}$/)),
  reason,
});

/** Outside providers of games: their data, keys, lists of games, and the place of their games. */
export function providerArea(deps: ProviderAreaDeps): ConsoleArea {
  return {
    pages: [listPage(deps), newPage(), onePage(deps)],
    forms: [saveForm(deps), keyForm(deps), closeForm(deps, 'close', true), closeForm(deps, 'open', false), fetchForm(deps), gameForm(deps)],
  };
}

function listPage({ db, gameProviders }: ProviderAreaDeps): ConsolePage {
  return {
    path: '/providers',
    action: 'providers.manage',
    title: 'gameProviders',
    inMenu: { group: 'site', place: 30 },
    async load() {
      await gameProviders.list.refresh?.();
      const [providers, games] = [await readProviders(db), await listedGames(db)];
      const rows = providers.map((stored) => ({
        ...stored,
        hasKey: hasKey(gameProviders, stored),
        games: games.get(stored.definition.code) ?? 0,
      }));
      return <ProvidersPage providers={rows} />;
    },
  };
}

function newPage(): ConsolePage {
  return {
    path: '/new-provider',
    action: 'providers.manage',
    title: 'providerAdd',
    load: async ({ session }) => <NewProviderPage session={session} />,
  };
}

function onePage({ db, gameProviders }: ProviderAreaDeps): ConsolePage {
  return {
    path: '/providers/:code',
    action: 'providers.manage',
    title: 'provider',
    async load({ session, params }) {
      const stored = await findProvider(db, params.code ?? '');
      if (!stored) return undefined;
      await gameProviders.list.refresh?.();
      const { code } = stored.definition;
      const [games, listed] = [await gamesOfProvider(db, code, GAMES_SHOWN), (await listedGames(db)).get(code) ?? 0];
      return (
        <ProviderPage session={session} provider={{ ...stored, hasKey: hasKey(gameProviders, stored) }} games={games} listed={listed} />
      );
    },
  };
}

function hasKey({ list }: ProviderAreaDeps['gameProviders'], { definition }: StoredProvider): boolean {
  return list.get(definition.code)?.secret !== undefined;
}

function saveForm(deps: ProviderAreaDeps): ConsoleForm {
  const { db, merchant, clock, gameProviders } = deps;
  return defineForm({
    path: '/providers/save',
    action: 'providers.manage',
    body: providerFields,
    async run(input, fields) {
      const before = fields.was === '' ? undefined : await findProvider(db, fields.was);
      if (fields.was !== '' && (!before || before.definition.code !== fields.code)) throw new OperatorError('providerGone');
      if (before?.source === 'file') throw new OperatorError('providerOfFile');
      const { isSingle } = (await readMerchant(db, merchant)).settings.transfers;
      const definition = readDefinition(fields, before?.definition, isSingle);
      const object = `provider:${definition.code}`;
      const action = before ? 'provider.changed' : 'provider.added';
      await withAuditLog(deps, input, { action, object, reason: fields.reason }, async (tx) => {
        if (!before && (await findProvider(tx, definition.code))) throw new OperatorError('providerTaken', {}, 'code');
        if (await isWalletInUse(tx, before?.definition, definition)) throw new OperatorError('providerWalletInUse', {}, 'walletUrl');
        await saveProvider(tx, definition, { source: 'console', now: clock.now() });
        const { rejected } = await takeBrands(tx, merchant, definition);
        if (rejected.length > 0) throw new OperatorError('providerVendorTaken', { vendors: rejected.join(', ') }, 'vendors');
        return { before: before?.definition ?? null, after: definition };
      });
      await gameProviders.reload();
      return { to: `/providers/${definition.code}`, message: 'done_providerSaved' };
    },
  });
}

function keyForm(deps: ProviderAreaDeps): ConsoleForm {
  const { clock, secrets, gameProviders } = deps;
  return defineForm({
    path: '/providers/key',
    action: 'providers.manage',
    body: keyFields,
    async run(input, { code: provider, key: entered, reason: auditReason }) {
      if (entered !== '' && entered.length < KEY_BYTES) throw new OperatorError('providerKeyShort', { min: KEY_BYTES }, 'key');
      const key = entered === '' ? randomBytes(KEY_BYTES).toString('hex') : entered;
      await withAuditLog(deps, input, { action: 'provider.key', object: `provider:${provider}`, reason: auditReason }, async (tx) => {
        const stored = await findProvider(tx, provider);
        if (!stored) throw new OperatorError('providerGone');
        if (stored.definition.keyVariable !== undefined)
          throw new OperatorError('providerKeyElsewhere', { name: stored.definition.keyVariable });
        await saveProviderKey(tx, secrets, { code: provider, key, now: clock.now() });
        return { replaced: stored.sealedKey !== null, made: entered === '' };
      });
      await gameProviders.reload();
      if (entered !== '') return { to: `/providers/${provider}`, message: 'done_providerKey' };
      return { title: 'providerKey', page: <KeyPage code={provider} secret={key} /> };
    },
  });
}

function closeForm(deps: ProviderAreaDeps, verb: 'close' | 'open', closed: boolean): ConsoleForm {
  const { clock, gameProviders } = deps;
  return defineForm({
    path: `/providers/${verb}`,
    action: 'providers.manage',
    body: named,
    async run(input, { code: provider, reason: auditReason }) {
      const entry: AuditEntry = {
        action: closed ? 'provider.closed' : 'provider.opened',
        object: `provider:${provider}`,
        reason: auditReason,
      };
      await withAuditLog(deps, input, entry, async (tx) => {
        const stored = await findProvider(tx, provider);
        if (!stored) throw new OperatorError('providerGone');
        if (stored.closed === closed) throw new OperatorError('providerUnchanged');
        await closeProvider(tx, provider, closed, clock.now());
        return {};
      });
      await gameProviders.reload();
      return { to: `/providers/${provider}`, message: closed ? 'done_providerClosed' : 'done_providerOpened' };
    },
  });
}

/** The list is fetched outside the transaction of the log line, because the provider may take long to answer. */
function fetchForm(deps: ProviderAreaDeps): ConsoleForm {
  const { db, gameProviders } = deps;
  return defineForm({
    path: '/providers/fetch',
    action: 'providers.manage',
    body: named,
    async run(input, { code: provider, reason: auditReason }) {
      const stored = await findProvider(db, provider);
      if (!stored?.definition.feed) throw new OperatorError('providerNoFeed');
      const result = await gameProviders.feeds.fetchNow(stored.definition);
      const entry: AuditEntry = { action: 'provider.fetched', object: `provider:${provider}`, reason: auditReason };
      await withAuditLog(deps, input, entry, async () => ({ result }));
      if (result.startsWith('failed: ')) throw new OperatorError('providerFeedFailed', { result: result.slice('failed: '.length) });
      return { to: `/providers/${provider}`, message: 'done_providerFetched' };
    },
  });
}

function gameForm(deps: ProviderAreaDeps): ConsoleForm {
  const { merchant, clock } = deps;
  const decided = (value: '' | 'yes' | 'no') => (value === '' ? null : value === 'yes');
  return defineForm({
    path: '/providers/game',
    action: 'providers.manage',
    body: placement,
    async run(input, { code: provider, id, hot, fresh, position, reason: auditReason }) {
      const place = { hot: decided(hot), fresh: decided(fresh), position: position === '' ? null : Number(position) };
      await withAuditLog(deps, input, { action: 'game.placed', object: `game:${id}`, reason: auditReason }, async (tx) => {
        if (!(await placeGame(tx, { merchant, id, now: clock.now() }, place))) throw new OperatorError('providerNoGame');
        return place;
      });
      return { to: `/providers/${provider}`, message: 'done_gamePlaced' };
    },
  });
}
