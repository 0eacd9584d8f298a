/** Addresses of these pages may contain account tokens. */
const EXCLUDED_PATHS = /^\/(?:login|register)/;
const COOKIE = /^(_ga|_gid|_gat|_gcl)/;

interface MeasuredWindow {
  dataLayer?: unknown[];
}

/** Loads the measurement after consent. It receives the path of a page, never its query. */
export function startMeasuring(gtagId: string): void {
  const page = window as unknown as MeasuredWindow;
  if (page.dataLayer || EXCLUDED_PATHS.test(location.pathname)) return;
  const layer: unknown[] = [];
  page.dataLayer = layer;
  // gtag reads `arguments` objects, not arrays.
  function gtag(..._: unknown[]): void {
    // biome-ignore lint/complexity/noArguments: see above
    layer.push(arguments);
  }
  gtag('js', new Date());
  gtag('config', gtagId, {
    page_location: location.origin + location.pathname,
    page_referrer: '',
    allow_google_signals: false,
    allow_ad_personalization_signals: false,
  });
  const script = document.createElement('script');
  script.async = true;
  script.src = `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(gtagId)}`;
  document.head.append(script);
}

/** After a withdrawn consent: deletes its cookies and reloads the page without it. */
export function stopMeasuring(): void {
  if (!(window as unknown as MeasuredWindow).dataLayer) return;
  const domains = ['', ...location.hostname.split('.').map((_, index, parts) => `; Domain=${parts.slice(index).join('.')}`)];
  for (const pair of document.cookie.split('; ')) {
    const name = pair.split('=')[0] ?? '';
    // biome-ignore lint/suspicious/noDocumentCookie: the cookies were set by script, for an unknown domain
    if (COOKIE.test(name)) for (const domain of domains) document.cookie = `${name}=; Path=/; Max-Age=0${domain}`;
  }
  location.reload();
}
