import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { compactDecrypt, exportJWK, generateKeyPair } from 'jose';
import { renderToStaticMarkup } from 'react-dom/server';
import { PATHS } from '../../../../client/page/paths.ts';
import { routerInfo, systemStatus, systemWhitelabel } from '../../../../shared/api/system/contract.ts';
import { LANGUAGES, type Language } from '../../../../shared/i18n/languages.ts';
import { Document } from '../../../../views/document.tsx';
import { ContactPage, type ContactPageProps } from '../../../../views/pages/customer-service/contact.tsx';
import type { Upstream, Visitor } from '../../contracts.ts';
import { safePath } from '../../forms/safe-path.ts';
import type { Assets } from '../../render/assets.ts';
import { PAGE_VARY } from '../../render/send-page.ts';
import type { PagesDeps } from '../mount.ts';
import type { Translator } from '../site.ts';
import { guestCaptcha, sentNumber, ticketForm } from './tickets.ts';

/** Entries of this type contain a sealed path. */
const SEALED_ENTRY = 3;

export interface CustomerServiceDeps {
  readonly upstream: Upstream;
  readonly translator: Translator;
  readonly assets: Assets;
  /** Offered languages; absent: all. */
  readonly languages?: () => readonly Language[];
  /** Counts the rendering of the page; the page of a form is already counted. */
  readonly count: PagesDeps['countBuild'];
}

/**
 * `GET /customerService`, always open to everyone. Redirects to the address that the platform names, sealed to a key that only this process
 * holds; otherwise the page of the site handles the request. A visitor to whom the site is closed gets a standalone form. In a pop-up
 * window a failed call closes the window.
 */
export async function customerService(deps: CustomerServiceDeps): Promise<RequestHandler> {
  const { publicKey, privateKey } = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true });
  const key = Buffer.from(JSON.stringify(await exportJWK(publicKey))).toString('base64url');
  const open = async (sealed: string) =>
    new TextDecoder().decode(
      (
        await compactDecrypt(sealed, privateKey, {
          keyManagementAlgorithms: ['ECDH-ES'],
          contentEncryptionAlgorithms: ['A256GCM'],
        })
      ).plaintext,
    );

  return (request, response, next) => {
    if (request.path !== PATHS.customerService) return next();
    const isForm = response.locals.form !== undefined;
    if (!isForm && request.method !== 'GET' && request.method !== 'HEAD') return next();
    response.locals.route = 'customer service';
    const show = () => void answer(deps, key, open, request, response, next).catch(next);
    if (isForm) show();
    else deps.count(request, response, show);
  };
}

async function answer(
  deps: CustomerServiceDeps,
  key: string,
  open: (sealed: string) => Promise<string>,
  request: Request,
  response: Response,
  next: NextFunction,
): Promise<void> {
  const { visitor, form, log, siteClosed } = response.locals;
  const query = new URL(request.url, 'http://page').searchParams;
  const sent = sentNumber(query, form);
  response.set('Cache-Control', 'private, no-store');
  if (form === undefined && sent === null) {
    const info = await deps.upstream.call(routerInfo, { query: { key } }, visitor);
    if (!info.success && info.code !== 'not_offered') return show(deps, response, { state: 'unreachable' });
    const entry = info.success ? info.value.version.pathList.find(({ type }) => type === SEALED_ENTRY) : undefined;
    const target = entry ? redirectTarget(await open(entry.path).catch(() => '')) : await statusAddress(deps, info.success, visitor);
    if (target) return response.redirect(303, target);
    if (entry) log.error('customer service path cannot be decrypted');
  }
  if (siteClosed !== true) return next();
  if (sent !== null) return show(deps, response, { state: 'sent', number: sent });
  await showForm(deps, visitor, response);
}

/** Address in the status of the site, from a platform without the call of the customer service. */
async function statusAddress({ upstream }: CustomerServiceDeps, hasCall: boolean, visitor: Visitor): Promise<string | undefined> {
  if (hasCall) return undefined;
  const status = await upstream.call(systemStatus, {}, { ...visitor, session: null });
  return redirectTarget((status.success ? status.value.info.customerService : null) ?? '');
}

/** A path of this site or an https address. */
function redirectTarget(text: string): string | undefined {
  if (URL.canParse(text)) return new URL(text).protocol === 'https:' ? text : undefined;
  return safePath(text, '') || undefined;
}

async function showForm(deps: CustomerServiceDeps, visitor: Visitor, response: Response): Promise<void> {
  const site = await deps.upstream.call(systemWhitelabel, {}, { ...visitor, session: null });
  const form = ticketForm(site.success ? site.value.features : {}, response.locals.form, PATHS.customerService);
  // Members need no captcha.
  const captcha = visitor.session ? null : await guestCaptcha(deps.upstream, visitor).catch(() => 'unreachable' as const);
  if (captcha === 'unreachable') return show(deps, response, { state: 'unreachable' });
  show(deps, response, { state: 'form', form: { ...form, guest: captcha && { captcha } } });
}

function show(
  { translator, assets, languages = () => LANGUAGES }: CustomerServiceDeps,
  response: Response,
  state: ContactPageProps['content'],
): void {
  const { language, theme } = response.locals.visitor;
  const t = translator(language);
  const entry = 'views/pages/customer-service/contact.tsx';
  const html = renderToStaticMarkup(
    <Document
      language={language}
      theme={theme}
      title={t('contact.title')}
      description={t('contact.text')}
      styles={assets.styles([entry])}
      script={assets.script('client/plain-page.ts')}
      noIndex
    >
      <ContactPage t={t} language={language} languages={languages()} content={state} />
    </Document>,
  );
  if (response.statusCode === 200 && state.state === 'unreachable') response.status(502);
  response.set({ 'Content-Language': language.tag, Vary: PAGE_VARY });
  response.type('html').send(`<!DOCTYPE html>${html}`);
}
