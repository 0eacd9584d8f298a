import * as v from 'valibot';
import { FOCUSES, remakeInto, STORED_TYPE } from '../../../base/uploads/index.ts';
import { readMerchant } from '../../../merchant/index.ts';
import {
  type AuditEntry,
  type ConsoleArea,
  type ConsoleFile,
  type ConsoleForm,
  type ConsoleInput,
  defineForm,
  editorLanguages,
  named,
  OperatorError,
  requiredLanguage,
  withAuditLog,
} from '../../../operators/index.ts';
import { addedCodes, goodsForm, goodsOf } from './point-goods-form.ts';
import { GOODS_PICTURE, GoodsListPage, GoodsPage } from './point-goods-views.tsx';
import type { PointAreaDeps } from './points.tsx';

/** Rewards of the points mall: terms, texts, pictures, and codes of vouchers. */
export function pointGoodsArea(deps: PointAreaDeps): ConsoleArea {
  const load = (input: ConsoleInput) => loadEditor(deps, input);
  return {
    files: [pictureFile(deps)],
    pages: [
      {
        path: '/point-goods',
        action: 'members.adjust',
        title: 'pointGoods',
        load: async () => <GoodsListPage goods={await deps.desk.goods(deps.db)} freeCodes={await deps.desk.freeCodes(deps.db)} />,
      },
      { path: '/point-goods/new', action: 'members.adjust', title: 'pointGoodsNew', load },
      { path: '/point-goods/items/:id', action: 'members.adjust', title: 'pointGoodsEdit', load },
    ],
    forms: [saveForm(deps), pictureForm(deps), codesForm(deps)],
  };
}

async function loadEditor({ db, merchant, desk }: PointAreaDeps, { session, params }: ConsoleInput) {
  const { settings } = await readMerchant(db, merchant);
  const found = params.id === undefined ? undefined : await desk.findGoods(db, params.id);
  if (params.id !== undefined && !found) return undefined;
  const free = found ? ((await desk.freeCodes(db)).get(found.id) ?? 0) : 0;
  return (
    <GoodsPage
      session={session}
      found={found}
      freeCodes={free}
      languages={editorLanguages(settings)}
      required={requiredLanguage(settings)}
      currency={settings.currency}
    />
  );
}

function pictureFile({ db, desk }: PointAreaDeps): ConsoleFile {
  return {
    path: '/point-goods/items/:id/picture/:hash',
    action: 'members.adjust',
    load: async ({ params }) => desk.picture(db, params.id ?? ''),
  };
}

function saveForm(deps: PointAreaDeps): ConsoleForm {
  const { merchant, desk } = deps;
  return defineForm({
    path: '/point-goods/save',
    action: 'members.adjust',
    body: goodsForm,
    async run(input, form) {
      const { settings } = await readMerchant(deps.db, merchant);
      const draft = goodsOf(form, { required: requiredLanguage(settings), currency: settings.currency });
      const isNew = form.id === '';
      const entry: AuditEntry = { action: isNew ? 'goods.added' : 'goods.changed', object: `goods:${draft.id}`, reason: form.reason };
      await withAuditLog(deps, input, entry, async (tx) => {
        const before = await desk.findGoods(tx, draft.id);
        // Redemptions and codes belong to the kind.
        if (!isNew && before?.kind !== draft.kind) throw new OperatorError('notFoundText');
        await desk.saveGoods(tx, draft);
        const { kind, stock, shown, minLevel } = draft;
        return { kind, points: draft.points.toString(), amount: draft.amount?.toString() ?? null, stock, minLevel, shown };
      });
      return { to: `/point-goods/items/${draft.id}`, message: 'done_goodsSaved' };
    },
  });
}

function pictureForm(deps: PointAreaDeps): ConsoleForm {
  const { desk } = deps;
  return defineForm({
    path: '/point-goods/picture',
    action: 'members.adjust',
    body: v.object({ ...named.entries, focus: v.picklist(FOCUSES) }),
    async run(input, { id, focus, reason }) {
      if (!input.picture?.length) throw new OperatorError('pictureMissing', {}, 'picture');
      const [bytes] = (await remakeInto(input.picture, [GOODS_PICTURE], focus)) ?? [];
      if (!bytes) throw new OperatorError('pictureSmall', GOODS_PICTURE, 'picture');
      await withAuditLog(deps, input, { action: 'goods.picture', object: `goods:${id}`, reason }, async (tx) => {
        if (!(await desk.findGoods(tx, id))) throw new OperatorError('notFoundText');
        await desk.savePicture(tx, id, { type: STORED_TYPE, bytes });
        return { focus, bytes: bytes.length };
      });
      return { to: `/point-goods/items/${id}`, message: 'done_picture' };
    },
  });
}

function codesForm(deps: PointAreaDeps): ConsoleForm {
  const { desk } = deps;
  return defineForm({
    path: '/point-goods/codes',
    action: 'members.adjust',
    body: addedCodes,
    async run(input, { id, codes, reason }) {
      await withAuditLog(deps, input, { action: 'goods.codes', object: `goods:${id}`, reason }, async (tx) => {
        if ((await desk.findGoods(tx, id))?.kind !== 'voucher') throw new OperatorError('notFoundText');
        // The log has the number of codes, never a code.
        return { given: codes.length, added: await desk.addCodes(tx, id, codes) };
      });
      return { to: `/point-goods/items/${id}`, message: 'done_goodsCodes' };
    },
  });
}
