import * as v from 'valibot';
import { coinOf } from '../../../../../shared/money/currency-steps.ts';
import type { DrawDeskBody } from '../../../../../shared/seamless/draw-desk.ts';
import { readMerchant } from '../../../merchant/index.ts';
import {
  type AuditDeps,
  amountField,
  type ConsoleArea,
  type ConsoleForm,
  createApprovals,
  defineForm,
  idField,
  named,
  OperatorError,
  pageOf,
  reason,
  withAuditLog,
} from '../../../operators/index.ts';
import type { GameDirectory } from '../../vendors/index.ts';
import type { AskDrawDesk } from '../client.ts';
import type { DrawOrder, DrawOrders } from '../orders.ts';
import { DRAW_LISTS, type DrawList, DrawPage, DrawsPage, type ShownDesk } from './draw-views.tsx';

export interface DrawAreaDeps extends AuditDeps {
  readonly drawDesk: { readonly ask: AskDrawDesk; readonly orders: DrawOrders; providers(): readonly string[] };
  readonly gameDirectory: Pick<GameDirectory, 'findMany'>;
}

const ACTION = 'draws.manage';
const CONSENT = 'order';
const subjectOf = (id: string) => `draw-order:${id}`;
const LANGUAGE = 'EN';
const order = v.object({ id: idField, provider: idField, draw: idField, reason });
const limits = v.object({
  id: idField,
  provider: idField,
  game: idField,
  draw: idField,
  numberLimit: amountField,
  playTypeLimit: amountField,
  drawLimit: amountField,
  reason,
});

/** Draws of vendors: what they may have to pay, and what operators order about them. Two operators void a draw or take one back. */
export function drawArea(deps: DrawAreaDeps): ConsoleArea {
  const { db, merchant, drawDesk, gameDirectory } = deps;
  const currencyOf = async () => (await readMerchant(db, merchant)).settings.currency;
  const namesOf = async (ids: readonly string[]) => {
    const games = await gameDirectory.findMany(db, [...new Set(ids)], LANGUAGE);
    return new Map([...games].map(([id, { gameName }]) => [id, gameName]));
  };
  return {
    pages: [
      {
        path: '/draws',
        action: ACTION,
        title: 'draws',
        inMenu: { group: 'site', place: 20 },
        async load({ session, query }) {
          const list = DRAW_LISTS.find((one) => one === query.get('list')) ?? 'open';
          const { rows, ...page } = await pageOf(query, (slice) => drawDesk.orders.list(db, slice));
          const gameId = gameIn(query);
          const desks = list === 'orders' ? [] : await readDesks(drawDesk, query, { list, gameId });
          const names = await namesOf(desks.flatMap(({ games }) => games));
          return (
            <DrawsPage
              session={session}
              list={list}
              gameId={gameId}
              desks={desks}
              orders={rows}
              waiting={await drawDesk.orders.countWaiting(db)}
              page={page}
              names={names}
              currency={await currencyOf()}
            />
          );
        },
      },
      {
        path: '/draws/:provider/:draw',
        action: ACTION,
        title: 'draw',
        async load({ session, params, query }) {
          const { provider = '', draw = '' } = params;
          if (!drawDesk.providers().includes(provider) || !/^[\w.:-]{1,64}$/.test(draw)) return undefined;
          const answer = await drawDesk.ask(provider, 'exposure', { drawId: draw });
          if (answer?.status === 'REFUSED') return undefined;
          const names = await namesOf(answer ? [answer.draw.gameId] : []);
          const isLive = query.get('live') === '1';
          return (
            <DrawPage
              session={session}
              provider={provider}
              draw={draw}
              answer={answer}
              names={names}
              currency={await currencyOf()}
              isLive={isLive}
            />
          );
        },
      },
    ],
    forms: [
      closeForm(deps),
      requestForm(deps, 'void'),
      requestForm(deps, 'reverse'),
      limitsForm(deps),
      approveForm(deps),
      rejectForm(deps),
    ],
  };
}

function gameIn(query: URLSearchParams): string | undefined {
  const parsed = v.safeParse(idField, query.get('game'));
  return parsed.success ? parsed.output : undefined;
}

type Asked = { readonly list: Exclude<DrawList, 'orders'>; readonly gameId: string | undefined };

/** The same page of the list from each vendor; all draws on sale. */
function readDesks({ providers, ask }: DrawAreaDeps['drawDesk'], query: URLSearchParams, { list, gameId }: Asked): Promise<ShownDesk[]> {
  const ofGame = gameId === undefined ? {} : { gameId };
  return Promise.all(
    providers().map(async (provider) => {
      let games: readonly string[] | undefined;
      const read = async (question: DrawDeskBody<'draws'>) => {
        const answer = await ask(provider, 'draws', question);
        games = answer?.games;
        return answer?.draws ?? [];
      };
      const { rows, ...page } =
        list === 'open'
          ? { rows: await read({ list, ...ofGame }), pageNo: 1, more: false }
          : await pageOf(query, (slice) => read({ list: 'ended', sold: list === 'sold', ...ofGame, ...slice }));
      return { provider, isSilent: games === undefined, games: games ?? [], draws: rows, page };
    }),
  );
}

