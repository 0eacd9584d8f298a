import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { accountsOf } from '../../../identity/members/index.ts';
import {
  type AuditDeps,
  type AuditEntry,
  Badge,
  Card,
  type ConsoleArea,
  type ConsoleForm,
  type ConsoleInput,
  createApprovals,
  Decide,
  defineForm,
  Form,
  findAccount,
  Input,
  idField,
  line,
  MemberLink,
  named,
  Pager,
  pageOf,
  Reason,
  reason,
  Table,
  Time,
  tx,
  withAuditLog,
} from '../../../operators/index.ts';
import type { Move, Moves } from '../moves.ts';
import { findAgent, optionalAccount } from './agent-fields.ts';

export interface AgentMoveAreaDeps extends AuditDeps {
  readonly agentTree: { readonly moves: Moves };
}

type Session = ConsoleInput['session'];
const MOVE = 'move';
const subjectOf = (id: string) => `agent-move:${id}`;
const demotion = v.object({ id: idField, account: line(64), reason });
const order = v.object({ id: idField, account: line(64), upline: optionalAccount, reason });

/** Changes of uplines, and agents who become members: one operator requests, a second one approves. */
export function agentMoveArea(deps: AgentMoveAreaDeps): ConsoleArea {
  const { db, agentTree } = deps;
  return {
    pages: [
      {
        path: '/agent-moves',
        action: 'agents.move',
        title: 'agentMoves',
        inMenu: { group: 'members', place: 40 },
        async load({ session, query }) {
          const { rows, ...page } = await pageOf(query, (slice) => agentTree.moves.list(db, slice));
          const names = await accountsOf(
            db,
            rows.flatMap(({ memberId, fromId, toId }) => [memberId, fromId, toId].filter((id) => id !== null)),
          );
          return (
            <>
              <RequestCard session={session} />
              <DemoteCard session={session} />
              <Card title={tx('agentMoves')}>
                <MoveTable session={session} rows={rows} names={names} />
                <Pager to="/agent-moves?list=all" {...page} />
              </Card>
            </>
          );
        },
      },
    ],
    forms: [requestForm(deps), demoteForm(deps), approveForm(deps), rejectForm(deps)],
  };
}

function requestForm(deps: AgentMoveAreaDeps): ConsoleForm {
  const { merchant, agentTree } = deps;
  const approvals = createApprovals(deps);
  return defineForm({
    path: '/agent-moves/request',
    action: 'agents.move',
    body: order,
    async run(input, { id, account, upline, reason: auditReason }) {
      const entry: AuditEntry = { action: 'agent.move-requested', object: `member:${account}`, reason: auditReason };
      await withAuditLog(deps, input, entry, async (transaction) => {
        const { id: memberId } = await findAccount(transaction, merchant, account);
        const uplineId = upline === '' ? undefined : await findAgent(transaction, merchant, upline, 'upline');
        await agentTree.moves.request(transaction, { id, memberId, uplineId, reason: auditReason });
        const consent = { subject: subjectOf(id), action: MOVE, operatorId: input.session.operatorId, reason: auditReason };
        await approvals.record(transaction, consent);
        return { id, member: memberId, upline: uplineId ?? null };
      });
      return { to: '/agent-moves', message: 'done_oneMore' };
    },
  });
}

function demoteForm(deps: AgentMoveAreaDeps): ConsoleForm {
  const { merchant, agentTree } = deps;
  const approvals = createApprovals(deps);
  return defineForm({
    path: '/agent-moves/demote',
    action: 'agents.move',
    body: demotion,
    async run(input, { id, account, reason: auditReason }) {
      const entry: AuditEntry = { action: 'agent.demotion-requested', object: `member:${account}`, reason: auditReason };
      await withAuditLog(deps, input, entry, async (transaction) => {
        const memberId = await findAgent(transaction, merchant, account, 'account');
        await agentTree.moves.requestDemotion(transaction, { id, memberId, reason: auditReason });
        const consent = { subject: subjectOf(id), action: MOVE, operatorId: input.session.operatorId, reason: auditReason };
        await approvals.record(transaction, consent);
        return { id, member: memberId };
      });
      return { to: '/agent-moves', message: 'done_oneMore' };
    },
  });
}

