import { toScreen } from '../../../../shared/money/money.ts';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/db/index.ts';
import { type MerchantSettings, policyOf, readMerchant, toUnits } from '../../merchant/index.ts';
import { type OfferedChannel, offeredChannel } from '../../money/deposit/index.ts';
import type { ProviderHealth } from '../../money/provider-health/index.ts';
import { Amount, Badge, Card, type ConsoleArea, Table, tx } from '../../operators/index.ts';
import { ProviderCard } from './payout-views.tsx';

/** The deposit channels that are in force. */
export interface ChannelAreaDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly merchant: string;
  readonly providerHealth: Pick<ProviderHealth, 'list'>;
}

export function channelArea({ db, clock, merchant, providerHealth }: ChannelAreaDeps): ConsoleArea {
  return {
    pages: [
      {
        path: '/channels',
        action: 'deposits.read',
        title: 'channels',
        inMenu: { group: 'money', place: 40 },
        async load() {
          const rows = await db.selectFrom('deposit_channel').selectAll().orderBy('sort').orderBy('code').execute();
          const channels = rows.map(offeredChannel);
          const [providers, below] = [await providerHealth.list(db), limitBelow(channels, (await readMerchant(db, merchant)).settings)];
          return (
            <>
              {below === undefined ? null : (
                <p className="note" data-tone="neg">
                  {tx('channelsBelow', { limit: below })}
                </p>
              )}
              <ChannelList rows={channels} />
              <ProviderCard providers={providers} now={clock.now()} />
            </>
          );
        },
      },
    ],
    forms: [],
  };
}

/** The lowest limit of deposits that is below the least amount of every enabled method; undefined if something can be deposited. */
function limitBelow(channels: readonly OfferedChannel[], { deposits, protection, currency }: MerchantSettings): string | undefined {
  const enabled = channels.filter((channel) => channel.enabled && channel.kind !== 'VOUCHER' && channel.currency === currency);
  const limits = [deposits.dayLimit, policyOf(protection, currency).depositPerMonth].flatMap((limit) => (limit === null ? [] : [limit]));
  if (enabled.length === 0 || limits.length === 0) return undefined;
  const limit = toUnits(Math.min(...limits));
  return enabled.every(({ min }) => min > limit) ? `${toScreen(limit, currency)} ${currency}` : undefined;
}

function providersOf({ provider, routes }: Pick<OfferedChannel, 'provider' | 'routes'>): string {
  return routes.length === 0 ? provider : routes.map((route) => route.provider).join(', ');
}

function ChannelList({ rows }: { readonly rows: readonly OfferedChannel[] }) {
  const heads = ['channel', 'channelName', 'kind', 'channelProvider', 'channelLimits', 'channelDay', 'fee', 'channelProof'] as const;
  return (
    <Card title={tx('channels')}>
      <p>{tx('channelsText')}</p>
      <Table
        caption={tx('channels')}
        heads={[...heads.map((head) => tx(head)), tx('channelAccount'), tx('state')]}
        rows={rows.map(({ currency, ...row }) => ({
          key: row.code,
          cells: [
            row.code,
            row.name,
            tx(`channelKind_${row.kind}`),
            row.provider === 'by-hand' ? tx('channelByHand') : providersOf(row),
            <bdi key="limits" className="amount whole">
              {toScreen(row.min, currency)}–{toScreen(row.max, currency)} {currency}
            </bdi>,
            row.dayLimit === null ? '' : <Amount key="day" units={row.dayLimit} currency={currency} />,
            row.fee === '' ? (
              ''
            ) : (
              <span key="fee" className="whole">
                {row.fee}
              </span>
            ),
            tx(`proof_${row.proof}`),
            row.account === null ? '' : `${row.account.holder}, ${row.account.bank}, ${row.account.number}`,
            <Badge key="state" tone={row.enabled ? 'pos' : 'warn'}>
              {tx(row.enabled ? 'channelOn' : 'channelOff')}
            </Badge>,
          ],
        }))}
        empty={tx('channelsNone')}
      />
    </Card>
  );
}
