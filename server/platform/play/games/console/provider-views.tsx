import {
  Badge,
  Card,
  Collapsible,
  type ConsoleInput,
  Facts,
  Form,
  Input,
  type InputProps,
  kindText,
  Reason,
  Select,
  Table,
  type TextKey,
  Time,
  tx,
} from '../../../operators/index.ts';
import type { ProviderDefinition, StoredProvider } from '../../vendors/index.ts';
import type { PlacedGame } from '../placement.ts';
import { fieldsOf, type ProviderFields } from './provider-form.ts';

type Session = ConsoleInput['session'];

export interface ShownProvider extends StoredProvider {
  readonly hasKey: boolean;
}

export function ProvidersPage({ providers }: { readonly providers: readonly (ShownProvider & { readonly games: number })[] }) {
  return (
    <>
      <p>
        <a href="/console/new-provider">{tx('providerAdd')}</a>
      </p>
      <Card title={tx('gameProviders')}>
        <p>{tx('gameProvidersText')}</p>
        <Table
          caption={tx('gameProviders')}
          heads={[tx('provider'), tx('name'), tx('state'), tx('gamesListed'), tx('lastList'), tx('lastCall')]}
          rows={providers.map((provider) => ({
            key: provider.definition.code,
            cells: [
              <a key="code" href={`/console/providers/${provider.definition.code}`}>
                {provider.definition.code}
              </a>,
              provider.definition.name,
              <State key="state" provider={provider} />,
              String(provider.games),
              <LastList key="list" provider={provider} />,
              <LastCall key="call" provider={provider} />,
            ],
          }))}
          empty={tx('gameProvidersNone')}
        />
      </Card>
    </>
  );
}

function State({ provider: { source, closed, hasKey } }: { readonly provider: ShownProvider }) {
  if (source === 'removed') return <Badge tone="neg">{tx('providerRemoved')}</Badge>;
  if (closed) return <Badge tone="neg">{tx('off')}</Badge>;
  return hasKey ? <Badge tone="pos">{tx('on')}</Badge> : <Badge tone="warn">{tx('providerNoKey')}</Badge>;
}

/** A provider that keeps the balances is called by the platform. */
function LastCall({ provider: { definition, lastCallAt } }: { readonly provider: ShownProvider }) {
  if (lastCallAt) return <Time at={lastCallAt} />;
  return <>{tx(definition.wallet ? 'providerIsCalled' : 'never')}</>;
}

function LastList({ provider: { definition, source, feedAt, feedResult } }: { readonly provider: ShownProvider }) {
  const reports = definition.feed !== undefined || definition.permissions.includes('games');
  if (feedAt === null) return <>{tx(source === 'file' && !reports ? 'providerFromFile' : 'never')}</>;
  return (
    <>
      <Time at={feedAt} />
      <br />
      {feedResult}
    </>
  );
}

export function NewProviderPage({ session }: { readonly session: Session }) {
  return (
    <Card title={tx('providerAdd')}>
      <p>{tx('providerAddText')}</p>
      <DefinitionForm session={session} submit={tx('providerAdd')} />
    </Card>
  );
}

interface ProviderProps {
  readonly session: Session;
  readonly provider: ShownProvider;
}

interface ProviderPageProps extends ProviderProps {
  /** The first ones. */
  readonly games: readonly PlacedGame[];
  /** How many games of the provider are listed, from all of its lists. */
  readonly listed: number;
}

export function ProviderPage({ session, provider, games, listed }: ProviderPageProps) {
  const { definition, source } = provider;
  return (
    <>
      <Card title={`${definition.name} (${definition.code})`}>
        <ProviderFacts provider={provider} listed={listed} />
        <SwitchForm session={session} provider={provider} />
        {definition.feed ? (
          <Collapsible title={tx('providerFetch')}>
            <Form session={session} to="/providers/fetch" submit={tx('providerFetch')} fixed={{ code: definition.code }}>
              <Reason />
            </Form>
          </Collapsible>
        ) : null}
      </Card>
      <KeyCard session={session} provider={provider} />
      <Card title={tx('providerData')}>
        {source === 'file' ? (
          <p>{tx('providerOfFile')}</p>
        ) : (
          <DefinitionForm session={session} definition={definition} submit={tx('save')} />
        )}
      </Card>
      <GamesCard session={session} code={definition.code} games={games} />
    </>
  );
}

