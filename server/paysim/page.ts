import { createHash } from 'node:crypto';
import type { HelmetOptions } from 'helmet';
import type { Theme } from '../../shared/constants.ts';
import { escapeHtml } from '../../shared/escape-html.ts';
import type { Language } from '../../shared/i18n/languages.ts';
import { TEXTS } from '../../shared/i18n/locales.ts';
import { type Translate, translator } from '../../shared/i18n/translate.ts';
import { wireToScreen } from '../../shared/money/money.ts';
import type { Order } from './order.ts';
import type { Choice, PaymentState } from './store.ts';

// The pages of the site use view transitions; a page of the same site without the rule would cancel the transition.
const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}*{box-sizing:border-box}
body{margin:0;min-block-size:100dvh;display:grid;place-items:center;padding:16px;background:light-dark(#eef1f4,#15181c);color:light-dark(#1b1f24,#eceff3)}
main{inline-size:min(100%,440px);padding:28px;border-radius:16px;background:light-dark(#fff,#1f242a);box-shadow:0 8px 32px #0002}
h1{margin:0 0 4px;font-size:20px;line-height:28px}p{margin:0 0 16px;color:light-dark(#4d5661,#aeb6c0)}
dl{margin:16px 0;display:grid;gap:8px}dl div{display:flex;flex-wrap:wrap;justify-content:space-between;gap:4px 16px}dt{color:light-dark(#4d5661,#aeb6c0)}dd{margin:0;font-weight:600;font-variant-numeric:tabular-nums}
.sum{font-size:32px;line-height:40px;font-weight:700;font-variant-numeric:tabular-nums}
form{display:grid;gap:10px}button,a.out{font:inherit;font-weight:600;min-block-size:48px;padding:10px 16px;border-radius:10px;border:1px solid light-dark(#707a85,#7f8994);background:none;color:inherit;cursor:pointer;text-align:center;text-decoration:none;display:block}
button.pay{background:#175cd3;border-color:#175cd3;color:#fff}button:hover,a.out:hover{filter:brightness(1.08);text-decoration:underline}:focus-visible{outline:3px solid light-dark(#175cd3,#84adff);outline-offset:2px}
section{border-block-start:1px solid light-dark(#d5dae0,#333a42);padding-block:20px}section form{margin-block-start:10px}section p{margin:0}section dd{overflow-wrap:anywhere}
.state{padding:12px 14px;border-radius:10px;background:light-dark(#eef1f4,#2a3038);font-weight:600;color:inherit}.out{margin-block-start:10px}
[data-theme=dark]{color-scheme:dark}[data-theme=light]{color-scheme:light}@property --left{syntax:'<integer>';initial-value:5;inherits:false}
@keyframes left{from{--left:5}to{--left:0}}.left::after{content:counter(left);counter-reset:left var(--left);animation:left 5s linear forwards;font-variant-numeric:tabular-nums}
.returns{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:4px 16px;margin:16px 0 0}.returns a{color:inherit}
small{display:block;margin-block-start:20px;color:light-dark(#4d5661,#aeb6c0)}`;

/** Must equal the duration of the countdown in `STYLE`. */
export const RETURN_SECONDS = 5;
const SECONDS_PLACE = '\u0000';

export const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex',
} as const;

/** No script, no external resources, no framing. The address holds a signed order, so no referrer is sent. */
export const SECURITY_HEADERS: HelmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      styleSrc: [`'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  referrerPolicy: { policy: 'no-referrer' },
  xFrameOptions: { action: 'deny' },
  // The portal sets it where TLS is used.
  strictTransportSecurity: false,
};

export interface PaymentPage {
  readonly language: Language;
  /** Theme of the site; null: the payer's own choice. */
  readonly theme: Theme | null;
  readonly order: Order;
  readonly state: PaymentState;
  /** Choices that are still open to the payer. */
  readonly choices: readonly Choice[];
  /** The merchant has acknowledged the state. */
  readonly delivered: boolean;
  readonly siteName: string;
  readonly backHref: string;
  /** Address at which the page does not return to the site after `RETURN_SECONDS`. Null: it does not return anyway. */
  readonly stayHref: string | null;
}

/** The page on which the payer of a deposit confirms or declines, as at a bank or a wallet. */
export function paymentPage({ language, theme, order, state, choices, delivered, siteName, backHref, stayHref }: PaymentPage): string {
  const t = translatorFor(language);
  const buttons = choices
    .map(
      (choice) =>
        `<button name="outcome" value="${choice}"${choice === 'paid' ? ' class="pay"' : ''}>${escapeHtml(t(`paysim.do_${choice}`))}</button>`,
    )
    .join('');
  const form = buttons && delivered ? `<form method="post">${buttons}</form>` : '';
  const waiting = delivered
    ? ''
    : `<p class="state" role="status">${escapeHtml(t('paysim.notifying', { site: siteName }))}</p><form method="post"><button name="outcome" value="notify">${escapeHtml(t('paysim.notifyAgain', { site: siteName }))}</button></form>`;
  const returning =
    stayHref === null
      ? ''
      : `<p class="returns"><span>${returningText(t, siteName)}</span> <a href="${escapeHtml(stayHref)}">${escapeHtml(t('paysim.stay'))}</a></p>`;
  return htmlDocument(
    language,
    theme,
    t(`paysim.title_${order.provider}`),
    `<h1>${escapeHtml(t(`paysim.title_${order.provider}`))}</h1><p>${escapeHtml(t('paysim.simulated'))}</p>
<div class="sum"><bdi>${escapeHtml(`${wireToScreen(order.amount, order.currency)} ${order.currency}`)}</bdi></div>
<dl><div><dt>${escapeHtml(t('paysim.reference'))}</dt><dd><bdi>${escapeHtml(order.reference)}</bdi></dd></div></dl>
${state === 'open' ? '' : `<p class="state" role="status">${escapeHtml(t(`paysim.state_${state}`))}</p>`}${waiting}${form}
<a class="out" href="${escapeHtml(backHref)}">${escapeHtml(t('paysim.back', { site: siteName }))}</a>${returning}`,
  );
}

/** Shown for an address without a valid signature (`broken`), and above the rate limit. */
export function messagePage(language: Language, message: 'broken' | 'tooMany'): string {
  const t = translatorFor(language);
  const title = t(`paysim.${message}`);
  return htmlDocument(language, null, title, `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(t(`paysim.${message}Text`))}</p>`);
}

/** CSS counts the seconds down, because the page has no script. */
function returningText(t: Translate, site: string): string {
  const [before = '', after = ''] = t('paysim.returning', { site, seconds: SECONDS_PLACE }).split(SECONDS_PLACE);
  return `${escapeHtml(before)}<span class="left"></span>${escapeHtml(after)}`;
}

export function translatorFor(language: Language): Translate {
  return translator({ ...TEXTS.EN, ...TEXTS[language.code] }, language.tag);
}

export function htmlDocument({ tag, dir }: Language, theme: Theme | null, title: string, main: string): string {
  return `<!doctype html><html lang="${tag}" dir="${dir}"${theme ? ` data-theme="${theme}"` : ''}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main>${main}</main></body></html>`;
}