/** The second approval; refuses the operator who requested, and those who may be the same person. */
function approveForm(deps: AgentMoveAreaDeps): ConsoleForm {
  const { agentTree } = deps;
  const approvals = createApprovals(deps);
  return defineForm({
    path: '/agent-moves/approve',
    action: 'agents.move',
    body: named,
    async run(input, { id, reason: auditReason }) {
      const entry: AuditEntry = { action: 'agent.moved', object: subjectOf(id), reason: auditReason };
      await withAuditLog(deps, input, entry, async (transaction, afterCommit) => {
        const done = await agentTree.moves.carryOut(transaction, afterCommit, id);
        const consent = { subject: subjectOf(id), action: MOVE, operatorId: input.session.operatorId, reason: auditReason };
        await approvals.recordSecond(transaction, consent);
        return { member: done.memberId, kind: done.kind, from: done.fromId, to: done.toId };
      });
      return { to: '/agent-moves', message: 'done_moved' };
    },
  });
}

function rejectForm(deps: AgentMoveAreaDeps): ConsoleForm {
  return defineForm({
    path: '/agent-moves/reject',
    action: 'agents.move',
    body: named,
    async run(input, { id, reason: auditReason }) {
      const entry: AuditEntry = { action: 'agent.move-rejected', object: subjectOf(id), reason: auditReason };
      await withAuditLog(deps, input, entry, async (transaction) => ({
        member: (await deps.agentTree.moves.reject(transaction, id)).memberId,
      }));
      return { to: '/agent-moves', message: 'done_rejected' };
    },
  });
}

/** The form carries a generated id, so submitting it twice requests once. */
function RequestCard({ session }: { readonly session: Session }) {
  return (
    <Card title={tx('agentMoveRequest')}>
      <p>{tx('agentMoveText')}</p>
      <Form session={session} to="/agent-moves/request" submit={tx('agentMoveRequest')}>
        <input type="hidden" name="id" value={`am_${randomBytes(12).toString('hex')}`} />
        <div className="columns">
          <Input name="account" label={tx('account')} maxLength={64} autoComplete="off" />
          <Input name="upline" label={tx('agentMoveTo')} hint={tx('agentMoveToHint')} required={false} maxLength={64} autoComplete="off" />
        </div>
        <Reason />
      </Form>
    </Card>
  );
}

function DemoteCard({ session }: { readonly session: Session }) {
  return (
    <Card title={tx('agentDemote')}>
      <p>{tx('agentDemoteText')}</p>
      <Form session={session} to="/agent-moves/demote" submit={tx('agentDemote')}>
        <input type="hidden" name="id" value={`am_${randomBytes(12).toString('hex')}`} />
        <Input name="account" label={tx('account')} maxLength={64} autoComplete="off" />
        <Reason />
      </Form>
    </Card>
  );
}

interface TableProps {
  readonly session: Session;
  readonly rows: readonly Move[];
  /** Accounts by member id. */
  readonly names: ReadonlyMap<string, string>;
}

function MoveTable({ session, rows, names }: TableProps) {
  const link = (id: string | null) => (id === null ? tx('none') : <MemberLink key={id} id={id} name={names.get(id)} />);
  return (
    <Table
      caption={tx('agentMoves')}
      heads={[tx('time'), tx('member'), tx('agentMoveFrom'), tx('agentMoveTo'), tx('reason'), tx('state'), tx('change')]}
      rows={rows.map((row) => ({
        key: row.id,
        cells: [
          <Time key="at" at={row.createdAt} />,
          link(row.memberId),
          link(row.fromId),
          row.kind === 'demote' ? tx('agentMove_demote') : link(row.toId),
          <span key="reason" dir="auto">
            {row.reason}
          </span>,
          <Badge key="state" {...(row.status !== 'done' && { tone: row.status === 'waiting' ? 'warn' : 'neg' })}>
            {tx(`agentMove_${row.status}`)}
          </Badge>,
          row.status === 'waiting' ? (
            <Decide key="decide" session={session} id={row.id} approve="/agent-moves/approve" reject="/agent-moves/reject" />
          ) : (
            ''
          ),
        ],
      }))}
      empty={tx('nothing')}
    />
  );
}
