import type { EntryTab, EntryView } from '../../../client/lib/auth/props.ts';
import type { FormState } from '../contracts.ts';

export interface EntryPlace {
  readonly open: EntryView;
  readonly tab: EntryTab | null;
}

/** Dialog and tab that a form belongs to, by its call. */
const PLACES: Readonly<Record<string, (values: FormState['values']) => EntryPlace>> = {
  'session.login': ({ type }) => at('login', type === 'sms' || type === 'code' ? type : null),
  'session.loginCode': () => at('login', 'code'),
  'session.freePlay': () => at('login'),
  'verification.smsNoLogin': ({ purpose }) => (purpose === 'reset' ? at('forgot', 'phone') : at('login', 'sms')),
  'verification.smsRegister': ({ username }) => at('register', username === undefined ? 'mobile' : null),
  'member.register': () => at('register'),
  'member.registerMobile': () => at('register', 'mobile'),
  'member.passwordEmail': () => at('forgot', 'email'),
  'member.passwordVerification': () => at('forgot', 'phone'),
  'member.passwordReset': () => at('reset'),
  'session.stepSend': () => at('step'),
  'session.stepVerify': () => at('step'),
  'session.oauthRegister': () => at('social'),
  'session.confirm': () => at('confirm'),
  'member.password': () => at('change-password'),
};
/** A page with a form of its own for one of these calls says so in a hidden field, and shows what came back itself. */
const IN_PAGE = 'page';

/** Where a form that came back is shown; undefined for one that stands in a page. */
export function placeOf({ call, values }: FormState): EntryPlace | undefined {
  return values.view === IN_PAGE ? undefined : PLACES[call]?.(values);
}

function at(open: EntryView, tab: EntryTab | null = null): EntryPlace {
  return { open, tab };
}
