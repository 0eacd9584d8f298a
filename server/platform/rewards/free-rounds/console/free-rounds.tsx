import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { MAX_WAGERING } from '../../../../../shared/api/bonus/constants.ts';
import { accountsOf } from '../../../identity/members/index.ts';
import { readMerchant } from '../../../merchant/index.ts';
import {
  Amount,
  type AuditDeps,
  type AuditEntry,
  amountField,
  Badge,
  Card,
  type ConsoleArea,
  type ConsoleInput,
  defineForm,
  Facts,
  Form,
  findAccount,
  Input,
  idField,
  line,
  MemberLink,
  MultiSelect,
  named,
  Pager,
  pageOf,
  Reason,
  Table,
  Time,
  tx,
  withAuditLog,
} from '../../../operators/index.ts';
import { checkAmount, wholeField } from '../../bonus/index.ts';
import type { GrantRow } from '../contracts.ts';
import type { FreeRoundDesk } from '../desk.ts';
import { hasFreeRounds } from '../stakes.ts';

export interface FreeRoundAreaDeps extends AuditDeps {
  readonly desk: FreeRoundDesk;
}

const MOST = { rounds: 500, days: 90, games: 20 } as const;
/** Days in which a bonus of wins must be wagered, if the operator names none. */
const BONUS_DAYS = 7;
const empty = v.pipe(v.string(), v.trim(), v.literal(''));
/** One choice is sent as a text, several as a list. */
const games = v.union([
  v.pipe(
    idField,
    v.transform((id) => [id]),
  ),
  v.pipe(v.array(idField), v.minLength(1), v.maxLength(MOST.games)),
]);
const give = v.object({
  id: idField,
  account: line(64),
  games,
  rounds: wholeField(MOST.rounds),
  stake: amountField,
  days: wholeField(MOST.days),
  /** Empty: wins are real money. */
  wagering: v.union([empty, wholeField(MAX_WAGERING)]),
  bonusDays: v.union([empty, wholeField(MOST.days)]),
  reason: line(200),
});

/** Free rounds of all members, and the form that gives some. */
export function freeRoundArea(deps: FreeRoundAreaDeps): ConsoleArea {
  const { db, merchant, desk } = deps;
  return {
    pages: [
      {
        path: '/free-rounds',
        action: 'members.adjust',
        title: 'freeRounds',
        inMenu: { group: 'rewards', place: 40 },
        async load({ session, query }) {
          const { currency } = (await readMerchant(db, merchant)).settings;
          const { rows, ...page } = await pageOf(query, (slice) => desk.list(db, slice));
          const names = await accountsOf(
            db,
            rows.map(({ member_id }) => member_id),
          );
          return (
            <>
              <Card title={tx('freeRoundsGive')}>
                <Facts rows={[[tx('freeRoundsPaid'), <Amount key="paid" units={await desk.paid(db)} currency={currency} />]]} />
                <GiveForm session={session} slots={await slotsOf(deps, currency)} />
              </Card>
              <Card title={tx('freeRounds')}>
                <GrantTable session={session} rows={rows} names={names} titles={await titlesOf(deps, rows)} />
                <Pager to="/free-rounds?list=all" {...page} />
              </Card>
            </>
          );
        },
      },
    ],
    forms: [
      defineForm({
        path: '/free-rounds/give',
        action: 'members.adjust',
        body: give,
        refusalFields: { free_rounds_game: 'games', free_rounds_providers: 'games', free_rounds_stake: 'stake' },
        async run(input, { account, wagering, bonusDays, ...terms }) {
          const { id: memberId } = await findAccount(db, merchant, account);
          await checkAmount(deps, terms.stake * BigInt(terms.rounds));
          const bonus = wagering === '' ? null : { wagering, days: bonusDays === '' ? BONUS_DAYS : bonusDays };
          const auditEntry: AuditEntry = { action: 'free-rounds.give', object: `member:${memberId}`, reason: terms.reason };
          const order = { memberId, bonus, ...terms };
          await withAuditLog(deps, input, auditEntry, async (tx, afterCommit) => detailOf(await desk.give(tx, afterCommit, order)));
          return { to: '/free-rounds', message: 'done_freeRoundsGiven' };
        },
      }),
      defineForm({
        path: '/free-rounds/withdraw',
        action: 'members.adjust',
        body: named,
        async run(input, { id, reason }) {
          const auditEntry: AuditEntry = { action: 'free-rounds.withdraw', object: `free-rounds:${id}`, reason };
          await withAuditLog(deps, input, auditEntry, async (tx, afterCommit) => detailOf(await desk.withdraw(tx, afterCommit, id)));
          return { to: '/free-rounds', message: 'done_freeRoundsWithdrawn' };
        },
      }),
    ],
  };
}

function detailOf({ id, member_id, games, rounds, played, stake, currency, wagering, expires_at, state }: GrantRow) {
  return { grant: id, member: member_id, games, rounds, played, stake, currency, wagering, until: expires_at.toISOString(), state };
}

