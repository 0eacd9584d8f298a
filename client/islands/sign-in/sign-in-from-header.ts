import { sessionLogin } from '../../../shared/api/sign-in/calls.ts';
import { translator } from '../../../shared/i18n/translate.ts';
import { call, problemText } from '../../page/call.ts';
import { openModal } from '../../runtime/modals.ts';
import { loadTexts, textsOf } from '../modals/texts.ts';
import { finishSignIn } from './finish-sign-in.ts';
import { readRememberedLogin } from './remembered-login.ts';

/** Signs in with the form of the header. A refusal opens the dialog with it. Returns true if the page is left. */
export async function signInFromHeader(data: FormData): Promise<boolean> {
  const username = String(data.get('username') ?? '').trim();
  const password = String(data.get('password') ?? '').trim();
  const values = { username, password };
  if (!username || !password) return openLogin({ values, message: '', errors: {}, code: '' });
  // The header has no checkbox: a browser that remembers this user continues to.
  const remember = readRememberedLogin().account === username;
  const { lang } = document.documentElement;
  const [answer] = await Promise.all([call(sessionLogin, { body: { username, password, remember } }), loadTexts(lang)]);
  const t = translator(textsOf(lang), lang);
  if (answer.success) return finishSignIn(t, answer.value, null);
  // The dialog solves the challenge; the visitor only confirms.
  const message = answer.code === 'challenge_required' ? '' : problemText(t, answer);
  return openLogin({ values, message, errors: {}, code: answer.code });
}

function openLogin(form: { values: Record<string, string>; message: string; errors: Record<string, string>; code: string }): false {
  openModal({ name: 'login', form: { call: 'session.login', ...form } });
  return false;
}
