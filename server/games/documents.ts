import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { DEFAULT_LANGUAGE } from '../../shared/constants.ts';
import { escapeHtml } from '../../shared/escape-html.ts';
import type { StudioGame } from '../../shared/games/catalogue.ts';
import type {
  EventVerifyPageContext,
  GamePageContext,
  HandVerifyPageContext,
  VerifyPageContext,
  WayBack,
} from '../../shared/games/page-context.ts';
import { STUDIO_PLAY_PATH, STUDIO_VERIFY_PATH } from '../../shared/games/protocol.ts';
import { displayedReturn } from '../../shared/games/rules.ts';
import { EARLIER_RULES } from '../../shared/games/slot/earlier.ts';
import { type Language, languageOf } from '../../shared/i18n/languages.ts';
import { TEXTS } from '../../shared/i18n/locales.ts';
import type { Texts } from '../../shared/i18n/translate.ts';
import { PERMISSIONS_POLICY } from '../../shared/permissions-policy.ts';
import { MINUTE_MS } from '../../shared/time.ts';
import { limitRate } from '../kit/limit-rate.ts';
import { slotLook } from './art/slot/themes.ts';
import type { StudioAssets } from './assets.ts';
import { addressOf } from './client-address.ts';
import { findRevealed, type Revealed } from './events/evidence.ts';
import { newKey, plainPage, plainTexts } from './lottery/plain-page.ts';
import { presentRound } from './presenter.ts';
import { findPublicHand, type PublicHand } from './rooms/evidence.ts';
import { findRules, type PrintedRules } from './rules-store.ts';
import type { Seeds } from './seeds.ts';
import { findRound, type Round } from './store.ts';
import type { StudioDatabase } from './tables.ts';

export interface DocumentDeps {
  readonly db: StudioDatabase;
  readonly seeds: Seeds;
  readonly games: ReadonlyMap<string, StudioGame>;
  readonly assets: StudioAssets;
  /** Per client address. */
  readonly pagesPerMinute: number;
}

/**
 * Policy of the documents in the game frame. The frame is sandboxed without `allow-same-origin`; `'self'` still means the host
 * of the document, except in Safari, for which the portal adds that host (`proxy/studio.ts`).
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "media-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');
/**
 * Games and proofs keep an opaque origin when they are opened outside the frame, so that their scripts reach nothing of the
 * site's own origin. A proof can be saved as a file; a tab that a game has opened inherits the sandbox of the game.
 */
const FORM_POLICY = POLICY.replace("form-action 'none'", "form-action 'self'");
const PLAIN_POLICY = `${FORM_POLICY}; sandbox allow-forms`;
const GAME_SANDBOX = 'sandbox allow-scripts allow-forms allow-popups allow-modals allow-downloads';
const VERIFIER_POLICY = `${POLICY}; sandbox allow-scripts allow-forms allow-downloads`;

export function createDocuments({ db, seeds, games, assets, pagesPerMinute }: DocumentDeps): RequestHandler {
  const verifier = createVerifierPages({ db, games, assets });
  const router = Router();
  const counted = limitRate({ limit: pagesPerMinute, windowMs: MINUTE_MS, keyOf: addressOf, refuse: sendTooMany });
  router.use([STUDIO_PLAY_PATH, STUDIO_VERIFY_PATH], counted);
  router.get([STUDIO_PLAY_PATH, `${STUDIO_PLAY_PATH}/:gameId`], async (request, response) => {
    const { language, theme } = displayOf(request);
    const game = games.get(String(request.params.gameId ?? request.query.game ?? ''));
    if (!game) return await sendMissing(request, response);
    const { gameId, name, engine, variant, hue } = game;
    const context: GamePageContext = {
      gameId,
      name,
      engine,
      variant,
      hue,
      theme,
      ...(engine === 'slot' ? { look: slotLook(game) } : {}),
      rtp: displayedReturn(engine, variant),
      ...languageContext(language),
      ticket: typeof request.query.ticket === 'string' ? request.query.ticket.slice(0, 200) : '',
      texts: engine === 'lottery' ? lotteryTextsOf(language) : textsOf(language),
    };
    const html = page({
      language,
      theme,
      title: name,
      context,
      assets: assets.of(`client/games/${engine === 'table' ? variant : engine}-page.ts`),
      ...(engine === 'lottery' ? { noScript: orderFormOf(game, { language, theme }, context.ticket) } : {}),
    });
    await send(request, response, 200, html, `${engine === 'lottery' ? FORM_POLICY : POLICY}; ${GAME_SANDBOX}`);
  });
  router.get(`${STUDIO_VERIFY_PATH}/:roundId`, async (request, response) => {
    const display = proofDisplayOf(request);
    const revealed = await findRevealed(db, seeds, request.params.roundId);
    if (revealed) return await send(request, response, 200, verifier.eventPage(revealed, display));
    const hand = await findPublicHand(db, request.params.roundId);
    if (hand) return await send(request, response, 200, verifier.handPage(hand, display));
    const round = await findRound(db, request.params.roundId);
    const ended = round?.state === 'settled' || round?.state === 'refunded' ? round : undefined;
    await send(request, response, ended ? 200 : 404, await verifier.roundPage(ended, display));
  });

  return router;
}

