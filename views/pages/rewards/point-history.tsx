import '../../../client/styles/index.css';
import records from '../../../client/islands/records/records.module.css';
import { formAction } from '../../../client/page/paths.ts';
import { Button, ButtonLink } from '../../../client/ui/button.tsx';
import controls from '../../../client/ui/controls.module.css';
import display from '../../../client/ui/display.module.css';
import { EmptyState } from '../../../client/ui/empty-state.tsx';
import { FormMessage } from '../../../client/ui/form-message.tsx';
import { Pagination } from '../../../client/ui/pagination.tsx';
import type { ValueOf } from '../../../shared/api/client-call.ts';
import { type pointBalance, voucherCodes } from '../../../shared/api/points/calls.ts';
import { POINT_ENTRY_KINDS, type PointEntryKind, REDEEM_STATUSES, type RedeemStatus } from '../../../shared/api/points/constants.ts';
import type { PointDetail, Redemption } from '../../../shared/api/points/schemas.ts';
import { GAME_CATEGORIES } from '../../../shared/constants.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { pointsOfWire } from '../../../shared/money/points.ts';
import { DataTable } from '../../components/data-table.tsx';
import { isOpen } from '../../components/member-entries.ts';
import { categoryLabel } from '../../components/navigation.ts';
import { MemberCentre } from '../../layouts/member-centre.tsx';
import type { PageContext } from '../../layouts/page-context.ts';
import { MALL_PAGE } from './mall-filter.ts';
import styles from './point-history.module.css';

export interface RedemptionView extends Redemption {
  readonly atText: string;
  readonly closedText: string | null;
  /** Codes of a voucher, after the payment password was entered. */
  readonly codes: readonly string[] | null;
  /** Why its codes are not shown. */
  readonly problem: string;
  /** Of a paid credit, in the account record. */
  readonly recordHref: string | null;
}

interface RedemptionList {
  readonly kind: 'redemptions';
  /** Null: all. */
  readonly status: RedeemStatus | null;
  readonly page: number;
  readonly pages: number;
  readonly rows: readonly RedemptionView[];
}

interface DetailList {
  readonly kind: 'details';
  readonly entryKind: PointEntryKind | null;
  readonly page: number;
  readonly pages: number;
  readonly rows: readonly (PointDetail & { readonly atText: string })[];
}

export interface PointHistoryView {
  readonly timeZone: string;
  readonly here: string;
  readonly balance: ValueOf<typeof pointBalance> | null;
  readonly content: RedemptionList | DetailList;
}

const PAGE = '/member/pointHistory';