function ProviderFacts({ provider, listed }: { readonly provider: ShownProvider; readonly listed: number }) {
  const { definition, source } = provider;
  const list = (items: readonly string[], empty: string) => (items.length === 0 ? empty : items.join(', '));
  return (
    <Facts
      rows={[
        [tx('state'), <State key="state" provider={provider} />],
        [tx('providerSource'), tx(source === 'file' ? 'providerFromFile' : 'providerFromConsole')],
        [tx('providerLaunch'), <code key="launch">{definition.launchUrl}</code>],
        [tx('providerWallet'), <WalletOf key="wallet" definition={definition} />],
        [
          tx('providerPermissions'),
          list(
            definition.permissions.map((one) => tx(`permission_${one}`)),
            tx('nothing'),
          ),
        ],
        [tx('providerAddresses'), list(definition.addresses, tx('providerAny'))],
        [tx('providerCurrencies'), list(definition.currencies, tx('providerAny'))],
        [tx('providerLanguages'), list(definition.languages, tx('providerAny'))],
        [tx('gamesListed'), String(listed)],
        [tx('lastList'), <LastList key="list" provider={provider} />],
        [tx('lastCall'), <LastCall key="call" provider={provider} />],
      ]}
    />
  );
}

function WalletOf({ definition: { code, wallet } }: { readonly definition: ProviderDefinition }) {
  if (!wallet) return <code>{`/seamless/${code}/…`}</code>;
  return (
    <>
      <code>{`${wallet.url}/…`}</code> {tx(wallet.moves === 'manual' ? 'providerTransferManual' : 'providerTransferAutomatic')}{' '}
      <a href="/console/vendor-money">{tx('vendorMoney')}</a>
    </>
  );
}

function SwitchForm({ session, provider: { definition, closed } }: ProviderProps) {
  const title = tx(closed ? 'providerOpen' : 'providerClose');
  return (
    <Collapsible title={title}>
      <p>{tx(closed ? 'providerOpenText' : 'providerCloseText')}</p>
      <Form
        session={session}
        to={closed ? '/providers/open' : '/providers/close'}
        submit={title}
        danger={!closed}
        fixed={{ code: definition.code }}
      >
        <Reason />
      </Form>
    </Collapsible>
  );
}

function KeyCard({ session, provider: { definition, hasKey } }: ProviderProps) {
  const { code, keyVariable } = definition;
  if (keyVariable !== undefined)
    return (
      <Card title={tx('providerKey')}>
        <p>{tx(hasKey ? 'providerKeyElsewhere' : 'providerKeyMissing', { name: keyVariable })}</p>
      </Card>
    );
  const title = tx(hasKey ? 'providerKeyReplace' : 'providerKeySet');
  return (
    <Card title={tx('providerKey')}>
      <p>{tx(hasKey ? 'providerKeyIsSet' : 'providerKeyIsMissing')}</p>
      <Collapsible title={title}>
        <Form session={session} to="/providers/key" submit={title} danger={hasKey} fixed={{ code }}>
          <Input
            name="key"
            label={tx('providerKeyOwn')}
            hint={tx('providerKeyHint')}
            type="password"
            required={false}
            maxLength={256}
            autoComplete="off"
          />
          <Reason />
        </Form>
      </Collapsible>
    </Card>
  );
}

/** Shown once: only the sealed key is stored. */
export function KeyPage({ code, secret }: { readonly code: string; readonly secret: string }) {
  return (
    <Card title={tx('providerKey')}>
      <p>{tx('providerKeyOnce')}</p>
      <p>
        <code className="whole">{secret}</code>
      </p>
      <p>
        <a href={`/console/providers/${code}`}>{tx('providerBack', { code })}</a>
      </p>
    </Card>
  );
}

interface DefinitionFormProps {
  readonly session: Session;
  readonly definition?: ProviderDefinition;
  readonly submit: string;
}

type InputKey = Exclude<keyof ProviderFields, 'was' | 'code' | 'name' | 'unknownBetRollback' | 'walletMoves' | 'reason'>;

/** Text fields of the form after code and name, in their order. */
const INPUTS: readonly (readonly [name: InputKey, label: TextKey, hint: TextKey | null, more: Omit<InputProps, 'name' | 'label'>])[] = [
  ['launchUrl', 'providerLaunch', 'providerLaunchHint', { maxLength: 500 }],
  ['vendors', 'providerVendors', 'providerVendorsHint', { rows: 3, maxLength: 5_000 }],
  ['permissions', 'providerPermissions', 'providerPermissionsHint', { required: false, maxLength: 100 }],
  ['addresses', 'providerAddresses', 'providerAddressesHint', { rows: 2, required: false, maxLength: 2_000 }],
  ['currencies', 'providerCurrencies', 'providerCurrenciesHint', { required: false, maxLength: 200 }],
  ['languages', 'providerLanguages', 'providerLanguagesHint', { required: false, maxLength: 100 }],
  ['pictureHosts', 'providerPictures', 'providerPicturesHint', { rows: 2, required: false, maxLength: 2_000 }],
  ['feedUrl', 'providerFeed', 'providerFeedHint', { required: false, maxLength: 500 }],
  ['feedMinutes', 'providerFeedMinutes', null, { required: false, maxLength: 4, inputMode: 'numeric' }],
  ['verifyUrl', 'providerVerify', 'providerVerifyHint', { required: false, maxLength: 500 }],
  ['detailsUrl', 'providerDetails', 'providerDetailsHint', { required: false, maxLength: 500 }],
  ['walletUrl', 'providerTransferUrl', 'providerTransferUrlHint', { required: false, maxLength: 500 }],
  ['walletReturn', 'providerTransferReturn', 'providerTransferReturnHint', { required: false, maxLength: 4, inputMode: 'numeric' }],
  ['dialect', 'providerDialect', 'providerDialectHint', { rows: 6, required: false, maxLength: 5_000 }],
];