/** The pages that recompute an outcome in the browser. */
function createVerifierPages({ db, games, assets }: Pick<DocumentDeps, 'db' | 'games' | 'assets'>) {
  /** Without a round, the page shows that the proof was not found. */
  async function roundPage(round: Round | undefined, display: ProofDisplay): Promise<string> {
    const context = await roundContext(round, display);
    const title = context.texts['studio.verify_title'] ?? '';
    return page({ ...display, title, context, assets: assets.of('client/games/verify-page.ts') });
  }

  async function roundContext(round: Round | undefined, display: ProofDisplay): Promise<VerifyPageContext> {
    const { language, theme } = display;
    const back = wayBack(display, round && games.get(round.game_id));
    const common = { ...languageContext(language), theme, texts: textsOf(language), back };
    if (!round) return { ...common, gameName: '', variant: null, rules: null, currency: '', round: null };
    const game = games.get(round.game_id);
    const rules = await rulesOf(round, game);
    return {
      ...common,
      gameName: game?.name ?? '',
      variant: rules.variant ?? null,
      rules: rules.printed ?? null,
      currency: round.currency,
      round: presentRound(round),
    };
  }

  /** Rules under which the round was played; rounds older than the stored rules use the name of their model. */
  async function rulesOf({ rules_hash }: Round, game: StudioGame | undefined): Promise<Partial<PrintedRules>> {
    const rules = await findRules(db, rules_hash);
    if (rules) return rules;
    const variant = EARLIER_RULES[rules_hash] ?? game?.variant;
    return variant ? { variant } : {};
  }

  function eventPage({ gameId, currency, state, evidence }: Revealed, display: ProofDisplay): string {
    const { language, theme } = display;
    const context: EventVerifyPageContext = {
      ...languageContext(language),
      theme,
      gameName: games.get(gameId)?.name ?? '',
      currency: currency ?? '',
      state,
      evidence: evidence ?? null,
      texts: evidence?.kind === 'draw' ? lotteryTextsOf(language) : textsOf(language),
      back: wayBack(display, games.get(gameId)),
    };
    const title = context.texts['studio.event_verify_title'] ?? '';
    const isMixed = evidence?.kind === 'draw' && evidence.beacon;
    const entry = isMixed ? 'client/games/beacon-verify-page.ts' : 'client/games/event-verify-page.ts';
    return page({ language, theme, title, context, assets: assets.of(entry) });
  }
  function handPage({ gameId, currency, pending, evidence }: PublicHand, display: ProofDisplay): string {
    const { language, theme } = display;
    const context: HandVerifyPageContext = {
      ...languageContext(language),
      theme,
      pending,
      gameName: games.get(gameId)?.name ?? '',
      currency,
      evidence: evidence ?? null,
      texts: textsOf(language),
      back: wayBack(display, games.get(gameId)),
    };
    const title = context.texts['studio.room_verify_title'] ?? '';
    return page({ language, theme, title, context, assets: assets.of('client/games/hand-verify-page.ts') });
  }

  return { roundPage, eventPage, handPage };
}

/** A lottery can be played without script, with the ticket of the launch. */
function orderFormOf(game: StudioGame, { language, theme }: Display, ticket: string): string {
  const pass = ticket === '' ? undefined : { ticket };
  return plainPage({ game, t: plainTexts(language), language: language.code, theme, pass, key: newKey() });
}

/** How a page is displayed, from the query of its address. */
export interface Display {
  readonly language: Language;
  readonly theme: 'dark' | 'light';
}

/** How a proof is displayed, and the way back from it. */
interface ProofDisplay extends Display {
  /** Path of the page that linked to it; empty if that was no page of this site. */
  readonly cameFrom: string;
  readonly fromGame: boolean;
}

function proofDisplayOf(request: Request): ProofDisplay {
  return { ...displayOf(request), cameFrom: sitePageOf(request), fromGame: request.query.from === 'game' };
}

/** Only browsers send `Sec-Fetch-Site`, and pages cannot change it. */
function sitePageOf(request: Request): string {
  const referrer = request.get('referer') ?? '';
  if (request.get('sec-fetch-site') !== 'same-origin' || !URL.canParse(referrer)) return '';
  const { pathname, search } = new URL(referrer);
  const isPage = pathname.startsWith('/') && !pathname.startsWith('//') && !pathname.startsWith('/studio/');
  return isPage ? pathname + search : '';
}

/** A lottery's address as a game leads to its lobby. */
function wayBack({ cameFrom, fromGame }: ProofDisplay, game: StudioGame | undefined): WayBack {
  if (cameFrom !== '') return { path: cameFrom, name: '', closes: false };
  const path = game ? `/game?gameId=${encodeURIComponent(game.gameId)}` : '/index';
  return { path, name: fromGame ? '' : (game?.name ?? ''), closes: fromGame };
}

export function displayOf({ query }: Request): Display {
  return { language: languageOf(query.language), theme: query.theme === 'light' ? 'light' : 'dark' };
}

