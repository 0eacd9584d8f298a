import { randomBytes } from 'node:crypto';
import { Fragment } from 'react';
import { coinOf } from '../../../../../shared/money/currency-steps.ts';
import { toWire } from '../../../../../shared/money/money.ts';
import type { DeskDraw, DrawDeskAnswer } from '../../../../../shared/seamless/draw-desk.ts';
import {
  Amount,
  AmountInput,
  Badge,
  Card,
  Collapsible,
  type ConsoleInput,
  Decide,
  Facts,
  Form,
  Pager,
  Reason,
  Table,
  Tabs,
  Time,
  tx,
} from '../../../operators/index.ts';
import type { DrawOrder } from '../orders.ts';
import { betText, playTypeText } from './play-type-names.ts';

type DrawSession = ConsoleInput['session'];

/** Seconds after which the live view is read again. */
const LIVE_SECONDS = 3;
const newId = () => `do_${randomBytes(12).toString('hex')}`;

/** Lists of the page of draws, the first one by default. */
export const DRAW_LISTS = ['open', 'sold', 'ended', 'orders'] as const;
export type DrawList = (typeof DRAW_LISTS)[number];

const LIST_TEXTS = { open: 'drawsOpen', sold: 'drawsSold', ended: 'drawsEnded' } as const;

interface ListPage {
  readonly pageNo: number;
  readonly more: boolean;
}

/** A page of a list of one vendor. */
export interface ShownDesk {
  readonly provider: string;
  /** It has not answered. */
  readonly isSilent: boolean;
  readonly games: readonly string[];
  readonly draws: readonly DeskDraw[];
  readonly page: ListPage;
}

interface DrawsProps {
  readonly session: DrawSession;
  readonly list: DrawList;
  /** The game whose draws are shown; undefined: all. */
  readonly gameId: string | undefined;
  readonly desks: readonly ShownDesk[];
  readonly orders: readonly DrawOrder[];
  /** Orders that wait for a second operator. */
  readonly waiting: number;
  /** Of the orders. */
  readonly page: ListPage;
  /** Names of games by id. */
  readonly names: ReadonlyMap<string, string>;
  readonly currency: string;
}

export function DrawsPage({ session, list, gameId, desks, orders, waiting, page, names, currency }: DrawsProps) {
  const text = (one: DrawList) => {
    if (one !== 'orders') return tx(LIST_TEXTS[one]);
    return waiting === 0 ? tx('drawOrders') : tx('drawOrdersWaiting', { waiting });
  };
  return (
    <>
      <Tabs
        label={tx('draws')}
        items={DRAW_LISTS.map((one) => ({ href: `/draws?list=${one}`, text: text(one), isCurrent: one === list }))}
      />
      {list === 'orders' ? (
        <Card title={tx('drawOrders')}>
          <p>{tx('drawOrdersText')}</p>
          <OrderTable session={session} orders={orders} />
          <Pager to="/draws?list=orders" {...page} />
        </Card>
      ) : (
        <DeskLists list={list} gameId={gameId} desks={desks} names={names} currency={currency} />
      )}
    </>
  );
}

type DeskListsProps = Pick<DrawsProps, 'gameId' | 'desks' | 'names' | 'currency'> & { readonly list: Exclude<DrawList, 'orders'> };

