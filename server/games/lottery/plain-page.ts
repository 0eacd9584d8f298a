import { randomBytes } from 'node:crypto';
import { DEFAULT_LANGUAGE } from '../../../shared/constants.ts';
import { escapeHtml } from '../../../shared/escape-html.ts';
import type { StudioGame } from '../../../shared/games/catalogue.ts';
import { prizeModeOf } from '../../../shared/games/lottery/draws.ts';
import { parseEntry } from '../../../shared/games/lottery/entry.ts';
import { inFamilies } from '../../../shared/games/lottery/families.ts';
import { playTypesOf } from '../../../shared/games/lottery/order.ts';
import type { LotteryTicket } from '../../../shared/games/lottery/protocol.ts';
import { hasRebate, REBATES, rebateText } from '../../../shared/games/lottery/rebate.ts';
import type { PlayType } from '../../../shared/games/lottery/rules.ts';
import { LOTTERY_UNITS, MAX_MULTIPLIER } from '../../../shared/games/lottery/stake.ts';
import { isAwaited, isReturned } from '../../../shared/games/lottery/ticket-state.ts';
import type { Language } from '../../../shared/i18n/languages.ts';
import { TEXTS } from '../../../shared/i18n/locales.ts';
import { type Translate, translator } from '../../../shared/i18n/translate.ts';
import { amountText } from '../../../shared/money/amount-text.ts';

/** Where the form of a page without script is sent. */
export const PLAIN_ORDER_PATH = '/studio/lottery/order';
/** Longest entry of the form: about 4,000 numbers of four digits. */
export const MAX_PLAIN_ENTRY = 20_000;

export interface PlainFields {
  readonly playType: string;
  readonly entry: string;
  readonly unit: string;
  readonly multiplier: string;
  /** In tenths of a percent. */
  readonly rebate: string;
}
/** What entitles the next order: the ticket of the launch, once, or the session that it was exchanged for. */
export type PlainPass = { readonly ticket: string } | { readonly token: string };
export interface PlainOutcome {
  readonly isGood: boolean;
  readonly title: string;
  readonly text: string;
}
export interface PlainView {
  readonly game: StudioGame;
  readonly t: Translate;
  /** Language code and theme of the page. */
  readonly language: string;
  readonly theme: string;
  readonly pass: PlainPass | undefined;
  /** Idempotency key of the next order. */
  readonly key: string;
  readonly fields?: PlainFields;
  readonly outcome?: PlainOutcome;
  /** The player's latest tickets. */
  readonly tickets?: readonly LotteryTicket[];
  readonly currency?: string;
}

const FIRST_FIELDS: PlainFields = { playType: '', entry: '', unit: '1', multiplier: '1', rebate: '0' };
const LISTED_FAULTS = 20;

/** The order form of a lottery as HTML, for pages without script: outcome of the last order, form, and tickets. */
export function plainPage(view: PlainView): string {
  const { game, t, outcome, pass } = view;
  return [
    '<main class="plain">',
    `<h1>${escapeHtml(game.name)}</h1>`,
    outcome ? outcomeBlock(outcome) : '',
    pass ? orderForm(view, pass) : `<p>${text(t, 'studio.plain_again')}</p>`,
    ticketList(view),
    '</main>',
  ].join('');
}

/** All texts: pages without script use those of the site's lottery pages too. */
export function plainTexts({ code, tag }: Language): Translate {
  return translator({ ...TEXTS[DEFAULT_LANGUAGE], ...TEXTS[code] }, tag);
}

/** A random idempotency key. */
export function newKey(): string {
  return randomBytes(16).toString('hex');
}

function outcomeBlock({ isGood, title, text: body }: PlainOutcome): string {
  return `<section class="plain-outcome ${isGood ? 'good' : 'bad'}" role="status"><h2>${escapeHtml(title)}</h2><p>${escapeHtml(body)}</p></section>`;
}

function orderForm(view: PlainView, pass: PlainPass): string {
  const { game, t, fields = FIRST_FIELDS } = view;
  const playTypes = playTypesOf(game);
  const wanted = playTypes.find(({ id }) => id === fields.playType);
  const faults = wanted && fields.entry !== '' ? faultList(view, parseEntry(wanted.rule, fields.entry).malformed) : '';
  const units = LOTTERY_UNITS.map(
    (unit) => `<label><input type="radio" name="unit" value="${unit}"${unit === fields.unit ? ' checked' : ''}> ${unit}</label>`,
  );
  return [
    formStart(view, pass),
    `<p>${text(t, 'studio.plain_text')}</p>`,
    `<label for="plain-type">${text(t, 'studio.lotto_types')}</label>`,
    `<select id="plain-type" name="playType">${typeOptions(view, fields.playType)}</select>`,
    wanted ? `<p>${howLine(t, wanted)}</p>` : '',
    `<label for="plain-entry">${text(t, 'studio.lotto_entry')}</label>`,
    `<textarea id="plain-entry" name="entry" rows="3" required maxlength="${MAX_PLAIN_ENTRY}" spellcheck="false" autocomplete="off"`,
    ` aria-describedby="plain-note">${escapeHtml(fields.entry)}</textarea>`,
    `<p id="plain-note">${text(t, 'lottery.entryNote')}</p>`,
    faults,
    `<fieldset><legend>${text(t, 'studio.lotto_unit')}</legend>${units.join('')}</fieldset>`,
    `<label for="plain-times">${text(t, 'studio.lotto_multiplier')}</label>`,
    `<input id="plain-times" name="multiplier" type="number" inputmode="numeric" min="1" max="${MAX_MULTIPLIER}" step="1" required`,
    ` value="${escapeHtml(fields.multiplier)}">`,
    rebateField(view, fields.rebate),
    `<button type="submit">${text(t, 'studio.lotto_place')}</button>`,
    '</form>',
  ].join('');
}

