import { toScreen } from '../../../../shared/money/money.ts';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/db/index.ts';
import { type OfferedChannel, offeredChannel } from '../../money/deposit/index.ts';
import type { ProviderHealth } from '../../money/provider-health/index.ts';
import type { ConsoleArea } from '../page.ts';
import { Amount, Badge, Card, Table } from '../parts.tsx';
import { tx } from '../texts.ts';
import { ProviderCard } from './payout-views.tsx';

/** The deposit channels that are in force. */
export interface ChannelAreaDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly providerHealth: Pick<ProviderHealth, 'list'>;
}

export function channelArea({ db, clock, providerHealth }: ChannelAreaDeps): ConsoleArea {
  return {
    pages: [
      {
        path: '/channels',
        action: 'deposits.read',
        title: 'channels',
        async load() {
          const rows = await db.selectFrom('deposit_channel').selectAll().orderBy('sort').orderBy('code').execute();
          const providers = await providerHealth.list(db);
          return (
            <>
              <ChannelList rows={rows.map(offeredChannel)} />
              <ProviderCard providers={providers} now={clock.now()} />
            </>
          );
        },
      },
    ],
    forms: [],
  };
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
