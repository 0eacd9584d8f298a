import { POINT_CONTACTS, POINT_DRAWINGS, POINT_GOODS_KINDS } from '../../../../../shared/api/points/constants.ts';
import { DEFAULT_LANGUAGE } from '../../../../../shared/constants.ts';
import { LANGUAGES } from '../../../../../shared/i18n/languages.ts';
import { toScreen } from '../../../../../shared/money/money.ts';
import { pointsToScreen, pointsToWire } from '../../../../../shared/money/points.ts';
import { FOCUSES } from '../../../base/uploads/index.ts';
import {
  AmountInput,
  Badge,
  Card,
  Collapsible,
  type ConsoleInput,
  Form,
  Input,
  PictureInput,
  Reason,
  Select,
  Table,
  tx,
} from '../../../operators/index.ts';
import type { GoodsRow } from '../contracts.ts';
import { nameOf } from '../texts.ts';
import { GOODS_LONGEST } from './point-goods-form.ts';

/** Size of a picture, in pixels. */
export const GOODS_PICTURE = { width: 640, height: 480 } as const;

interface ListProps {
  readonly goods: readonly GoodsRow[];
  /** Codes that are not given yet, by goods. */
  readonly freeCodes: ReadonlyMap<string, number>;
}

export function GoodsListPage({ goods, freeCodes }: ListProps) {
  const heads = [
    tx('position'),
    tx('pointReward'),
    tx('kind'),
    tx('points'),
    tx('goodsStock'),
    tx('goodsRedeemed'),
    tx('pointCodes'),
    tx('state'),
  ];
  return (
    <>
      <p>
        <a className="button" href="/console/point-goods/new">
          {tx('pointGoodsNew')}
        </a>{' '}
        <a href="/console/points">{tx('pointRedemptions')}</a>
      </p>
      <Card title={tx('pointGoods')}>
        <Table
          caption={tx('pointGoods')}
          heads={heads}
          rows={goods.map((row) => ({
            key: row.id,
            cells: [
              String(row.position),
              <a key="name" href={`/console/point-goods/items/${row.id}`} dir="auto">
                {nameOf(row.names, DEFAULT_LANGUAGE)}
              </a>,
              tx(`pointKind_${row.kind}`),
              pointsToScreen(BigInt(row.points)),
              row.stock === null ? tx('goodsUnlimited') : String(row.stock - row.redeemed),
              String(row.redeemed),
              row.kind === 'voucher' ? String(freeCodes.get(row.id) ?? 0) : '',
              <Badge key="state" tone={row.shown ? 'pos' : 'warn'}>
                {tx(row.shown ? 'goodsShown' : 'goodsHidden')}
              </Badge>,
            ],
          }))}
          empty={tx('nothing')}
        />
      </Card>
    </>
  );
}

interface GoodsPageProps {
  readonly session: ConsoleInput['session'];
  /** Undefined: new goods. */
  readonly found: GoodsRow | undefined;
  readonly freeCodes: number;
  readonly languages: readonly string[];
  /** Language whose name is needed. */
  readonly required: string;
  readonly currency: string;
}

export function GoodsPage(props: GoodsPageProps) {
  const { session, found, freeCodes, languages, required } = props;
  return (
    <>
      <Card title={tx(found ? 'pointGoodsEdit' : 'pointGoodsNew')}>
        <Form
          session={session}
          to="/point-goods/save"
          submit={tx('save')}
          fixed={{ id: found?.id ?? '', ...(found && { kind: found.kind }) }}
        >
          <Terms {...props} />
          {languages.map((code) => (
            <fieldset key={code}>
              <legend>{LANGUAGES.find((one) => one.code === code)?.name ?? code}</legend>
              <Input
                name={`name-${code}`}
                label={tx('name')}
                maxLength={GOODS_LONGEST.name}
                value={found?.names[code] ?? ''}
                required={code === required}
              />
              <Input
                name={`text-${code}`}
                label={tx('text')}
                rows={2}
                maxLength={GOODS_LONGEST.text}
                value={found?.texts[code] ?? ''}
                required={false}
              />
            </fieldset>
          ))}
          <Reason />
        </Form>
      </Card>
      {found ? <PictureCard session={session} goods={found} /> : null}
      {found?.kind === 'voucher' ? (
        <Card title={tx('pointCodes')}>
          <p>{tx('goodsFreeCodes', { count: freeCodes })}</p>
          <Collapsible title={tx('goodsAddCodes')}>
            <Form session={session} to="/point-goods/codes" submit={tx('goodsAddCodes')} fixed={{ id: found.id }}>
              <Input name="codes" label={tx('pointCodes')} hint={tx('goodsCodesHint')} rows={6} maxLength={60_000} />
              <Reason />
            </Form>
          </Collapsible>
        </Card>
      ) : null}
    </>
  );
}

