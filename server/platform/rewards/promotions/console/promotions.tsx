import { DEFAULT_LANGUAGE } from '../../../../../shared/constants.ts';
import { accountKey, accountsOf } from '../../../identity/members/index.ts';
import { readMerchant } from '../../../merchant/index.ts';
import {
  type AuditDeps,
  type AuditEntry,
  type ConsoleArea,
  type ConsoleFile,
  type ConsoleForm,
  type ConsoleInput,
  type ConsolePage,
  defineForm,
  editorLanguages,
  named,
  type Pictures,
  pageOf,
  requiredLanguage,
  withAuditLog,
} from '../../../operators/index.ts';
import type { GameDirectory } from '../../../play/vendors/index.ts';
import type { RaffleDesk } from '../../raffle/index.ts';
import type { PromotionDesk } from '../desk.ts';
import type { EntryRow, PromotionRow } from '../rules.ts';
import { promotionForm, ruleOf } from './promotion-form.ts';
import { ApplicationPage, ApplicationsPage, PromotionEditor, PromotionPage, PromotionsPage } from './promotion-views.tsx';

export interface PromotionAreaDeps extends AuditDeps {
  readonly desk: PromotionDesk;
  readonly raffleDesk: RaffleDesk;
  readonly gameDirectory: GameDirectory;
  readonly pictures: Pictures;
}

const ACTION = 'members.adjust';
/** The newest, of which those that are published and not over can be chosen. */
const MOST_RAFFLES = 100;

/** Promotions made from building blocks with a preview of their cost, and the applications of members. */
export function promotionArea(deps: PromotionAreaDeps): ConsoleArea {
  const load = (input: ConsoleInput) => loadPromotion(deps, input);
  return {
    files: [pictureFile(deps)],
    pages: [
      listPage(deps),
      { path: '/promotions/new', action: ACTION, title: 'promotionNew', load },
      { path: '/promotions/items/:id', action: ACTION, title: 'promotion', load },
      applicationsPage(deps),
      applicationPage(deps),
    ],
    forms: [
      saveForm(deps),
      stateForm(deps, 'publish'),
      stateForm(deps, 'stop'),
      decisionForm(deps, 'approve'),
      decisionForm(deps, 'reject'),
    ],
  };
}

function listPage({ db, desk }: PromotionAreaDeps): ConsolePage {
  return {
    path: '/promotions',
    action: ACTION,
    title: 'promotions',
    inMenu: { group: 'rewards', place: 70 },
    async load({ query }) {
      const page = await pageOf(query, (slice) => desk.list(db, slice));
      return <PromotionsPage {...page} waiting={await desk.waiting(db)} />;
    },
  };
}

async function loadPromotion({ db, clock, merchant, desk, raffleDesk }: PromotionAreaDeps, { session, params }: ConsoleInput) {
  const { settings } = await readMerchant(db, merchant);
  const found = params.id === undefined ? undefined : await desk.find(db, params.id);
  if (params.id !== undefined && !found) return undefined;
  const agent = found?.row.agent_id ? (await accountsOf(db, [found.row.agent_id])).get(found.row.agent_id) : undefined;
  const raffles = await raffleDesk.list(db, { offset: 0, limit: MOST_RAFFLES });
  const editor = {
    session,
    row: found?.row,
    agent: agent ?? '',
    raffles: raffles.map((sums) => sums.row).filter(({ state, ends_at }) => state === 'live' && ends_at > clock.now()),
    languages: editorLanguages(settings),
    required: requiredLanguage(settings),
    currency: settings.currency,
  };
  if (!found) return <PromotionEditor {...editor} />;
  const terms = await desk.terms(db, found.row, DEFAULT_LANGUAGE);
  const preview = found.row.state === 'draft' ? await desk.preview(db, found.row) : undefined;
  return <PromotionPage {...editor} found={found} terms={terms} preview={preview} />;
}

function applicationsPage({ db, desk }: PromotionAreaDeps): ConsolePage {
  return {
    path: '/promotions/applications',
    action: ACTION,
    title: 'promotionApplications',
    async load({ query }) {
      const page = await pageOf(query, (slice) => desk.applications(db, slice));
      const ids = page.rows.map(({ member_id }) => member_id);
      return <ApplicationsPage {...page} names={await accountsOf(db, ids)} />;
    },
  };
}

