/**
 * Widgets that a merchant may use instead of the proof of work. The integrator must add their hosts to the content
 * policy.
 */
const SCRIPTS = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
  hcaptcha: 'https://js.hcaptcha.com/1/api.js?render=explicit',
} as const;
export type HostedProvider = keyof typeof SCRIPTS;

interface WidgetApi {
  render(place: HTMLElement, options: Readonly<Record<string, unknown>>): string;
  remove(id: string): void;
}

/** Renders the widget and resolves to its token. Rejects if the script fails to load or the widget reports an error. */
export async function runWidget(
  provider: HostedProvider,
  siteKey: string,
  place: HTMLElement | null,
  signal: AbortSignal,
): Promise<string> {
  const api = await loadApi(provider, signal);
  if (!place) throw new Error('the form has no element for the widget');
  return new Promise((resolve, reject) => {
    const own = place.appendChild(document.createElement('div'));
    const fail = () => reject(new Error('the widget returned no token'));
    const id = api.render(own, {
      sitekey: siteKey,
      theme: document.documentElement.dataset.theme,
      callback: resolve,
      'error-callback': fail,
      'expired-callback': fail,
    });
    signal.addEventListener(
      'abort',
      () => {
        api.remove(id);
        own.remove();
        fail();
      },
      { once: true },
    );
  });
}

function loadApi(provider: HostedProvider, signal: AbortSignal): Promise<WidgetApi> {
  const ready = () => (window as unknown as Partial<Record<HostedProvider, WidgetApi>>)[provider];
  return new Promise((resolve, reject) => {
    const settle = () => {
      const api = ready();
      if (api) resolve(api);
      else reject(new Error(`script of ${provider} failed to load`));
    };
    if (ready()) return settle();
    const script = document.createElement('script');
    script.src = SCRIPTS[provider];
    script.onload = settle;
    script.onerror = settle;
    signal.addEventListener('abort', settle, { once: true });
    document.head.append(script);
  });
}