function Terms({ found, currency }: GoodsPageProps) {
  const kinds = POINT_GOODS_KINDS.map((kind) => [kind, tx(`pointKind_${kind}`)] as const);
  return (
    <div className="columns">
      {found ? null : <Select name="kind" label={tx('kind')} value="goods" options={kinds} />}
      <Input
        name="points"
        label={tx('goodsPoints1')}
        value={found ? pointsToWire(BigInt(found.points)).replace(/\.?0+$/, '') : ''}
        inputMode="decimal"
        maxLength={16}
      />
      {found?.kind === 'goods' ? null : (
        <AmountInput
          name="amount"
          label={tx('goodsAmountOf', { currency })}
          hint={tx('goodsAmountHint')}
          value={found?.amount ? toScreen(BigInt(found.amount), currency).replaceAll(',', '') : ''}
          currency={currency}
          required={found !== undefined}
        />
      )}
      <Input
        name="stock"
        label={tx('goodsStockAll')}
        hint={tx('goodsStockHint', { redeemed: found?.redeemed ?? 0 })}
        value={found?.stock == null ? '' : String(found.stock)}
        inputMode="numeric"
        maxLength={7}
        required={false}
      />
      <Input
        name="memberLimit"
        label={tx('goodsMemberLimit')}
        hint={tx('goodsEmptyHint')}
        value={found?.member_limit == null ? '' : String(found.member_limit)}
        inputMode="numeric"
        maxLength={7}
        required={false}
      />
      <Input name="minLevel" label={tx('goodsLevel')} value={String(found?.min_level ?? 1)} inputMode="numeric" maxLength={2} />
      <Select
        name="contact"
        label={tx('goodsContact')}
        value={found?.contact ?? ''}
        options={[['', tx('none')], ...POINT_CONTACTS.map((one) => [one, tx(`pointContact_${one}`)] as const)]}
      />
      <Select
        name="drawing"
        label={tx('goodsDrawing')}
        hint={tx('goodsDrawingHint')}
        value={found?.drawing ?? ''}
        options={[['', tx('goodsDrawingUsual')], ...POINT_DRAWINGS.map((one) => [one, tx(`drawing_${one}`)] as const)]}
      />
      <Input
        name="position"
        label={tx('position')}
        hint={tx('positionHint')}
        value={String(found?.position ?? 0)}
        inputMode="numeric"
        maxLength={5}
      />
      <Select
        name="shown"
        label={tx('goodsOffered')}
        value={found?.shown ? 'yes' : 'no'}
        options={[
          ['yes', tx('yes')],
          ['no', tx('no')],
        ]}
      />
    </div>
  );
}

function PictureCard({ session, goods: { id, picture_hash } }: { readonly session: GoodsPageProps['session']; readonly goods: GoodsRow }) {
  return (
    <Card title={tx('picture')}>
      {picture_hash === null ? (
        <p>{tx('goodsDrawn')}</p>
      ) : (
        <p>
          <img src={`/console/point-goods/items/${id}/picture/${picture_hash}`} alt={tx('picture')} width={320} height={240} />
        </p>
      )}
      <Collapsible title={tx('pictureUpload')}>
        <Form session={session} to="/point-goods/picture" submit={tx('pictureUpload')} picture fixed={{ id }}>
          <PictureInput name="picture" label={tx('pictureFile')} hint={tx('goodsPictureHint', GOODS_PICTURE)} />
          <Select
            name="focus"
            label={tx('pictureFocus')}
            hint={tx('pictureFocusHint')}
            options={FOCUSES.map((one) => [one, tx(`focus_${one}`)])}
          />
          <Reason />
        </Form>
      </Collapsible>
    </Card>
  );
}
