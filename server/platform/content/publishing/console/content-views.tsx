import {
  BANNER_GROUPS,
  CONTENT_PICTURE_WIDTHS,
  HELP_TOPICS,
  LEGAL_PAGES,
  POPUP_TIMES,
  PROMOTION_TYPES,
} from '../../../../../shared/api/publishing/constants.ts';
import { LANGUAGES } from '../../../../../shared/i18n/languages.ts';
import { cleanHtml } from '../../../../html/clean-html.ts';
import { FOCUSES } from '../../../base/uploads/index.ts';
import {
  Badge,
  Card,
  Collapsible,
  type ConsoleInput,
  Facts,
  Form,
  Input,
  Pager,
  PictureInput,
  Reason,
  Select,
  Table,
  Tabs,
  Time,
  TimeInput,
  tx,
} from '../../../operators/index.ts';
import type { ContentRow } from '../desk.ts';
import { pictureIdOf } from '../pictures.ts';
import type { ContentDraft, ContentText } from '../store.ts';
import { AUDIENCES, CONTENT_PICTURE_LEAST, KINDS, type Kind, longestOf, PARTS, PICTURED, READERS, STATES, TONES } from './content-form.ts';

type Row = ContentRow & { readonly title: string | null };

interface ListProps {
  readonly kind: Kind;
  readonly rows: readonly Row[];
  readonly pageNo: number;
  readonly more: boolean;
  readonly now: Date;
}

export function ContentsPage({ kind, rows, pageNo, more, now }: ListProps) {
  return (
    <>
      <Tabs
        label={tx('kind')}
        items={KINDS.map((one) => ({ href: `/content?kind=${one}`, text: tx(`kind_${one}`), isCurrent: one === kind }))}
      />
      <p>
        <a className="button" href={`/console/content/new?kind=${kind}`}>
          {tx('contentNew')}
        </a>
      </p>
      <Card title={tx(`kind_${kind}`)}>
        <Table
          caption={tx(`kind_${kind}`)}
          heads={[tx('title'), tx('state'), tx('from_time'), tx('to_time'), tx('place')]}
          rows={rows.map((row) => ({
            key: row.id,
            cells: [
              <a key="title" href={`/console/content/items/${row.id}`} dir="auto">
                {row.title ?? row.id}
              </a>,
              <State key="state" item={row} now={now} />,
              <Time key="from" at={row.published_at} />,
              row.ends_at ? <Time key="to" at={row.ends_at} /> : '',
              placeOf(row),
            ],
          }))}
          empty={tx('nothing')}
        />
        <Pager to={`/content?kind=${kind}`} pageNo={pageNo} more={more} />
      </Card>
    </>
  );
}

/** Place or time of display, as text. */
function placeOf({ group_name, promotion_type, pop_time }: Row): string {
  const place = BANNER_GROUPS.find((one) => one === group_name);
  if (place) return tx(`place_${place}`);
  if (promotion_type) return tx(`promotion_${promotion_type}`);
  return pop_time ? tx(`when_${pop_time}`) : '';
}

function State({ item: { published_at, ends_at, draft }, now }: { readonly item: ContentRow; readonly now: Date }) {
  if (draft) return <Badge tone="warn">{tx('contentDraft')}</Badge>;
  if (ends_at && ends_at <= now) return <Badge>{tx('contentEnded')}</Badge>;
  return published_at > now ? <Badge tone="warn">{tx('contentPlanned')}</Badge> : <Badge tone="pos">{tx('contentShown')}</Badge>;
}

interface PageProps {
  readonly session: ConsoleInput['session'];
  readonly kind: Kind;
  /** Undefined: a new item. */
  readonly found: { readonly item: ContentRow; readonly texts: Readonly<Record<string, ContentText>> } | undefined;
  readonly languages: readonly string[];
  /** Language whose title is needed. */
  readonly required: string;
  readonly now: Date;
}

