import { MAX_PRIZES } from '../../../../../shared/api/raffles/constants.ts';
import { DEFAULT_LANGUAGE } from '../../../../../shared/constants.ts';
import { accountsOf } from '../../../identity/members/index.ts';
import { readMerchant } from '../../../merchant/index.ts';
import {
  type AuditDeps,
  type AuditEntry,
  type ConsoleArea,
  type ConsoleForm,
  type ConsoleInput,
  type ConsolePage,
  defineForm,
  editorLanguages,
  named,
  pageOf,
  requiredLanguage,
  withAuditLog,
} from '../../../operators/index.ts';
import type { RaffleDesk } from '../desk.ts';
import type { RaffleRow } from '../rules.ts';
import { raffleForm, raffleRuleOf } from './raffle-form.ts';
import { RaffleEditor, RafflePage, RafflesPage } from './raffle-views.tsx';

export interface RaffleAreaDeps extends AuditDeps {
  readonly desk: RaffleDesk;
}

const ACTION = 'members.adjust';

/** Raffles: their rules, and after the draw their winners. */
export function raffleArea(deps: RaffleAreaDeps): ConsoleArea {
  const load = (input: ConsoleInput) => loadRaffle(deps, input);
  return {
    pages: [
      listPage(deps),
      { path: '/raffles/new', action: ACTION, title: 'raffleNew', load },
      { path: '/raffles/items/:id', action: ACTION, title: 'raffle', load },
    ],
    forms: [saveForm(deps), stateForm(deps, 'publish'), stateForm(deps, 'cancel')],
  };
}

function listPage({ db, desk }: RaffleAreaDeps): ConsolePage {
  return {
    path: '/raffles',
    action: ACTION,
    title: 'raffles',
    inMenu: { group: 'rewards', place: 80 },
    load: async ({ query }) => <RafflesPage {...(await pageOf(query, (slice) => desk.list(db, slice)))} />,
  };
}

async function loadRaffle({ db, merchant, desk }: RaffleAreaDeps, { session, params }: ConsoleInput) {
  const { settings } = await readMerchant(db, merchant);
  const found = params.id === undefined ? undefined : await desk.find(db, params.id);
  if (params.id !== undefined && !found) return undefined;
  const editor = {
    session,
    row: found?.row,
    languages: editorLanguages(settings),
    required: requiredLanguage(settings),
    currency: settings.currency,
  };
  if (!found) return <RaffleEditor {...editor} />;
  const wins = await desk.wins(db, found.row.id, MAX_PRIZES);
  const names = await accountsOf(
    db,
    wins.map(({ member_id }) => member_id),
  );
  return <RafflePage {...editor} found={found} terms={await desk.terms(db, found.row, DEFAULT_LANGUAGE)} wins={wins} names={names} />;
}

/** What the log has of a rule. */
function detailOf({ state, starts_at, ends_at, draws_at, stake_step, deposit_least, max_tickets, budget, seed_hash }: RaffleRow) {
  return { state, from: starts_at, to: ends_at, draw: draws_at, stake_step, deposit_least, max_tickets, budget, seed_hash };
}

function saveForm(deps: RaffleAreaDeps): ConsoleForm {
  const { db, merchant, clock, desk } = deps;
  return defineForm({
    path: '/raffles/save',
    action: ACTION,
    body: raffleForm,
    async run(input, form) {
      const { settings } = await readMerchant(db, merchant);
      const { currency } = settings;
      const rule = raffleRuleOf(form, { timeZone: input.timeZone, now: clock.now(), currency, required: requiredLanguage(settings) });
      const isNew = form.id === '';
      // The id of a new raffle is known in the transaction only; its line names it in the detail.
      const entry: AuditEntry = {
        action: isNew ? 'raffle.added' : 'raffle.changed',
        object: isNew ? 'raffle' : `raffle:${form.id}`,
        reason: form.reason,
      };
      const { id } = await withAuditLog(deps, input, entry, async (tx) => {
        const row = await desk.save(tx, isNew ? undefined : form.id, rule);
        return { id: row.id, ...detailOf(row) };
      });
      return { to: `/raffles/items/${id}`, message: 'done_raffleSaved' };
    },
  });
}

function stateForm(deps: RaffleAreaDeps, step: 'publish' | 'cancel'): ConsoleForm {
  return defineForm({
    path: `/raffles/${step}`,
    action: ACTION,
    body: named,
    async run(input, { id, reason }) {
      const entry: AuditEntry = { action: `raffle.${step}`, object: `raffle:${id}`, reason };
      await withAuditLog(deps, input, entry, async (tx) => detailOf(await deps.desk[step](tx, id)));
      return { to: `/raffles/items/${id}`, message: step === 'publish' ? 'done_rafflePublished' : 'done_raffleCancelled' };
    },
  });
}
