import express, { type Request, type Response, Router } from 'express';
import { escapeHtml } from '../../shared/escape-html.ts';
import { type Language, languageOf } from '../../shared/i18n/languages.ts';
import type { Translate } from '../../shared/i18n/translate.ts';
import { toScreen } from '../../shared/money/money.ts';
import { htmlDocument, PAGE_HEADERS, translatorFor } from './page.ts';
import { decidePayout, listPayouts, PAYOUT_CHOICES, type PayoutRow, payoutChoices } from './payout-store.ts';
import type { PaysimDatabase } from './store.ts';

/** Page on which an operator plays the provider that pays withdrawals. The admin port serves it. */
export const PAYSIM_DESK_PATH = '/paysim/desk';

export interface DeskDeps {
  readonly db: PaysimDatabase;
  readonly clock: { now(): Date };
  readonly siteName: () => Promise<string>;
  /** Sends the reports that the merchant has not acknowledged. */
  readonly deliver: () => Promise<void>;
}

const BODY_LIMIT = '4kb';

export function deskRoutes({ db, clock, siteName, deliver }: DeskDeps): Router {
  const router = Router();
  router.get(PAYSIM_DESK_PATH, async (request: Request, response: Response) => {
    response.set(PAGE_HEADERS).send(deskPage(languageOf(request.query.language), await listPayouts(db), await siteName()));
  });
  router.post(PAYSIM_DESK_PATH, express.urlencoded({ extended: false, limit: BODY_LIMIT }), async (request, response) => {
    const { payout, outcome } = (request.body ?? {}) as { readonly payout?: unknown; readonly outcome?: unknown };
    const choice = PAYOUT_CHOICES.find((one) => one === outcome);
    if (choice && typeof payout === 'string') await decidePayout(db, payout, choice, clock.now());
    await deliver();
    response.redirect(303, PAYSIM_DESK_PATH);
  });
  return router;
}

/** The payouts, the latest first, each with what the provider can do next. */
function deskPage(language: Language, payouts: readonly PayoutRow[], siteName: string): string {
  const t = translatorFor(language);
  const title = t('paysim.desk');
  const list =
    payouts.length === 0
      ? `<p class="state">${escapeHtml(t('paysim.deskNone'))}</p>`
      : payouts.map((row) => card(row, t, siteName)).join('');
  return htmlDocument(
    language,
    null,
    title,
    `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(t('paysim.simulated'))} ${escapeHtml(t('paysim.deskText'))}</p>${list}`,
  );
}

function card(row: PayoutRow, t: Translate, siteName: string): string {
  const amount = (units: string) => `<bdi>${escapeHtml(`${toScreen(BigInt(units), row.currency)} ${row.currency}`)}</bdi>`;
  const fact = (name: string, value: string) => `<div><dt>${escapeHtml(t(`paysim.${name}`))}</dt><dd>${value}</dd></div>`;
  const buttons = payoutChoices(row)
    .map(
      (choice) =>
        `<button name="outcome" value="${choice}"${choice === 'paid' ? ' class="pay"' : ''}>${escapeHtml(t(`paysim.payout_${choice}`))}</button>`,
    )
    .join('');
  const form = `<form method="post"><input type="hidden" name="payout" value="${escapeHtml(row.payout_id)}">${buttons}</form>`;
  const waiting = row.pending === null ? '' : `<p>${escapeHtml(t('paysim.notifying', { site: siteName }))}</p>`;
  return `<section id="${escapeHtml(row.payout_id)}"><div class="sum">${amount(row.amount)}</div><dl>${fact('payee', `<bdi>${escapeHtml(row.payee)}</bdi>`)}${fact(
    'payoutId',
    `<bdi>${escapeHtml(row.payout_id)}</bdi>`,
  )}${row.paid === '0' ? '' : fact('paidOut', amount(row.paid))}${row.returned === '0' ? '' : fact('cameBack', amount(row.returned))}</dl><p class="state">${escapeHtml(
    t(`paysim.payoutState_${row.state}`),
  )}</p>${waiting}${buttons === '' ? '' : form}</section>`;
}
