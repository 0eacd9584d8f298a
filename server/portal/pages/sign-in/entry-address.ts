import { ENTRY_VIEWS, type EntryTab, type EntryView, type ModalHostProps } from '../../../../client/islands/sign-in/props.ts';
import { onwardPath } from '../../forms/next-step.ts';
import type { Query } from '../page-view.ts';

/** State of an entry page by its address (`/login?view=forgot&tab=phone`, `/register?tab=mobile`). */
export type EntryAddress = Pick<
  ModalHostProps,
  'tab' | 'next' | 'done' | 'referralCode' | 'recommenderId' | 'affiliateCode' | 'resetTicket'
> & {
  readonly open: EntryView;
};

/** Tabs of a view; the default tab is first. */
const TABS: Readonly<Partial<Record<EntryView, readonly EntryTab[]>>> = {
  login: ['username', 'sms', 'code'],
  register: ['username', 'mobile'],
  forgot: ['email', 'phone'],
};
/** Views that depend on the visitor or must not be cached: the ticket of a reset gives access to an account. */
const PERSONAL_VIEWS: readonly EntryView[] = ['step', 'social', 'confirm', 'change-password', 'reset'];
/** Parameters with an unbounded set of values: a page with one of them is not cached. */
export const UNBOUNDED_PARAMETERS = ['next', 'referralCode', 'recommenderId', 'affiliateCode', 'ticket'];
const CODE = /^[A-Za-z0-9_-]{1,64}$/;
const TICKET = /^[\w.-]{16,128}$/;

/** Reads the address; unknown values count as missing. */
export function readEntry(path: string, query: Query): EntryAddress {
  const open = viewOf(path, query);
  const read = (name: string, pattern: RegExp) => pattern.exec(query.get(name) ?? '')?.[0] ?? '';
  return {
    open,
    tab: TABS[open]?.find((tab) => tab === query.get('tab')) ?? null,
    next: onwardPath(query.get('next') ?? undefined) ?? null,
    done: query.get('done') === 'reset' ? 'reset' : query.get('sent') === '1' ? 'sent' : null,
    referralCode: read('referralCode', CODE),
    recommenderId: read('recommenderId', CODE),
    affiliateCode: read('affiliateCode', CODE),
    resetTicket: open === 'reset' ? read('ticket', TICKET) : '',
  };
}

export function isPersonal({ open }: EntryAddress): boolean {
  return PERSONAL_VIEWS.includes(open);
}

/** The parameters that have an effect, in one order, so that a page has one address. */
export function entryQuery(path: string, query: Query): URLSearchParams {
  const { open, tab, next, done, referralCode, recommenderId, affiliateCode, resetTicket } = readEntry(path, query);
  const given: readonly (readonly [string, string | null])[] = [
    ['view', open === 'login' || open === 'register' ? null : open],
    ['tab', tab],
    ['done', done === 'reset' ? done : null],
    ['sent', done === 'sent' ? '1' : null],
    ['next', next],
    ['referralCode', referralCode],
    ['recommenderId', recommenderId],
    ['affiliateCode', affiliateCode],
    ['ticket', resetTicket],
  ];
  return new URLSearchParams(given.flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : [])));
}

function viewOf(path: string, query: Query): EntryView {
  if (path.startsWith('/register')) return 'register';
  return ENTRY_VIEWS.find((view) => view === query.get('view') && view !== 'register') ?? 'login';
}
