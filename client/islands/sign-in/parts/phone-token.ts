import { phoneServiceCall } from '../../../../shared/api/verification/calls.ts';
import { MINUTE_MS } from '../../../../shared/time.ts';
import { call } from '../../../page/call.ts';

/** Invisible widget of the phone service: Firebase sends nothing without its token. */
const SCRIPT = 'https://www.google.com/recaptcha/api.js?render=explicit';
const DEADLINE_MS = MINUTE_MS;

interface RecaptchaApi {
  ready(then: () => void): void;
  render(place: HTMLElement, options: Readonly<Record<string, unknown>>): number;
  execute(widget: number): void;
}

/**
 * Token for the third-party phone service; empty if the merchant has no such service. Also empty if the widget fails to
 * load: the service then refuses, and its reason is shown.
 */
export async function phoneProof(): Promise<{ readonly phoneToken?: string }> {
  const answer = await call(phoneServiceCall);
  if (!answer.success || answer.value.siteKey === null) return {};
  const place = document.body.appendChild(document.createElement('div'));
  try {
    return { phoneToken: await runWidget(answer.value.siteKey, place) };
  } catch {
    return {};
  } finally {
    place.remove();
  }
}

async function runWidget(siteKey: string, place: HTMLElement): Promise<string> {
  const api = await loadApi();
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error('the widget returned no token'));
    setTimeout(fail, DEADLINE_MS);
    const options = { sitekey: siteKey, size: 'invisible', callback: resolve, 'error-callback': fail, 'expired-callback': fail };
    api.execute(api.render(place, options));
  });
}

function loadApi(): Promise<RecaptchaApi> {
  const loaded = () => (window as unknown as { readonly grecaptcha?: RecaptchaApi }).grecaptcha;
  return new Promise((resolve, reject) => {
    const settle = () => {
      const api = loaded();
      if (api) api.ready(() => resolve(api));
      else reject(new Error('script of the phone service failed to load'));
    };
    if (loaded()) return settle();
    const script = document.createElement('script');
    script.src = SCRIPT;
    script.onload = settle;
    script.onerror = settle;
    document.head.append(script);
  });
}