function languageContext(language: Language): { readonly language: string; readonly languageTag: string } {
  return { language: language.code, languageTag: language.tag };
}

function textsOf(language: Language): Texts {
  return pickTexts(language, TEXTS_BY_LANGUAGE, (key) => key.startsWith('studio.'));
}

/** Play types have the same names and descriptions on the pages of the portal. */
function lotteryTextsOf(language: Language): Texts {
  const wanted = /^(studio\.|lottery\.(type|how|about|opt|family|prize)_)/;
  return pickTexts(language, LOTTERY_TEXTS_BY_LANGUAGE, (key) => wanted.test(key));
}

function pickTexts(language: Language, picked: Map<string, Texts>, isWanted: (key: string) => boolean): Texts {
  const known = picked.get(language.code);
  if (known) return known;
  const all = Object.entries({ ...TEXTS[DEFAULT_LANGUAGE], ...TEXTS[language.code] });
  const texts = Object.fromEntries(all.filter(([key]) => isWanted(key)));
  picked.set(language.code, texts);
  return texts;
}
const LOTTERY_TEXTS_BY_LANGUAGE = new Map<string, Texts>();
const TEXTS_BY_LANGUAGE = new Map<string, Texts>();

const ICON = '<link rel="icon" href="/favicon.svg" type="image/svg+xml">';

interface Page {
  readonly language: Language;
  readonly theme: string;
  readonly title: string;
  readonly context: GamePageContext | VerifyPageContext | EventVerifyPageContext | HandVerifyPageContext;
  readonly assets: ReturnType<StudioAssets['of']>;
  /** HTML that a browser without script shows. Default: that a script is needed. */
  readonly noScript?: string;
}

function page({ language, theme, title, context, assets, noScript }: Page): string {
  // Not `noscript`: a browser that has turned scripts off for a frame may still show its content as text.
  const plain = noScript
    ? `<div class="without-script">${noScript}</div>`
    : `<noscript><p>${escapeHtml(context.texts['studio.needs_script'] ?? '')}</p></noscript>`;
  return shell(
    language,
    theme,
    title,
    stylesheets(assets),
    [
      `<div id="game" data-context="${escapeHtml(JSON.stringify(context))}"></div>`,
      plain,
      ...assets.scripts.map((src) => `<script type="module" crossorigin src="${escapeHtml(src)}"></script>`),
    ].join(''),
  );
}

function stylesheets({ styles }: Page['assets']): string {
  return [ICON, ...styles.map((href) => `<link rel="stylesheet" crossorigin href="${escapeHtml(href)}">`)].join('');
}

/** Answers an address of no game, proof or call. */
export async function sendMissing(request: Request, response: Response): Promise<void> {
  await send(request, response, 404, textPage(languageOf(request.query.language), 'studio.error_game_not_found'), `${POLICY}; sandbox`);
}

/** Answers the order form of a lottery: a page without script, in the style of the game. */
export async function sendPlain(
  request: Request,
  response: Response,
  {
    assets,
    title,
    html,
    status,
  }: { readonly assets: StudioAssets; readonly title: string; readonly html: string; readonly status: number },
): Promise<void> {
  const { language, theme } = displayOf(request);
  const styles = stylesheets(assets.of('client/games/lottery-page.ts'));
  await send(request, response, status, shell(language, theme, title, styles, html), PLAIN_POLICY);
}

export function sendTooMany(request: Request, response: Response, seconds: number): void {
  response.set('Retry-After', String(seconds));
  const html = textPage(languageOf(request.query.language), 'studio.error_too_many_requests');
  // Not compressed: a flood must cost as little as possible.
  setHeaders(response, 429, `${POLICY}; sandbox`).send(html);
}

function textPage(language: Language, key: string): string {
  const text = textsOf(language)[key] ?? '';
  return shell(language, 'dark', text, '', `<p>${escapeHtml(text)}</p>`);
}

function shell(language: Language, theme: string, title: string, head: string, body: string): string {
  return [
    `<!doctype html><html lang="${language.tag}" dir="${language.dir}" data-theme="${theme}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover"><meta name="robots" content="noindex">',
    `<title>${escapeHtml(title)}</title>${head}</head><body>${body}</body></html>`,
  ].join('');
}

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
/** Texts and pay tables are most of a document: compression takes it from 78 KB to 15 KB. */
const CODINGS = {
  br: (html: string) => brotli(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (html: string) => gzipped(html),
};

async function send(request: Request, response: Response, status: number, html: string, policy = VERIFIER_POLICY): Promise<void> {
  // Checked one by one: if both are accepted, browsers list gzip first, which is larger.
  const coding = (['br', 'gzip'] as const).find((one) => request.acceptsEncodings(one) === one);
  setHeaders(response, status, policy);
  if (!coding) return void response.send(html);
  response.set('Content-Encoding', coding).send(await CODINGS[coding](html));
}

function setHeaders(response: Response, status: number, policy: string): Response {
  return response.status(status).set({
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy,
    'Cache-Control': 'no-store',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'Permissions-Policy': PERMISSIONS_POLICY,
    Vary: 'Accept-Encoding',
  });
}