function DeskLists({ list, gameId, desks, names, currency }: DeskListsProps) {
  const here = `/draws?list=${list}`;
  const shown = gameId === undefined ? here : `${here}&game=${encodeURIComponent(gameId)}`;
  const games = [...names].sort(([, one], [, other]) => one.localeCompare(other, 'en'));
  return (
    <>
      {games.length < 2 ? null : (
        <Tabs
          label={tx('game')}
          items={[
            { href: here, text: tx('drawGamesAll'), isCurrent: gameId === undefined },
            ...games.map(([id, name]) => ({ href: `${here}&game=${encodeURIComponent(id)}`, text: name, isCurrent: id === gameId })),
          ]}
        />
      )}
      {desks.length === 0 ? <p className="empty">{tx('drawDesksNone')}</p> : null}
      {desks.map(({ provider, isSilent, draws, page }) =>
        isSilent ? (
          <p key={provider} className="error">
            {tx('drawDeskSilent', { provider })}
          </p>
        ) : (
          <Fragment key={provider}>
            <DeskTable provider={provider} list={list} draws={draws} names={names} currency={currency} />
            <Pager to={shown} {...page} />
          </Fragment>
        ),
      )}
    </>
  );
}

interface DeskProps {
  readonly provider: string;
  readonly list: DeskListsProps['list'];
  readonly draws: readonly DeskDraw[];
  readonly names: ReadonlyMap<string, string>;
  readonly currency: string;
}

function DeskTable({ provider, list, draws, names, currency }: DeskProps) {
  const link = ({ id, gameId, issue }: DeskDraw) => (
    <a key="draw" href={`/console/draws/${provider}/${id}`}>
      {names.get(gameId) ?? gameId}, {issue}
    </a>
  );
  if (list === 'open')
    return (
      <Card title={tx('drawsOpen')}>
        <p>{tx('drawExposureText')}</p>
        <Table
          caption={tx('drawsOpen')}
          heads={[tx('draw'), tx('drawCloses'), tx('drawTime'), tx('drawStake'), tx('drawPayout')]}
          rows={draws.map((draw) => ({
            key: draw.id,
            cells: [
              link(draw),
              <Time key="closes" at={new Date(draw.closesAt)} />,
              <Time key="draws" at={new Date(draw.drawsAt)} />,
              <Coins key="stake" coins={draw.stake} currency={currency} />,
              <Coins key="payout" coins={draw.payout} currency={currency} />,
            ],
          }))}
          empty={tx('nothing')}
        />
      </Card>
    );
  return (
    <Card title={tx(LIST_TEXTS[list])}>
      <Table
        caption={tx(LIST_TEXTS[list])}
        heads={[tx('draw'), tx('drawTime'), tx('state'), tx('drawSold'), tx('drawPaid')]}
        rows={draws.map((draw) => ({
          key: draw.id,
          cells: [
            link(draw),
            <Time key="draws" at={new Date(draw.drawsAt)} />,
            <DrawState key="state" draw={draw} />,
            <Totals key="sold" draw={draw} of="sold" />,
            <Totals key="paid" draw={draw} of="paid" />,
          ],
        }))}
        empty={tx('nothing')}
      />
    </Card>
  );
}

/** An amount of the vendor's games in the merchant's currency. */
function Coins({ coins, currency }: { readonly coins: string; readonly currency: string }) {
  return <Amount units={BigInt(coins) * coinOf(currency)} currency={currency} />;
}

function DrawState({ draw: { state, reversed } }: { readonly draw: DeskDraw }) {
  if (reversed) return <Badge tone="neg">{tx('drawState_reversed')}</Badge>;
  return <Badge {...(state !== 'drawn' && { tone: state === 'void' ? 'neg' : 'pos' })}>{tx(`drawState_${state}`)}</Badge>;
}

function Totals({ draw: { totals }, of }: { readonly draw: DeskDraw; readonly of: 'sold' | 'paid' }) {
  if (totals === null || totals.length === 0) return <>{tx('none')}</>;
  return (
    <>
      {totals.map((one) => (
        <div key={one.currency}>
          <Amount units={BigInt(one[of])} currency={one.currency} />
        </div>
      ))}
    </>
  );
}

