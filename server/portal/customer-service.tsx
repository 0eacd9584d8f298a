import { randomBytes } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { compactDecrypt, exportJWK, generateKeyPair } from 'jose';
import { renderToStaticMarkup } from 'react-dom/server';
import { feedbackSend, routerInfo } from '../../shared/api/system-calls.ts';
import { captchaImage } from '../../shared/api/verification-calls.ts';
import { LANGUAGES, type Language } from '../../shared/i18n/languages.ts';
import { Document } from '../../views/document.tsx';
import { ContactPage, type ContactPageProps } from '../../views/pages/contact.tsx';
import type { Upstream, Visitor } from './contracts.ts';
import { safePath } from './forms/safe-path.ts';
import type { Translator } from './pages/site.ts';
import type { Assets } from './render/assets.ts';

export const CUSTOMER_SERVICE_PATH = '/customerService';
/** Entries of this type hold a sealed path (specification, section 7). */
const SEALED_ENTRY = 3;
const KEY_BYTES = 24;

export interface CustomerServiceDeps {
  readonly upstream: Upstream;
  readonly translator: Translator;
  readonly assets: Assets;
  /** What the site offers; absent: all. */
  readonly languages?: () => readonly Language[];
}

/**
 * `GET /customerService`, open to everybody at any time: goes on to the place that the platform names, sealed to a key
 * that only this process holds, or shows a letter box of our own. In a pop-up window a failed call closes it.
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
    if (request.path !== CUSTOMER_SERVICE_PATH) return next();
    const isForm = response.locals.form !== undefined;
    if (!isForm && request.method !== 'GET' && request.method !== 'HEAD') return next();
    response.locals.route = 'customer service';
    answer(deps, key, open, request, response).catch(next);
  };
}

async function answer(
  deps: CustomerServiceDeps,
  key: string,
  open: (sealed: string) => Promise<string>,
  request: Request,
  response: Response,
): Promise<void> {
  const { visitor, form, log } = response.locals;
  const sent = form === undefined && request.query.sent === '1';
  response.set('Cache-Control', 'private, no-store');
  if (form === undefined && !sent) {
    const info = await deps.upstream.call(routerInfo, { query: { key } }, visitor);
    if (!info.success) return show(deps, response, { state: 'unreachable' });
    const entry = info.value.version.pathList.find(({ type }) => type === SEALED_ENTRY);
    const place = entry && placeOf(await open(entry.path).catch(() => ''));
    if (place) return response.redirect(303, place);
    if (entry) log.error('the customer service path could not be opened');
  }
  if (sent) return show(deps, response, { state: 'sent' });
  await showForm(deps, visitor, response);
}

/** A path of this site or an address under https. */
function placeOf(text: string): string | undefined {
  if (URL.canParse(text)) return new URL(text).protocol === 'https:' ? text : undefined;
  return safePath(text, '') || undefined;
}

/** Who is signed in need not show that they are no machine. */
async function showForm(deps: CustomerServiceDeps, visitor: Visitor, response: Response): Promise<void> {
  const { form } = response.locals;
  const key = randomBytes(KEY_BYTES).toString('base64url');
  const image = visitor.session ? undefined : await deps.upstream.call(captchaImage, { query: { key } }, visitor);
  if (image && !image.success) return show(deps, response, { state: 'unreachable' });
  show(deps, response, {
    state: 'form',
    signedIn: visitor.session !== null,
    captcha: image ? { key, image: image.value } : null,
    form: form?.call === feedbackSend.id ? form : null,
  });
}

function show(
  { translator, assets, languages = () => LANGUAGES }: CustomerServiceDeps,
  response: Response,
  state: ContactPageProps['content'],
): void {
  const { language, theme } = response.locals.visitor;
  const t = translator(language);
  const entry = 'views/pages/contact.tsx';
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
  response.type('html').send(`<!DOCTYPE html>${html}`);
}
