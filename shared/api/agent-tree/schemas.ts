import * as v from 'valibot';
import { challengeProof, instant, nothing, secretText, text } from '../fields.ts';
import { APPLICATION_TEXT_MAX, DOWNLINE_KINDS, LINK_NAME_MAX } from './constants.ts';

const kind = v.picklist(DOWNLINE_KINDS);
/** A percentage as typed; the platform refuses what is no rate with the field. */
const rateInput = v.optional(text(8), '0');
const linkCode = v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{4,16}$/));

const linkValue = v.object({
  code: v.string(),
  /** Empty: made by an operator. */
  name: v.string(),
  kind,
  /** Percentage of the accounts that the link opens, at most the agent's present one. */
  rebate: v.string(),
  active: v.boolean(),
  /** Host to which an operator has limited the link; null: all. */
  domain: v.nullable(v.string()),
  visits: v.number(),
  registrations: v.number(),
  createdAt: instant,
});
export type InvitationLink = v.InferOutput<typeof linkValue>;

export const agentDesk = {
  query: nothing,
  body: nothing,
  value: v.object({
    /** Own percentage: the most that accounts below may get. */
    rebate: v.string(),
    /** Level of the agent; 1 has no upline. */
    level: v.number(),
    mayRegister: v.boolean(),
    /** False also on the last level of agents. */
    mayAddAgents: v.boolean(),
    links: v.array(linkValue),
    linksLeft: v.number(),
    /** Accounts below by level, the nearest first, to the depth that the merchant shows. */
    levels: v.array(v.object({ level: v.number(), accounts: v.number() })),
    /** The newest accounts directly below. */
    newest: v.array(v.object({ account: v.string(), kind, rebate: v.string(), createdAt: instant })),
  }),
};
export type AgentDesk = v.InferOutput<typeof agentDesk.value>;

export const downlineRegister = {
  query: nothing,
  body: v.strictObject({ account: text(64), password: secretText, kind, rebate: rateInput }),
  value: v.object({ account: v.string(), kind, rebate: v.string() }),
};

export const linkCreate = {
  query: nothing,
  body: v.strictObject({ name: text(LINK_NAME_MAX), kind, rebate: rateInput }),
  value: linkValue,
};

export const linkSwitch = {
  query: nothing,
  body: v.strictObject({ code: linkCode, active: v.boolean() }),
  value: linkValue,
};

export const linkVisit = {
  query: nothing,
  body: v.strictObject({ code: linkCode }),
  value: v.object({}),
};

export const agentApply = {
  query: nothing,
  body: v.strictObject({
    /** User name that the applicant wants; a signed-in member applies with the own account. */
    account: v.optional(text(64)),
    email: v.optional(text(254)),
    content: v.pipe(text(APPLICATION_TEXT_MAX), v.trim()),
    ...challengeProof,
  }),
  value: v.object({}),
};