function OrderTable({ session, orders }: { readonly session: DrawSession; readonly orders: readonly DrawOrder[] }) {
  return (
    <Table
      caption={tx('drawOrders')}
      heads={[tx('time'), tx('draw'), tx('drawOrder'), tx('reason'), tx('state'), tx('change')]}
      rows={orders.map((row) => ({
        key: row.id,
        cells: [
          <Time key="at" at={row.created_at} />,
          row.kind === 'limits' ? (
            row.subject
          ) : (
            <a key="draw" href={`/console/draws/${row.provider}/${row.subject}`}>
              {row.subject}
            </a>
          ),
          tx(`drawOrder_${row.kind}`),
          <span key="reason" dir="auto">
            {row.reason}
          </span>,
          <OrderState key="state" order={row} />,
          row.status === 'waiting' ? (
            <Decide key="decide" session={session} id={row.id} approve="/draws/approve" reject="/draws/reject" />
          ) : (
            ''
          ),
        ],
      }))}
      empty={tx('nothing')}
    />
  );
}

function OrderState({ order: { status, refusal } }: { readonly order: DrawOrder }) {
  const tone = status === 'done' ? 'pos' : status === 'waiting' || status === 'approved' ? 'warn' : 'neg';
  return (
    <>
      <Badge tone={tone}>{tx(`drawOrderState_${status}`)}</Badge> {refusal === null ? null : tx(`drawRefusal_${refusal as DrawRefusal}`)}
    </>
  );
}
type DrawRefusal = Extract<DrawDeskAnswer<'close'>, { status: 'REFUSED' }>['reason'];

interface DrawProps {
  readonly session: DrawSession;
  readonly provider: string;
  readonly draw: string;
  readonly answer: Extract<DrawDeskAnswer<'exposure'>, { status: 'OK' }> | undefined;
  readonly names: ReadonlyMap<string, string>;
  readonly currency: string;
  readonly isLive: boolean;
}

export function DrawPage({ session, provider, draw, answer, names, currency, isLive }: DrawProps) {
  const at = `/console/draws/${provider}/${draw}`;
  if (!answer) return <p className="error">{tx('drawDeskSilent', { provider })}</p>;
  return (
    <>
      {isLive ? <meta httpEquiv="refresh" content={String(LIVE_SECONDS)} /> : null}
      <p>
        <a href="/console/draws">{tx('draws')}</a> · <a href={isLive ? at : `${at}?live=1`}>{tx(isLive ? 'drawLiveOff' : 'drawLive')}</a>
      </p>
      <Summary answer={answer} name={names.get(answer.draw.gameId) ?? answer.draw.gameId} currency={currency} />
      <Exposure answer={answer} currency={currency} />
      {isLive ? null : <DrawForms session={session} provider={provider} answer={answer} currency={currency} />}
    </>
  );
}

interface AnswerProps {
  readonly answer: NonNullable<DrawProps['answer']>;
  readonly currency: string;
}

function Summary({ answer: { now, draw, limits }, name, currency }: AnswerProps & { readonly name: string }) {
  return (
    <Card title={`${name}, ${draw.issue}`}>
      <Facts
        rows={[
          [tx('state'), <DrawState key="state" draw={draw} />],
          [tx('drawNow'), <Time key="now" at={new Date(now)} />],
          [tx('drawCloses'), <Time key="closes" at={new Date(draw.closesAt)} />],
          [tx('drawTime'), <Time key="draws" at={new Date(draw.drawsAt)} />],
          [tx('drawStake'), <Coins key="stake" coins={draw.stake} currency={currency} />],
          [tx('drawPayout'), <Share key="payout" coins={draw.payout} limit={limits.draw} currency={currency} />],
          [tx('drawSold'), <Totals key="sold" draw={draw} of="sold" />],
          [tx('drawPaid'), <Totals key="paid" draw={draw} of="paid" />],
        ]}
      />
    </Card>
  );
}

