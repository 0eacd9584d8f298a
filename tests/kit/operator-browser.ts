import { Secret, TOTP } from 'otpauth';
import type { DocumentedMerchant } from './documented-merchant.ts';

export interface OperatorPage {
  readonly status: number;
  readonly html: string;
  /** Names of the cookies that the browser holds after it. */
  readonly cookies: readonly string[];
}

/** A browser without script of an operator: a GET, or a POST with the fields of a form. Its cookies ignore ports, like those of browsers. */
export function operatorBrowser(): (address: string, form?: Readonly<Record<string, string>>) => Promise<OperatorPage> {
  const cookies = new Map<string, string>();
  return async (address, form) => {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const body = form && new URLSearchParams(form);
    const answer = await fetch(address, { method: form ? 'POST' : 'GET', headers: { cookie }, redirect: 'manual', ...(body && { body }) });
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s);
      if (/Max-Age=0/i.test(line) || value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return { status: answer.status, html: await answer.text(), cookies: [...cookies.keys()] };
  };
}

/** The key that every form of a page carries. */
export function formKeyIn(html: string): string {
  return /name="formKey" value="([^"]+)"/.exec(html)?.[1] ?? '';
}

/** Signs in for the first time and returns the browser. */
export async function enterConsole({ service, operator }: DocumentedMerchant, chosen: string): Promise<ReturnType<typeof operatorBrowser>> {
  const browse = operatorBrowser();
  const at = (path: string) => `${service.adminUrl}/console${path}`;
  await browse(at('/sign-in'), { ...operator });
  const change = await browse(at('/sign-in'));
  await browse(at('/password'), { formKey: formKeyIn(change.html), password: chosen });
  const { html } = await browse(at('/sign-in'));
  const secret = /<code>([A-Z2-7]+)<\/code>/.exec(html)?.[1] ?? '';
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  await browse(at('/code'), { formKey: formKeyIn(html), code });
  return browse;
}