/** Redemptions with their decisions, and every change of the points. Needs no script. */
export function PointHistoryPage({ context, data }: { readonly context: PageContext; readonly data: PointHistoryView }) {
  const { t } = context;
  const { content, balance, timeZone, here } = data;
  const isDetails = content.kind === 'details';
  return (
    <MemberCentre context={context} page="pointHistory">
      <section className={styles.top} aria-label={t('points.yours')}>
        <div>
          <p className={styles.label}>{t('points.yours')}</p>
          <p className={styles.sum} data-private>
            {balance ? pointsOfWire(balance.currentPoints) : '–'}
          </p>
        </div>
        <ButtonLink variant="primary" icon="gift" href={MALL_PAGE}>
          {t('points.title')}
        </ButtonLink>
      </section>
      {isOpen('pointDetails', context.features) ? (
        <nav className={display.tabs} aria-label={t('points.history')}>
          <a className={display.tab} href={PAGE} aria-current={isDetails ? undefined : 'page'}>
            {t('points.redemptions')}
          </a>
          <a className={display.tab} href={`${PAGE}?list=points`} aria-current={isDetails ? 'page' : undefined}>
            {t('points.details')}
          </a>
        </nav>
      ) : null}
      {content.kind === 'details' ? <Details t={t} list={content} /> : <Redemptions t={t} list={content} here={here} />}
      <p className={records.zone}>{t('records.zone', { zone: timeZone })}</p>
    </MemberCentre>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly entries: readonly { readonly text: string; readonly href: string; readonly isCurrent: boolean }[];
}

function Choices({ label, entries }: ChoiceProps) {
  return (
    <nav className={styles.choices} aria-label={label}>
      {entries.map(({ text, href, isCurrent }) => (
        <a key={href} className={display.chip} href={href} aria-current={isCurrent ? 'page' : undefined}>
          {text}
        </a>
      ))}
    </nav>
  );
}

function Redemptions({ t, list, here }: { readonly t: Translate; readonly list: RedemptionList; readonly here: string }) {
  const href = (status: RedeemStatus | null, page = 1) => address({ status, pageNo: page > 1 ? String(page) : null });
  return (
    <>
      <Choices
        label={t('points.status')}
        entries={[null, ...REDEEM_STATUSES].map((status) => ({
          text: t(`points.status_${status ?? 'all'}`),
          href: href(status),
          isCurrent: status === list.status,
        }))}
      />
      {list.rows.length === 0 ? (
        <EmptyState icon="gift" title={t('points.noRedemptions')} text={t('points.noRedemptionsText')}>
          <ButtonLink href={MALL_PAGE}>{t('points.toMall')}</ButtonLink>
        </EmptyState>
      ) : (
        <ul className={styles.list}>
          {list.rows.map((row) => (
            <li key={row.redemptionId} className={display.card}>
              <RedemptionCard t={t} row={row} here={here} />
            </li>
          ))}
        </ul>
      )}
      <Pagination t={t} page={list.page} pages={list.pages} href={(page) => href(list.status, page)} />
    </>
  );
}

const TONES: Readonly<Record<RedeemStatus, string>> = { in_process: 'info', approved: 'pos', rejected: 'neg' };

function RedemptionCard({ t, row, here }: { readonly t: Translate; readonly row: RedemptionView; readonly here: string }) {
  const { name, redeemQuantity, points, status, atText, closedText, reason, note, remark, recordHref } = row;
  const texts = [
    ['reason', reason],
    ['note', note],
    ['yourRemark', remark],
  ] as const;
  return (
    <>
      <div className={styles.head}>
        <h2 className={styles.name}>
          {redeemQuantity} × {name}
        </h2>
        <span className={display.badge} data-tone={TONES[status]}>
          {t(`points.status_${status}`)}
        </span>
      </div>
      <p className={styles.line}>
        <span data-private>{t('points.points', { points: pointsOfWire(points) })}</span>
        <span>{t('points.requestedAt', { time: atText })}</span>
        {closedText === null ? null : <span>{t('points.decidedAt', { time: closedText })}</span>}
      </p>
      {status === 'rejected' ? <p className={styles.line}>{t('points.returned')}</p> : null}
      <dl className={styles.texts}>
        {texts.map(([key, text]) =>
          text === '' ? null : (
            <div key={key}>
              <dt>{t(`points.${key}`)}</dt>
              <dd dir="auto">{text}</dd>
            </div>
          ),
        )}
      </dl>
      {recordHref === null ? null : (
        <a className={controls.link} href={recordHref}>
          {t('points.showPayment')}
        </a>
      )}
      {row.hasCodes ? <Codes t={t} row={row} here={here} /> : null}
    </>
  );
}

/** Codes of a voucher: shown once the payment password is entered. */
function Codes({
  t,
  row: { redemptionId, codes, problem },
  here,
}: {
  readonly t: Translate;
  readonly row: RedemptionView;
  readonly here: string;
}) {
  const id = `code-${redemptionId}`;
  if (codes)
    return (
      <div className={styles.codes} role="status">
        <p className={styles.label}>{t('points.codes')}</p>
        {codes.map((code) => (
          <code key={code} className={styles.code}>
            {code}
          </code>
        ))}
      </div>
    );
  return (
    <details open={problem !== ''}>
      <summary className={styles.show}>{t('points.showCodes')}</summary>
      <form className={styles.codeForm} method="post" action={formAction(voucherCodes.id)}>
        <input type="hidden" name="back" value={here} />
        <input type="hidden" name="redemptionId" value={redemptionId} />
        <FormMessage text={problem} />
        <label className={controls.label} htmlFor={id}>
          {t('points.paymentPassword')}
        </label>
        <input
          className={controls.input}
          id={id}
          name="paymentPassword"
          type="password"
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          required
          aria-invalid={problem ? true : undefined}
        />
        <Button type="submit" variant="secondary" icon="eye">
          {t('points.showCodes')}
        </Button>
      </form>
    </details>
  );
}

function Details({ t, list }: { readonly t: Translate; readonly list: DetailList }) {
  const href = (kind: PointEntryKind | null, page = 1) => address({ list: 'points', kind, pageNo: page > 1 ? String(page) : null });
  const [change, balance] = [t('points.change'), t('points.balance')];
  return (
    <>
      <Choices
        label={t('points.details')}
        entries={[null, ...POINT_ENTRY_KINDS].map((kind) => ({
          text: t(`points.entry_${kind ?? 'all'}`),
          href: href(kind),
          isCurrent: kind === list.entryKind,
        }))}
      />
      {list.rows.length === 0 ? (
        <EmptyState icon="star" title={t('points.noDetails')} text={t('points.noDetailsText')}>
          <ButtonLink href="/index">{t('lobby.backToLobby')}</ButtonLink>
        </EmptyState>
      ) : (
        <section className={display.card}>
          <DataTable label={t('points.details')} heads={[t('points.subject'), t('points.time'), change, balance]} whole cards>
            {list.rows.map((row) => (
              <tr key={row.id}>
                <td>
                  {t(`points.entry_${row.kind}`)}
                  <small className={styles.subject} dir="auto">
                    {row.category === null ? row.remark : playText(t, row.category, row.factor)}
                  </small>
                </td>
                <td className={display.number} data-label={t('points.time')}>
                  {row.atText}
                </td>
                <td className={display.number} data-label={change} data-private>
                  <Change points={row.changedPoints} />
                </td>
                <td className={display.number} data-label={balance} data-private>
                  {pointsOfWire(row.balance)}
                </td>
              </tr>
            ))}
          </DataTable>
        </section>
      )}
      <Pagination t={t} page={list.page} pages={list.pages} href={(page) => href(list.entryKind, page)} />
    </>
  );
}

function Change({ points }: { readonly points: string }) {
  const isLoss = points.startsWith('-');
  return (
    <bdi className={display.money} data-sign={isLoss ? 'minus' : 'plus'} dir="ltr">
      {isLoss ? `−${pointsOfWire(points.slice(1))}` : `+${pointsOfWire(points)}`}
    </bdi>
  );
}

function playText(t: Translate, category: string, factor: string | undefined): string {
  const name = categoryName(t, category);
  return factor === undefined ? name : t('points.times', { category: name, factor });
}

function categoryName(t: Translate, category: string): string {
  const known = GAME_CATEGORIES.find((name) => name === category);
  return known ? categoryLabel(t, known) : category;
}

function address(parameters: Readonly<Record<string, string | null>>): string {
  const query = new URLSearchParams(Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== null));
  return query.size > 0 ? `${PAGE}?${query}` : PAGE;
}
