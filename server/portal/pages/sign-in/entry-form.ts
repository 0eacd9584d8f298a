import type { EntryTab, EntryView } from '../../../../client/islands/sign-in/props.ts';
import type { FormState } from '../../contracts.ts';

export interface EntryPlace {
  readonly open: EntryView;
  readonly tab: EntryTab | null;
}

/** Dialog and tab of a form, by its call. */
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
/** Value of the hidden field of a form that belongs to the page itself, which then shows the result. */
const IN_PAGE = 'page';

/** Dialog that shows a posted form; undefined for a form of the page itself. */
export function placeOf({ call, values }: FormState): EntryPlace | undefined {
  return values.view === IN_PAGE ? undefined : PLACES[call]?.(values);
}

function at(open: EntryView, tab: EntryTab | null = null): EntryPlace {
  return { open, tab };
}