export function ContentPage({ session, kind, found, languages, required, now }: PageProps) {
  const item = found?.item;
  const takesPicture = item === undefined && PICTURED.some((one) => one === kind);
  return (
    <>
      {item ? (
        <p>
          <strong>{item.id}</strong> <State item={item} now={now} />
        </p>
      ) : null}
      <Card title={tx(`kind_${kind}`)}>
        <Form
          session={session}
          to="/content/save"
          submit={tx('save')}
          also={{ to: '/content/preview', text: tx('preview') }}
          picture={takesPicture}
          fixed={{ id: item?.id ?? '', kind }}
        >
          <div className="columns">
            <TimeInput name="from" label={tx('from_time')} hint={tx('fromHint')} at={item?.published_at ?? null} />
            <TimeInput name="to" label={tx('to_time')} hint={tx('toHint')} at={item?.ends_at ?? null} />
            <Input
              name="position"
              label={tx('position')}
              hint={tx('positionHint')}
              inputMode="numeric"
              maxLength={5}
              value={String(item?.position ?? 0)}
            />
            <Select
              name="state"
              label={tx('state')}
              hint={tx('contentStateHint')}
              value={item?.draft ? 'draft' : 'published'}
              options={STATES.map((one) => [one, tx(`contentState_${one}`)])}
            />
            <KindFields kind={kind} item={item} />
            {takesPicture ? <PictureFields required={false} /> : null}
          </div>
          {languages.map((code) => (
            <TextFields key={code} code={code} kind={kind} required={required} text={found?.texts[code]} />
          ))}
          <Reason />
        </Form>
      </Card>
      {item && PICTURED.some((one) => one === kind) ? <PictureCard session={session} item={item} /> : null}
      {item && !(item.ends_at && item.ends_at <= now) ? (
        <Card title={tx('withdraw')}>
          <p>{tx('withdrawText')}</p>
          <Form session={session} to="/content/withdraw" submit={tx('withdraw')} danger fixed={{ id: item.id }}>
            <Reason />
          </Form>
        </Card>
      ) : null}
    </>
  );
}

/** The picture behind the texts. Generated artwork is shown until an operator uploads one. */
function PictureCard({ session, item }: { readonly session: ConsoleInput['session']; readonly item: ContentRow }) {
  const picture = pictureIdOf(item.image);
  const at = `/console/content/items/${item.id}/picture/${picture}`;
  return (
    <Card title={tx('picture')}>
      {picture === undefined ? (
        <p>{tx('pictureDrawn')}</p>
      ) : (
        <div className="banner-picture">
          <figure>
            <img src={at} alt={tx('pictureWide')} width={CONTENT_PICTURE_WIDTHS.wide / 2} height={267} />
            <figcaption>{tx('pictureWide')}</figcaption>
          </figure>
          <figure>
            <img src={`${at}?size=narrow`} alt={tx('pictureNarrow')} width={350} height={188} />
            <figcaption>{tx('pictureNarrow')}</figcaption>
          </figure>
        </div>
      )}
      <Form session={session} to="/content/picture" submit={tx('pictureUpload')} picture fixed={{ id: item.id }}>
        <div className="columns">
          <PictureFields />
        </div>
        <Reason />
      </Form>
      {picture === undefined ? null : (
        <Collapsible title={tx('pictureOff')}>
          <Form session={session} to="/content/picture-off" submit={tx('pictureOff')} danger fixed={{ id: item.id }}>
            <Reason />
          </Form>
        </Collapsible>
      )}
    </Card>
  );
}

function PictureFields({ required = true }: { readonly required?: boolean }) {
  return (
    <>
      <PictureInput name="picture" label={tx('pictureFile')} hint={tx('pictureHint', CONTENT_PICTURE_LEAST)} required={required} />
      <Select
        name="focus"
        label={tx('pictureFocus')}
        hint={tx('pictureFocusHint')}
        value="centre"
        options={FOCUSES.map((one) => [one, tx(`focus_${one}`)])}
      />
    </>
  );
}

