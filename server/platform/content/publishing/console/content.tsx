import type { Tx } from '../../../base/db/index.ts';
import { type FOCUSES, STORED_TYPE } from '../../../base/uploads/index.ts';
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
  OperatorError,
  pageOf,
  requiredLanguage,
  withAuditLog,
} from '../../../operators/index.ts';
import { findContent, listContent, saveContent, unpublishContent } from '../desk.ts';
import { makePicture, pictureIdOf, readPicture, savePicture } from '../pictures.ts';
import { CONTENT_PICTURE_LEAST, contentForm, draftOf, KINDS, type Kind, PICTURED, pictureForm, previewForm } from './content-form.ts';
import { ContentPage, ContentsPage, PreviewPage } from './content-views.tsx';

/** Notices, banners, promotions and pop-ups in the merchant's languages, published now or scheduled. */
export function contentArea(deps: AuditDeps): ConsoleArea {
  const load = (input: ConsoleInput) => loadEditor(deps, input);
  return {
    files: [pictureFile(deps)],
    pages: [
      listPage(deps),
      { path: '/content/new', action: 'content.edit', title: 'contentNew', load },
      { path: '/content/items/:id', action: 'content.edit', title: 'contentEdit', load },
    ],
    forms: [saveForm(deps), previewPageForm(deps), setPictureForm(deps), removePictureForm(deps), withdrawForm(deps)],
  };
}

function kindOf(name: string | null): Kind {
  return KINDS.find((one) => one === name) ?? KINDS[0];
}

async function loadEditor({ db, merchant, clock }: AuditDeps, { session, params, query }: ConsoleInput) {
  const { settings } = await readMerchant(db, merchant);
  const found = params.id === undefined ? undefined : await findContent(db, merchant, params.id);
  const kind = params.id === undefined ? kindOf(query.get('kind')) : KINDS.find((one) => one === found?.item.kind);
  return (
    kind && (
      <ContentPage
        session={session}
        kind={kind}
        found={found}
        languages={editorLanguages(settings)}
        required={requiredLanguage(settings)}
        now={clock.now()}
      />
    )
  );
}

function listPage({ db, merchant, clock }: AuditDeps): ConsolePage {
  return {
    path: '/content',
    action: 'content.edit',
    title: 'content',
    inMenu: { group: 'service', place: 30 },
    async load({ query }) {
      const kind = kindOf(query.get('kind'));
      const page = await pageOf(query, (slice) => listContent(db, { merchant, kind, ...slice }));
      return <ContentsPage kind={kind} {...page} now={clock.now()} />;
    },
  };
}

function pictureFile({ db, merchant }: AuditDeps): ConsoleFile {
  return {
    path: '/content/items/:id/picture/:picture',
    action: 'content.edit',
    async load({ params, query }) {
      const found = await findContent(db, merchant, params.id ?? '');
      const attachedPicture = found && pictureIdOf(found.item.image);
      if (attachedPicture === undefined || attachedPicture !== params.picture) return undefined;
      const bytes = await readPicture(db, attachedPicture, query.get('size') === 'narrow' ? 'narrow' : 'wide');
      return bytes && { type: STORED_TYPE, bytes };
    },
  };
}

function saveForm(deps: AuditDeps): ConsoleForm {
  const { merchant, clock } = deps;
  return defineForm({
    path: '/content/save',
    action: 'content.edit',
    body: contentForm,
    async run(input, { reason, ...fields }) {
      const draft = draftOf(fields, await circumstances(deps, input));
      const made = await pictureOf(input, draft.kind, fields.focus);
      const isNew = fields.id === '';
      const auditEntry: AuditEntry = { action: isNew ? 'content.added' : 'content.changed', object: `content:${draft.id}`, reason };
      await withAuditLog(deps, input, auditEntry, async (tx) => {
        const before = await findContent(tx, merchant, draft.id);
        if (!isNew && before?.item.kind !== draft.kind) throw new OperatorError('notFoundText');
        await saveContent(tx, merchant, draft, fields.state === 'draft');
        if (made) await savePicture(tx, { merchant, itemId: draft.id, now: clock.now() }, made);
        return {
          state: fields.state,
          kind: draft.kind,
          title: draft.texts.EN.title,
          languages: Object.keys(draft.texts),
          from: draft.publishedAt,
          to: draft.endsAt ?? null,
        };
      });
      return { to: `/content/items/${draft.id}`, message: fields.state === 'draft' ? 'done_savedDraft' : 'done_saved' };
    },
  });
}

