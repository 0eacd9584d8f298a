import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/db/index.ts';
import { accountsOf } from '../../identity/members/index.ts';
import { Amount, Badge, Card, type ConsoleArea, MemberLink, Pager, pageOf, Table, Time, tx } from '../../operators/index.ts';
import {
  listPairContests,
  listPairs,
  type Opponents,
  PAIR_DAYS,
  type Pair,
  type PairContest,
  pairsSince,
} from '../../play/contests/index.ts';
import type { TraitKind } from '../../protection/links/index.ts';

export interface PairAreaDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly opponents: Pick<Opponents, 'shared'>;
}

/** Pairs of members whose money flowed mostly in one direction, and the contests in which it did. */
export function pairArea({ db, clock, opponents }: PairAreaDeps): ConsoleArea {
  const since = () => pairsSince(clock.now());
  return {
    pages: [
      {
        path: '/pairs',
        action: 'members.limit',
        title: 'pairs',
        inMenu: { group: 'members', place: 70 },
        async load({ query }) {
          const page = await pageOf(query, (slice) => listPairs(db, { since: since(), ...slice }));
          const shared = await Promise.all(page.rows.map(({ loser, winner }) => opponents.shared(db, loser, winner)));
          return <PairList {...page} shared={shared} names={await namesOf(db, page.rows)} />;
        },
      },
      {
        path: '/pairs/:loser/:winner',
        action: 'members.limit',
        title: 'pair',
        async load({ params, query }) {
          const [loser = '', winner = ''] = [params.loser, params.winner];
          const names = await namesOf(db, [{ loser, winner }]);
          if (names.size < 2) return undefined;
          const page = await pageOf(query, (slice) => listPairContests(db, [loser, winner], { since: since(), ...slice }));
          return <PairPage loser={loser} winner={winner} names={names} {...page} shared={await opponents.shared(db, loser, winner)} />;
        },
      },
    ],
    forms: [],
  };
}

function namesOf(db: Database, pairs: readonly Pick<Pair, 'loser' | 'winner'>[]) {
  return accountsOf(
    db,
    pairs.flatMap(({ loser, winner }) => [loser, winner]),
  );
}

interface Paged {
  readonly names: ReadonlyMap<string, string>;
  readonly pageNo: number;
  readonly more: boolean;
}

interface ListProps extends Paged {
  readonly rows: readonly Pair[];
  readonly shared: readonly (readonly TraitKind[])[];
}

function PairList({ rows, shared, names, pageNo, more }: ListProps) {
  return (
    <Card title={tx('pairs')}>
      <p>{tx('pairsText', { days: PAIR_DAYS })}</p>
      <Table
        caption={tx('pairs')}
        heads={[tx('pairLoser'), tx('pairWinner'), tx('pairNet'), tx('pairVolume'), tx('pairContests'), tx('pairShared'), tx('time')]}
        rows={rows.map((row, index) => ({
          key: `${row.loser} ${row.winner} ${row.currency}`,
          cells: [
            <MemberLink key="loser" id={row.loser} name={names.get(row.loser)} />,
            <MemberLink key="winner" id={row.winner} name={names.get(row.winner)} />,
            <Amount key="net" units={row.net} currency={row.currency} />,
            <Amount key="volume" units={row.volume} currency={row.currency} />,
            <a key="contests" href={`/console/pairs/${row.loser}/${row.winner}`}>
              {row.contests}
            </a>,
            <Shared key="shared" kinds={shared[index] ?? []} />,
            <Time key="at" at={row.lastAt} />,
          ],
        }))}
        empty={tx('nothing')}
      />
      <Pager to="/pairs?" pageNo={pageNo} more={more} />
    </Card>
  );
}

interface PairProps extends Paged {
  readonly loser: string;
  readonly winner: string;
  readonly rows: readonly PairContest[];
  readonly shared: readonly TraitKind[];
}

function PairPage({ loser, winner, rows, shared, names, pageNo, more }: PairProps) {
  return (
    <>
      <p>
        <MemberLink id={loser} name={names.get(loser)} /> – <MemberLink id={winner} name={names.get(winner)} /> <Shared kinds={shared} />
      </p>
      <Card title={tx('pairContests')}>
        <Table
          caption={tx('pairContests')}
          heads={[tx('time'), tx('pairLoser'), tx('pairWinner'), tx('amount'), tx('pairContest')]}
          rows={rows.map((row) => ({
            key: `${row.contestId} ${row.loser}`,
            cells: [
              <Time key="at" at={row.at} />,
              <MemberLink key="loser" id={row.loser} name={names.get(row.loser)} />,
              <MemberLink key="winner" id={row.winner} name={names.get(row.winner)} />,
              <Amount key="units" units={row.units} currency={row.currency} />,
              <span key="contest">
                {row.provider}, {row.gameId}: <code>{row.contestId}</code>
              </span>,
            ],
          }))}
          empty={tx('nothing')}
        />
        <Pager to={`/pairs/${loser}/${winner}?`} pageNo={pageNo} more={more} />
      </Card>
    </>
  );
}

function Shared({ kinds }: { readonly kinds: readonly TraitKind[] }) {
  if (kinds.length === 0) return <>{tx('pairShared_none')}</>;
  return (
    <>
      {kinds.map((kind) => (
        <Badge key={kind} tone="warn">
          {tx(`trait_${kind}`)}
        </Badge>
      ))}
    </>
  );
}
