/** What an agent may open below: a member, or another agent. */
export const DOWNLINE_KINDS = ['member', 'agent'] as const;
export type DownlineKind = (typeof DOWNLINE_KINDS)[number];

/** Longest name of an invitation link, longest text of an application. */
export const LINK_NAME_MAX = 40;
export const APPLICATION_TEXT_MAX = 1_000;
/** Address of an invitation: `/i/<code>`. */
export const INVITATION_PATH = '/i';