/** One operator ends a sale early: nothing that was sold changes. */
function closeForm(deps: DrawAreaDeps): ConsoleForm {
  return defineForm({
    path: '/draws/close',
    action: ACTION,
    body: order,
    async run(input, { id, provider, draw, reason: auditReason }) {
      const entry = { action: 'draw.close', object: `draw:${draw}`, reason: auditReason } as const;
      await withAuditLog(deps, input, entry, async (tx) => {
        await addOrder(deps, tx, { id, provider, subject: draw, kind: 'close', reason: auditReason, isApproved: true });
        return { id, provider };
      });
      await deps.drawDesk.orders.send();
      return { to: '/draws?list=orders', message: 'done_drawOrder' };
    },
  });
}

/** The first of two operators; nothing happens yet. */
function requestForm(deps: DrawAreaDeps, kind: 'void' | 'reverse'): ConsoleForm {
  const approvals = createApprovals(deps);
  return defineForm({
    path: `/draws/${kind}`,
    action: ACTION,
    body: order,
    async run(input, { id, provider, draw, reason: auditReason }) {
      const entry = { action: `draw.${kind}-requested` as const, object: `draw:${draw}`, reason: auditReason };
      await withAuditLog(deps, input, entry, async (tx) => {
        await addOrder(deps, tx, { id, provider, subject: draw, kind, reason: auditReason, isApproved: false });
        await approvals.record(tx, { subject: subjectOf(id), action: CONSENT, operatorId: input.session.operatorId, reason: auditReason });
        return { id, provider };
      });
      return { to: '/draws?list=orders', message: 'done_oneMore' };
    },
  });
}

function limitsForm(deps: DrawAreaDeps): ConsoleForm {
  return defineForm({
    path: '/draws/limits',
    action: ACTION,
    body: limits,
    async run(input, { id, provider, game, draw, reason: auditReason, ...amounts }) {
      const coin = coinOf((await readMerchant(deps.db, deps.merchant)).settings.currency);
      const inCoins = (units: bigint) => String(units / coin);
      if (Object.values(amounts).some((units) => units < coin)) throw new OperatorError('drawLimitSmall');
      const set = { number: inCoins(amounts.numberLimit), playType: inCoins(amounts.playTypeLimit), draw: inCoins(amounts.drawLimit) };
      const entry = { action: 'draw.limits', object: `game:${game}`, reason: auditReason } as const;
      await withAuditLog(deps, input, entry, async (tx) => {
        await addOrder(deps, tx, { id, provider, subject: game, kind: 'limits', limits: set, reason: auditReason, isApproved: true });
        return { id, provider, coins: set };
      });
      await deps.drawDesk.orders.send();
      return { to: `/draws/${provider}/${draw}`, message: 'done_drawOrder' };
    },
  });
}

/** The second approval; refuses the operator who requested, and those who may be the same person. */
function approveForm(deps: DrawAreaDeps): ConsoleForm {
  const { orders } = deps.drawDesk;
  const approvals = createApprovals(deps);
  return defineForm({
    path: '/draws/approve',
    action: ACTION,
    body: named,
    async run(input, { id, reason: auditReason }) {
      const entry = { action: 'draw.approved', object: subjectOf(id), reason: auditReason } as const;
      await withAuditLog(deps, input, entry, async (tx) => {
        const approved = await orders.approve(tx, id);
        await approvals.recordSecond(tx, {
          subject: subjectOf(id),
          action: CONSENT,
          operatorId: input.session.operatorId,
          reason: auditReason,
        });
        return detailOf(approved);
      });
      await orders.send();
      return { to: '/draws?list=orders', message: 'done_drawOrder' };
    },
  });
}

function rejectForm(deps: DrawAreaDeps): ConsoleForm {
  return defineForm({
    path: '/draws/reject',
    action: ACTION,
    body: named,
    async run(input, { id, reason: auditReason }) {
      const entry = { action: 'draw.rejected', object: subjectOf(id), reason: auditReason } as const;
      await withAuditLog(deps, input, entry, async (tx) => detailOf(await deps.drawDesk.orders.reject(tx, id)));
      return { to: '/draws?list=orders', message: 'done_rejected' };
    },
  });
}

function detailOf({ kind, provider, subject }: DrawOrder) {
  return { kind, provider, draw: subject };
}

type Transaction = Parameters<DrawOrders['add']>[0];
async function addOrder({ drawDesk }: DrawAreaDeps, tx: Transaction, added: Parameters<DrawOrders['add']>[1]): Promise<void> {
  if (!drawDesk.providers().includes(added.provider)) throw new OperatorError('drawDeskUnknown');
  if (!(await drawDesk.orders.add(tx, added))) throw new OperatorError('drawOrderWaiting');
}