function KindFields({ kind, item }: { readonly kind: Kind; readonly item: ContentRow | undefined }) {
  const tone = (
    <Select name="tone" label={tx('tone')} value={item?.tone || 'teal'} options={TONES.map((one) => [one, tx(`tone_${one}`)])} />
  );
  const link = <Input name="href" label={tx('link')} hint={tx('linkHint')} required={false} maxLength={500} value={item?.href ?? ''} />;
  if (kind === 'notice')
    return (
      <Select
        name="readers"
        label={tx('audience')}
        hint={tx('readersHint')}
        value={item?.audience ?? 'everyone'}
        options={READERS.map((one) => [one, tx(`audience_${one}`)])}
      />
    );
  if (kind === 'help')
    return (
      <Select
        name="topic"
        label={tx('topic')}
        value={item?.topic ?? 'account'}
        options={HELP_TOPICS.map((one) => [one, tx(`topic_${one}`)])}
      />
    );
  if (kind === 'legal')
    return (
      <Select
        name="page"
        label={tx('legalPage')}
        hint={tx('legalPageHint')}
        value={item?.page ?? 'terms'}
        options={LEGAL_PAGES.map((one) => [one, tx(`page_${one}`)])}
      />
    );
  if (kind === 'popup')
    return (
      <>
        {link}
        <Select
          name="when"
          label={tx('when')}
          value={item?.pop_time ?? 'instant'}
          options={POPUP_TIMES.map((one) => [one, tx(`when_${one}`)])}
        />
      </>
    );
  if (kind === 'banner')
    return (
      <>
        {link}
        {tone}
        <Select
          name="group"
          label={tx('place')}
          value={item?.group_name ?? 'home'}
          options={BANNER_GROUPS.map((one) => [one, tx(`place_${one}`)])}
        />
      </>
    );
  return (
    <>
      {link}
      {tone}
      <Select
        name="type"
        label={tx('type')}
        value={item?.promotion_type ?? 'event'}
        options={PROMOTION_TYPES.map((one) => [one, tx(`promotion_${one}`)])}
      />
      <Select
        name="audience"
        label={tx('audience')}
        value={item?.audience ?? 'everyone'}
        options={AUDIENCES.map((one) => [one, tx(`audience_${one}`)])}
      />
    </>
  );
}

interface TextProps {
  readonly code: string;
  readonly kind: Kind;
  readonly required: string;
  readonly text: ContentText | undefined;
}

/** The required language is expanded, others are collapsed. A language without a text uses the required one. */
function TextFields({ code, kind, required, text }: TextProps) {
  const name = LANGUAGES.find((one) => one.code === code)?.name ?? code;
  const visibleParts = PARTS.filter((part) => part !== 'summary' || kind === 'promotion').filter(
    (part) => part !== 'action' || !['notice', 'help', 'legal'].includes(kind),
  );
  const fields = visibleParts.map((part) => (
    <Input
      key={part}
      name={`${part}-${code}`}
      label={`${tx(`part_${part}`)} (${code})`}
      {...(part === 'body' && kind !== 'banner' && { hint: tx('htmlHint') })}
      value={text?.[part] ?? ''}
      required={code === required && part === 'title'}
      maxLength={longestOf(part)}
      {...(part === 'body' && { rows: 6 })}
    />
  ));
  if (code === required) return <div className="stack">{fields}</div>;
  return (
    <Collapsible title={text ? name : `${name} – ${tx('untranslated')}`}>
      <div className="stack">{fields}</div>
    </Collapsible>
  );
}

/** Rendered as the portal will show it. Nothing is stored. */
export function PreviewPage({ draft }: { readonly draft: ContentDraft }) {
  return (
    <>
      <p className="note">{tx('previewText')}</p>
      {Object.entries(draft.texts).map(([code, text]) => (
        <Card key={code} title={`${code}: ${text.title}`}>
          {text.summary || text.action ? (
            <Facts
              rows={[
                [tx('part_summary'), text.summary ?? ''],
                [tx('part_action'), text.action ?? ''],
              ]}
            />
          ) : null}
          {draft.kind === 'banner' ? (
            <p dir="auto">{text.body}</p>
          ) : (
            // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised in this expression, as when it is stored
            <div dir="auto" dangerouslySetInnerHTML={{ __html: cleanHtml(text.body) }} />
          )}
        </Card>
      ))}
    </>
  );
}
