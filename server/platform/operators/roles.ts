import { ROLES, type Role } from './tables.ts';

export { ROLES, type Role };

/** All actions of the console. Every page and form names one of them. */
export const ACTIONS = [
  'overview',
  'account',
  'deposits.read',
  'deposits.review',
  'withdrawals.read',
  'withdrawals.review',
  'withdrawals.pay',
  'members.read',
  'members.lock',
  'members.password',
  'members.limit',
  'members.adjust',
  'members.add',
  'agents.move',
  'reviews.read',
  'reviews.decide',
  'feedback.answer',
  'chat.moderate',
  'content.edit',
  'site.switch',
  'site.regions',
  'games.switch',
  'draws.manage',
  'providers.manage',
  'log.read',
  'operators.manage',
  'outbox.read',
] as const;
export type Action = (typeof ACTIONS)[number];

/** Separation of duties (GLI-19 B.2.3): the role that pays does not set limits, the role that writes texts sees no money. */
const RIGHTS = {
  support: ['overview', 'account', 'members.read', 'members.lock', 'members.password', 'reviews.read', 'feedback.answer', 'chat.moderate'],
  cashier: [
    'overview',
    'account',
    'members.read',
    'members.adjust',
    'reviews.read',
    'deposits.read',
    'deposits.review',
    'withdrawals.read',
    'withdrawals.review',
    'withdrawals.pay',
  ],
  content: ['overview', 'account', 'content.edit', 'chat.moderate'],
  risk: [
    'overview',
    'account',
    'members.read',
    'members.lock',
    'members.limit',
    'agents.move',
    'reviews.read',
    'reviews.decide',
    'deposits.read',
    'withdrawals.read',
    'withdrawals.review',
    'games.switch',
    'draws.manage',
    'site.switch',
    'site.regions',
    'log.read',
  ],
  admin: ACTIONS,
} as const satisfies Readonly<Record<Role, readonly Action[]>>;

export function isActionAllowed(role: Role, action: Action): boolean {
  return (RIGHTS[role] as readonly Action[]).includes(action);
}

export function isRole(name: string): name is Role {
  return Object.hasOwn(RIGHTS, name);
}