function DefinitionForm({ session, definition, submit }: DefinitionFormProps) {
  const values: ReturnType<typeof fieldsOf> = definition ? fieldsOf(definition) : { permissions: 'bet', unknownBetRollback: 'OK' };
  const fixed = definition ? { was: definition.code, code: definition.code } : { was: '' };
  return (
    <Form session={session} to="/providers/save" submit={submit} fixed={fixed}>
      {definition ? null : <Input name="code" label={tx('providerCode')} hint={tx('providerCodeHint')} maxLength={16} autoComplete="off" />}
      <Input name="name" label={tx('name')} value={values.name ?? ''} maxLength={64} autoComplete="off" />
      {INPUTS.map(([name, label, hint, more]) => (
        <Input key={name} name={name} label={tx(label)} {...(hint && { hint: tx(hint) })} value={values[name] ?? ''} {...more} />
      ))}
      <Select
        name="walletMoves"
        label={tx('providerTransferMoves')}
        value={values.walletMoves ?? 'manual'}
        options={[
          ['manual', tx('providerTransferManual')],
          ['automatic', tx('providerTransferAutomatic')],
        ]}
      />
      <Select
        name="unknownBetRollback"
        label={tx('providerRollback')}
        value={values.unknownBetRollback ?? 'OK'}
        options={[
          ['OK', tx('rollback_OK')],
          ['BET_NOT_FOUND', tx('rollback_BET_NOT_FOUND')],
        ]}
      />
      <Reason />
    </Form>
  );
}

interface GamesProps {
  readonly session: Session;
  readonly code: string;
  readonly games: readonly PlacedGame[];
}

function GamesCard({ session, code, games }: GamesProps) {
  return (
    <Card title={tx('switches')}>
      <p>{tx('providerGamesText')}</p>
      <p>
        <a href="/console/switches">{tx('gameMaintenance')}</a>
      </p>
      <Table
        caption={tx('switches')}
        heads={[tx('game'), tx('vendor'), tx('category'), tx('state'), tx('gameBadges'), tx('gamePosition'), tx('change')]}
        rows={games.map((game) => ({
          key: game.id,
          cells: [
            `${game.name} (${game.id})`,
            game.vendor,
            kindText('category', game.category),
            <GameState key="state" game={game} />,
            [game.hot ? tx('gameHot') : '', game.fresh ? tx('gameNew') : ''].filter(Boolean).join(', '),
            String(game.position),
            <PlaceForm key="change" session={session} code={code} game={game} />,
          ],
        }))}
        empty={tx('providerGamesNone')}
      />
    </Card>
  );
}

function GameState({ game: { enabled, closedByVendor, maintenance } }: { readonly game: PlacedGame }) {
  if (!enabled) return <Badge tone="neg">{tx('gameWithdrawn')}</Badge>;
  if (maintenance) return <Badge tone="neg">{tx('off')}</Badge>;
  return closedByVendor ? <Badge tone="warn">{tx('gameClosedByVendor')}</Badge> : <Badge tone="pos">{tx('on')}</Badge>;
}

function PlaceForm({ session, code, game }: { readonly session: Session; readonly code: string; readonly game: PlacedGame }) {
  const { id, own } = game;
  const options = [
    ['', tx('asReported')],
    ['yes', tx('yes')],
    ['no', tx('no')],
  ] as const;
  const chosen = (value: boolean | null) => (value === null ? '' : value ? 'yes' : 'no');
  return (
    <Collapsible title={tx('gamePlace')}>
      <Form session={session} to="/providers/game" submit={tx('save')} fixed={{ code, id }}>
        <Select name="hot" label={tx('gameHot')} value={chosen(own.hot)} options={options} />
        <Select name="fresh" label={tx('gameNew')} value={chosen(own.fresh)} options={options} />
        <Input
          name="position"
          label={tx('gamePosition')}
          hint={tx('gamePositionHint')}
          value={own.position === null ? '' : String(own.position)}
          required={false}
          maxLength={6}
          inputMode="numeric"
        />
        <Reason />
      </Form>
    </Collapsible>
  );
}