type Session = ConsoleInput['session'];

async function titlesOf({ db }: FreeRoundAreaDeps, rows: readonly GrantRow[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(rows.flatMap((row) => row.games))];
  const found = ids.length === 0 ? [] : await db.selectFrom('game').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(found.map(({ id, name }) => [id, name]));
}

type Slots = readonly (readonly [id: string, name: string])[];

/** Slots that are open, by vendor and name. */
async function slotsOf({ db }: FreeRoundAreaDeps, currency: string): Promise<Slots> {
  const rows = await db
    .selectFrom('game')
    .innerJoin('game_vendor', 'game_vendor.code', 'game.vendor')
    .select(['game.id', 'game.name', 'game_vendor.provider', 'game_vendor.name as vendor'])
    .where('game.category', '=', 'RNG')
    .where('game.enabled', '=', true)
    .orderBy('game_vendor.name')
    .orderBy('game.name')
    .orderBy('game.id')
    .execute();
  return rows
    .filter(({ id, provider }) => hasFreeRounds({ gameId: id, provider }, currency))
    .map(({ id, name, vendor }) => [id, `${vendor} · ${name}`]);
}

/** The form carries a generated id, so submitting it twice gives once. */
function GiveForm({ session, slots }: { readonly session: Session; readonly slots: Slots }) {
  return (
    <Form session={session} to="/free-rounds/give" submit={tx('freeRoundsGive')}>
      <input type="hidden" name="id" value={`f_${randomBytes(12).toString('hex')}`} />
      <Input name="account" label={tx('member')} maxLength={64} autoComplete="off" />
      <MultiSelect name="games" label={tx('freeRoundsGames')} hint={tx('freeRoundsGamesHint')} options={slots} />
      <Input name="rounds" label={tx('freeRoundsRounds')} inputMode="numeric" maxLength={4} autoComplete="off" />
      <Input
        name="stake"
        label={tx('freeRoundsStake')}
        hint={tx('freeRoundsStakeHint')}
        inputMode="decimal"
        maxLength={16}
        autoComplete="off"
      />
      <Input name="days" label={tx('freeRoundsDays')} inputMode="numeric" maxLength={4} autoComplete="off" />
      <Input
        name="wagering"
        label={tx('freeRoundsWagering')}
        hint={tx('freeRoundsWageringHint')}
        required={false}
        inputMode="numeric"
        maxLength={4}
        autoComplete="off"
      />
      <Input name="bonusDays" label={tx('freeRoundsBonusDays')} required={false} inputMode="numeric" maxLength={4} autoComplete="off" />
      <Reason hint={tx('reasonRead')} />
    </Form>
  );
}

interface TableProps {
  readonly session: Session;
  readonly rows: readonly GrantRow[];
  readonly names: ReadonlyMap<string, string>;
  /** Names of games. */
  readonly titles: ReadonlyMap<string, string>;
}

function GrantTable({ session, rows, names, titles }: TableProps) {
  const heads = ['time', 'member', 'freeRoundsGames', 'freeRoundsPlayed', 'freeRoundsWon', 'freeRoundsUntil', 'state', 'change'] as const;
  return (
    <Table
      caption={tx('freeRounds')}
      heads={heads.map((head) => tx(head))}
      rows={rows.map((row) => ({
        key: row.id,
        cells: [
          <Time key="at" at={row.created_at} />,
          <MemberLink key="member" id={row.member_id} name={names.get(row.member_id)} />,
          row.games.map((id) => titles.get(id) ?? id).join(', '),
          <Played key="played" row={row} />,
          <Amount key="won" units={BigInt(row.won)} currency={row.currency} />,
          <Time key="until" at={row.expires_at} />,
          <State key="state" row={row} />,
          row.state === 'open' ? <WithdrawForm key="withdraw" session={session} id={row.id} /> : '',
        ],
      }))}
      empty={tx('nothing')}
    />
  );
}

interface CellProps {
  readonly row: GrantRow;
}

function Played({ row: { played, rounds, stake, currency, wagering } }: CellProps) {
  return (
    <div>
      {`${played} / ${rounds} × `}
      <Amount units={BigInt(stake)} currency={currency} />
      {wagering === null ? null : (
        <>
          <br />
          <small>{tx('freeRoundsWagered', { times: String(wagering) })}</small>
        </>
      )}
    </div>
  );
}

function State({ row: { state, reason } }: CellProps) {
  return (
    <div>
      <Badge {...(state === 'open' && { tone: 'pos' })}>{tx(`freeRoundsState_${state}`)}</Badge>
      <br />
      <small dir="auto">{reason}</small>
    </div>
  );
}

function WithdrawForm({ session, id }: { readonly session: Session; readonly id: string }) {
  return (
    <details>
      <summary>{tx('freeRoundsWithdraw')}</summary>
      <Form session={session} to="/free-rounds/withdraw" submit={tx('freeRoundsWithdraw')} danger fixed={{ id }}>
        <Reason />
      </Form>
    </details>
  );
}