/** An exposure with the part of its limit. */
function Share({ coins, limit, currency }: { readonly coins: string; readonly limit: string; readonly currency: string }) {
  const percent = Number((BigInt(coins) * 1000n) / BigInt(limit)) / 10;
  return (
    <>
      <Coins coins={coins} currency={currency} />{' '}
      <Badge {...(percent >= 80 && { tone: percent >= 95 ? 'neg' : 'warn' })}>{tx('drawShare', { percent: percent.toFixed(1) })}</Badge>
    </>
  );
}

function Exposure({ answer: { draw, limits, playTypes, numbers }, currency }: AnswerProps) {
  return (
    <>
      <Card title={tx('drawPlayTypes')}>
        <Table
          caption={tx('drawPlayTypes')}
          heads={[tx('drawPlayType'), tx('drawStake'), tx('drawPayout')]}
          rows={playTypes.map(({ playType, stake, payout }) => ({
            key: playType,
            cells: [
              playTypeText(draw.gameId, playType),
              <Coins key="stake" coins={stake} currency={currency} />,
              <Share key="payout" coins={payout} limit={limits.playType} currency={currency} />,
            ],
          }))}
          empty={tx('nothing')}
        />
      </Card>
      <Card title={tx('drawNumbers')}>
        <Table
          caption={tx('drawNumbers')}
          heads={[tx('drawPlayType'), tx('drawNumber'), tx('drawStake'), tx('drawPayout')]}
          rows={numbers.map(({ playType, number, stake, payout }) => ({
            key: `${playType} ${number}`,
            cells: [
              playTypeText(draw.gameId, playType),
              <code key="number">{betText(number)}</code>,
              <Coins key="stake" coins={stake} currency={currency} />,
              <Share key="payout" coins={payout} limit={limits.number} currency={currency} />,
            ],
          }))}
          empty={tx('nothing')}
        />
      </Card>
    </>
  );
}

function DrawForms({ session, provider, answer: { draw, limits }, currency }: AnswerProps & Pick<DrawProps, 'session' | 'provider'>) {
  const fixed = () => ({ id: newId(), provider, draw: draw.id });
  const amount = (coins: string) => toWire(BigInt(coins) * coinOf(currency)).replace(/\.?0+$/, '');
  return (
    <Card title={tx('change')}>
      {draw.state === 'open' ? (
        <>
          <Collapsible title={tx('drawOrder_close')}>
            <p>{tx('drawCloseText')}</p>
            <Form session={session} to="/draws/close" submit={tx('drawOrder_close')} danger fixed={fixed()}>
              <Reason />
            </Form>
          </Collapsible>
          <Collapsible title={tx('drawOrder_void')}>
            <p>{tx('drawVoidText')}</p>
            <Form session={session} to="/draws/void" submit={tx('drawOrder_void')} danger fixed={fixed()}>
              <Reason />
            </Form>
          </Collapsible>
        </>
      ) : null}
      {draw.state === 'drawn' && !draw.reversed ? (
        <Collapsible title={tx('drawOrder_reverse')}>
          <p>{tx('drawReverseText')}</p>
          <Form session={session} to="/draws/reverse" submit={tx('drawOrder_reverse')} danger fixed={fixed()}>
            <Reason />
          </Form>
        </Collapsible>
      ) : null}
      <Collapsible title={tx('drawOrder_limits')}>
        <p>{tx('drawLimitsText')}</p>
        <Form session={session} to="/draws/limits" submit={tx('drawOrder_limits')} fixed={{ ...fixed(), game: draw.gameId }}>
          <div className="columns">
            <AmountInput name="numberLimit" label={tx('drawLimitNumber', { currency })} value={amount(limits.number)} currency={currency} />
            <AmountInput
              name="playTypeLimit"
              label={tx('drawLimitPlayType', { currency })}
              value={amount(limits.playType)}
              currency={currency}
            />
            <AmountInput name="drawLimit" label={tx('drawLimitDraw', { currency })} value={amount(limits.draw)} currency={currency} />
          </div>
          <Reason />
        </Form>
      </Collapsible>
    </Card>
  );
}