/** The picture of a new item; those of existing items have a form of their own. */
async function pictureOf({ picture }: ConsoleInput, kind: Kind | 'help', focus: (typeof FOCUSES)[number]) {
  if (!picture?.length || !PICTURED.some((one) => one === kind)) return undefined;
  const made = await makePicture(picture, focus);
  if (!made) throw new OperatorError('pictureSmall', CONTENT_PICTURE_LEAST, 'picture');
  return made;
}

async function circumstances({ db, merchant, clock }: AuditDeps, { timeZone }: ConsoleInput) {
  return { now: clock.now(), timeZone, required: requiredLanguage((await readMerchant(db, merchant)).settings) };
}

function previewPageForm(deps: AuditDeps): ConsoleForm {
  return defineForm({
    path: '/content/preview',
    action: 'content.edit',
    body: previewForm,
    run: async (input, fields) => ({
      title: 'preview',
      page: <PreviewPage draft={draftOf(fields, await circumstances(deps, input))} />,
      repeatsForm: true,
    }),
  });
}

function setPictureForm(deps: AuditDeps): ConsoleForm {
  const { merchant, clock } = deps;
  return defineForm({
    path: '/content/picture',
    action: 'content.edit',
    body: pictureForm,
    async run(input, { id, focus, reason }) {
      if (!input.picture?.length) throw new OperatorError('pictureMissing', {}, 'picture');
      const made = await makePicture(input.picture, focus);
      if (!made) throw new OperatorError('pictureSmall', CONTENT_PICTURE_LEAST, 'picture');
      await withAuditLog(deps, input, { action: 'content.picture', object: `content:${id}`, reason }, async (tx) => {
        await requirePictured(tx, merchant, id);
        const picture = await savePicture(tx, { merchant, itemId: id, now: clock.now() }, made);
        return { picture, focus, bytes: made.wide.length };
      });
      return { to: `/content/items/${id}`, message: 'done_picture' };
    },
  });
}

function removePictureForm(deps: AuditDeps): ConsoleForm {
  const { merchant, clock } = deps;
  return defineForm({
    path: '/content/picture-off',
    action: 'content.edit',
    body: named,
    async run(input, { id, reason }) {
      await withAuditLog(deps, input, { action: 'content.pictureOff', object: `content:${id}`, reason }, async (tx) => {
        const item = await requirePictured(tx, merchant, id);
        if (pictureIdOf(item.image) === undefined) throw new OperatorError('pictureNone');
        await savePicture(tx, { merchant, itemId: id, now: clock.now() }, undefined);
        return { picture: pictureIdOf(item.image) };
      });
      return { to: `/content/items/${id}`, message: 'done_pictureOff' };
    },
  });
}

function withdrawForm(deps: AuditDeps): ConsoleForm {
  const { merchant, clock } = deps;
  return defineForm({
    path: '/content/withdraw',
    action: 'content.edit',
    body: named,
    async run(input, { id, reason }) {
      await withAuditLog(deps, input, { action: 'content.withdrawn', object: `content:${id}`, reason }, async (tx) => {
        if (!(await unpublishContent(tx, merchant, id, clock.now()))) throw new OperatorError('contentOver');
        return {};
      });
      return { to: `/content/items/${id}`, message: 'done_withdrawn' };
    },
  });
}

/** Locked: of two concurrent uploads the second replaces the first. */
async function requirePictured(tx: Tx, merchant: string, id: string) {
  const item = await tx
    .selectFrom('content_item')
    .selectAll()
    .where('merchant', '=', merchant)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!item || !PICTURED.some((kind) => kind === item.kind)) throw new OperatorError('notFoundText');
  return item;
}