function applicationPage({ db, desk }: PromotionAreaDeps): ConsolePage {
  return {
    path: '/promotions/applications/:id',
    action: ACTION,
    title: 'promotionApplication',
    async load({ session, params }) {
      const details = await desk.application(db, params.id ?? '');
      if (!details) return undefined;
      const names = await accountsOf(db, [details.entry.member_id]);
      return <ApplicationPage session={session} details={details} name={names.get(details.entry.member_id)} />;
    },
  };
}

function pictureFile({ db, desk, pictures }: PromotionAreaDeps): ConsoleFile {
  return {
    path: '/promotions/applications/:id/pictures/:upload',
    action: ACTION,
    load: async ({ params }) => pictures((await desk.application(db, params.id ?? ''))?.entry.images ?? [], params.upload),
  };
}

/** What the log has of a rule. */
function detailOf({ state, block, starts_at, ends_at, target, percent, amount, points, tickets, gives, budget }: PromotionRow) {
  return { state, block, from: starts_at, to: ends_at, target, percent, amount, points, tickets, gives, budget };
}

function saveForm(deps: PromotionAreaDeps): ConsoleForm {
  const { db, merchant, clock, desk } = deps;
  return defineForm({
    path: '/promotions/save',
    action: ACTION,
    body: promotionForm,
    refusalFields: { free_rounds_game: 'game', free_rounds_stake: 'stake' },
    async run(input, form) {
      const { settings } = await readMerchant(db, merchant);
      const rule = await ruleOf(form, {
        timeZone: input.timeZone,
        now: clock.now(),
        currency: settings.currency,
        required: requiredLanguage(settings),
        async agentOf(account) {
          const key = accountKey(account);
          return (
            await db.selectFrom('member').select('id').where('merchant', '=', merchant).where('account_key', '=', key).executeTakeFirst()
          )?.id;
        },
        async slotOf(gameId) {
          const game = await deps.gameDirectory.find(db, gameId, DEFAULT_LANGUAGE);
          return game?.gameCategory === 'RNG' ? game.gameName : undefined;
        },
        raffleOf: async (id) => (await deps.raffleDesk.find(db, id))?.row,
      });
      const isNew = form.id === '';
      // The id of a new promotion is known in the transaction only; its line names it in the detail.
      const entry: AuditEntry = {
        action: isNew ? 'promotion.added' : 'promotion.changed',
        object: isNew ? 'promotion' : `promotion:${form.id}`,
        reason: form.reason,
      };
      const { id } = await withAuditLog(deps, input, entry, async (tx) => {
        const row = await desk.save(tx, isNew ? undefined : form.id, rule);
        return { id: row.id, ...detailOf(row) };
      });
      return { to: `/promotions/items/${id}`, message: 'done_promotionSaved' };
    },
  });
}

function stateForm(deps: PromotionAreaDeps, step: 'publish' | 'stop'): ConsoleForm {
  return defineForm({
    path: `/promotions/${step}`,
    action: ACTION,
    body: named,
    async run(input, { id, reason }) {
      const entry: AuditEntry = { action: `promotion.${step}`, object: `promotion:${id}`, reason };
      await withAuditLog(deps, input, entry, async (tx) => detailOf(await deps.desk[step](tx, id)));
      return { to: `/promotions/items/${id}`, message: step === 'publish' ? 'done_promotionPublished' : 'done_promotionStopped' };
    },
  });
}

/** Never the comment of the member. */
function decisionOf({ promotion_id, member_id, state, amount }: EntryRow) {
  return { promotion: promotion_id, member: member_id, state, amount };
}

function decisionForm(deps: PromotionAreaDeps, step: 'approve' | 'reject'): ConsoleForm {
  return defineForm({
    path: `/promotions/applications/${step}`,
    action: ACTION,
    body: named,
    async run(input, { id, reason }) {
      const entry: AuditEntry = { action: `promotion.${step}`, object: `promotion-entry:${id}`, reason };
      const decision = { operator: input.session.name, reason };
      await withAuditLog(deps, input, entry, async (tx, afterCommit) => decisionOf(await deps.desk[step](tx, afterCommit, id, decision)));
      return { to: `/promotions/applications/${id}`, message: step === 'approve' ? 'done_approved' : 'done_promotionRejected' };
    },
  });
}