function formStart({ game, language, theme, key }: PlainView, pass: PlainPass): string {
  const hidden = Object.entries({ game: game.gameId, key, ...pass }).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  );
  const action = `${PLAIN_ORDER_PATH}?language=${encodeURIComponent(language)}&theme=${encodeURIComponent(theme)}`;
  return `<form class="plain-form" method="post" action="${escapeHtml(action)}">${hidden.join('')}`;
}

function typeOptions({ game, t }: PlainView, chosen: string): string {
  return inFamilies(playTypesOf(game))
    .map(({ family, playTypes }) => {
      const options = playTypes.map(({ id, name, example }) => {
        const label = t('studio.plain_type', { name: t(`lottery.${name.key}`, name.values), example });
        return `<option value="${id}"${id === chosen ? ' selected' : ''}>${escapeHtml(label)}</option>`;
      });
      return `<optgroup label="${text(t, `lottery.family_${family}`)}">${options.join('')}</optgroup>`;
    })
    .join('');
}

function howLine(t: Translate, { about, how }: PlayType): string {
  return [about, how].flatMap((one) => (one ? [text(t, `lottery.${one.key}`, one.values)] : [])).join(' ');
}

/** The choice between rebate and odds; empty where the game has none. */
function rebateField({ game, t }: PlainView, chosen: string): string {
  if (!hasRebate(prizeModeOf(game) ?? 'SEA')) return '';
  const options = REBATES.map((rebate) => {
    const label = text(t, 'studio.lotto_rebate_value', { percent: rebateText(rebate) });
    return `<option value="${rebate}"${String(rebate) === chosen ? ' selected' : ''}>${label}</option>`;
  });
  return [
    `<label for="plain-rebate">${text(t, 'studio.lotto_rebate')}</label>`,
    `<select id="plain-rebate" name="rebate" aria-describedby="plain-rebate-note">${options.join('')}</select>`,
    `<p id="plain-rebate-note">${text(t, 'studio.lotto_rule_rebate')}</p>`,
  ].join('');
}

function faultList({ t }: PlainView, malformed: ReturnType<typeof parseEntry>['malformed']): string {
  if (malformed.length === 0) return '';
  const listed = malformed.slice(0, LISTED_FAULTS).map(({ place, text: part, problem }) => {
    const line = t('studio.lotto_fault', { place, text: part, problem: t(`studio.lotto_problem_${problem}`) });
    return `<li>${escapeHtml(line)}</li>`;
  });
  const rest = malformed.length - listed.length;
  const more = rest > 0 ? `<li>${text(t, 'studio.lotto_more', { count: rest })}</li>` : '';
  return `<ul class="plain-faults" aria-label="${text(t, 'studio.lotto_faults')}">${listed.join('')}${more}</ul>`;
}

function ticketList(view: PlainView): string {
  const { t, tickets = [], currency = '', pass } = view;
  if (tickets.length === 0) return '';
  const items = tickets.map((ticket) => {
    const paid = isAwaited(ticket)
      ? ''
      : ` · ${text(t, `studio.lotto_${isReturned(ticket) ? 'returned' : 'paid'}`, { amount: amountText(ticket.payout, currency) })}`;
    const cancel =
      ticket.status === 'open' && pass
        ? `${formStart(view, pass)}<input type="hidden" name="cancel" value="${ticket.ticketId}"><button type="submit">${text(t, 'studio.lotto_cancel')}</button></form>`
        : '';
    return [
      `<li><b>${text(t, 'studio.lotto_issue', { issue: ticket.draw.issue })}</b> · ${text(t, `studio.lotto_status_${ticket.status}`)}`,
      `<br>${text(t, 'studio.lotto_count', { count: ticket.count })} · ${text(t, 'studio.lotto_cost_of', { amount: amountText(ticket.cost, currency) })}${paid}`,
      ticket.draw.numbers ? `<br>${text(t, 'studio.lotto_detail_numbers')}: ${escapeHtml(ticket.draw.numbers.join(' '))}` : '',
      `${cancel}</li>`,
    ].join('');
  });
  return `<section><h2>${text(t, 'studio.lotto_tab_tickets')}</h2><ul class="plain-tickets">${items.join('')}</ul></section>`;
}

function text(t: Translate, key: string, values?: Parameters<Translate>[1]): string {
  return escapeHtml(t(key, values));
}
