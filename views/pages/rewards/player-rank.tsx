import { ProgressBar } from '../../../client/ui/progress-bar.tsx';
import '../../../client/styles/index.css';
import records from '../../../client/islands/records/records.module.css';
import { ButtonLink } from '../../../client/ui/button.tsx';
import display from '../../../client/ui/display.module.css';
import { EmptyState } from '../../../client/ui/empty-state.tsx';
import { Icon } from '../../../client/ui/icon.tsx';
import { Pagination } from '../../../client/ui/pagination.tsx';
import type { PlayerRankValue } from '../../../shared/api/vip/schemas.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { amountText, type CurrencyView } from '../../../shared/money/amount-text.ts';
import { DataTable } from '../../components/data-table.tsx';
import { MemberCentre } from '../../layouts/member-centre.tsx';
import type { PageContext } from '../../layouts/page-context.ts';
import { type BenefitInput, benefitRows } from '../../personal/vip-benefits.ts';
import styles from './player-rank.module.css';

export interface PlayerRankView extends Omit<PlayerRankValue, 'history'> {
  readonly timeZone: string;
  /** The rules of all levels; null: they could not be loaded. */
  readonly benefits: BenefitInput | null;
  readonly history: readonly (PlayerRankValue['history'][number] & { readonly atText: string })[];
}

const PAGE = '/member/playerRank';

/** The member's level, what the next one needs, what keeps it, the benefits of both, and its history. Needs no script. */
export function PlayerRankPage({ context, data }: { readonly context: PageContext; readonly data: PlayerRankView }) {
  const { t } = context;
  return (
    <MemberCentre context={context} page="playerRank">
      {data.rank === null ? (
        <EmptyState icon="crown" title={t('pages.vipEmpty')} text={t('pages.vipEmptyText')} />
      ) : (
        <>
          <Standing t={t} view={data} rank={data.rank} />
          {data.benefits ? <Benefits t={t} benefits={data.benefits} rankLevel={data.rank.rankLevel} /> : null}
          <History t={t} view={data} />
          <p className={records.zone}>{t('records.zone', { zone: data.timeZone })}</p>
        </>
      )}
    </MemberCentre>
  );
}

interface StandingProps {
  readonly t: Translate;
  readonly view: PlayerRankView;
  readonly rank: NonNullable<PlayerRankView['rank']>;
}

function Standing({ t, view, rank }: StandingProps) {
  const { next, keep } = view;
  return (
    <section className={display.card}>
      <h2 className={styles.rank}>
        <Icon name="crown" />
        {t('vip.rankNow', { level: rank.rankLevel, label: rank.labelName })}
      </h2>
      {next === null ? (
        <p className={records.note}>{t('vip.noNext')}</p>
      ) : (
        <>
          <h3 className={records.title}>{t('vip.next', { level: next.rankLevel, label: next.labelName })}</h3>
          {next.goals.map((goal) => (
            <Progress key={goal.kind} name={t(`vip.goal_${goal.kind}`)} goal={goal} currency={view} t={t} />
          ))}
        </>
      )}
      {keep === null ? (
        <p className={records.note}>{t('vip.kept')}</p>
      ) : (
        <>
          <h3 className={records.title}>{t('vip.keep', { until: keep.until })}</h3>
          <Progress name={t('vip.goal_period')} goal={keep} currency={view} t={t} />
          <p className={records.note}>{t(keep.counts ? 'vip.keepText' : 'vip.keepLater')}</p>
        </>
      )}
      <p>
        <ButtonLink href="/vip" variant="ghost" dense icon="crown">
          {t('vip.all')}
        </ButtonLink>
      </p>
    </section>
  );
}

interface BenefitsProps {
  readonly t: Translate;
  readonly benefits: BenefitInput;
  readonly rankLevel: number;
}

/** Of the level of now and of the next one, by the rules that pay. */
function Benefits({ t, benefits, rankLevel }: BenefitsProps) {
  const shown = benefits.levels.filter((level) => level.rankLevel === rankLevel || level.rankLevel === rankLevel + 1);
  const names = shown.map(({ labelName }) => labelName);
  return (
    <section className={display.card}>
      <h2 className={records.title}>{t('vip.benefits')}</h2>
      <DataTable label={t('vip.benefits')} heads={[t('vip.benefit'), ...names]} whole cards>
        {benefitRows(t, benefits).map(([label, value]) => (
          <tr key={label}>
            <td>{label}</td>
            {shown.map((level) => (
              <td key={level.rankLevel} className={display.number} data-label={level.labelName}>
                <bdi>{value(level)}</bdi>
              </td>
            ))}
          </tr>
        ))}
      </DataTable>
    </section>
  );
}

interface ProgressProps {
  readonly t: Translate;
  readonly name: string;
  readonly goal: { readonly have: string; readonly need: string };
  readonly currency: CurrencyView;
}

/** What the member has, and what is needed. */
function Progress({ t, name, goal: { have, need }, currency }: ProgressProps) {
  const [has, needs] = [have, need].map((wire) => amountText(wire, currency));
  return (
    <div className={styles.goal}>
      <p className={styles.numbers}>
        <span>{name}</span>
        <bdi className={display.number} data-private>
          {t('vip.haveNeed', { have: has ?? '', need: needs ?? '' })}
        </bdi>
      </p>
      <ProgressBar percent={percent(have, need)} label={name} />
    </div>
  );
}

/** Whole percent, below 100 until the goal is reached. */
function percent(have: string, need: string): number {
  const [has, whole] = [have, need].map((wire) => BigInt(wire.replace('.', ''))) as [bigint, bigint];
  if (has >= whole) return 100;
  return has > 0n ? Math.min(99, Number((has * 100n) / whole)) : 0;
}

function History({ t, view }: { readonly t: Translate; readonly view: PlayerRankView }) {
  const [time = '', change = '', cause = ''] = ['time', 'change', 'cause'].map((key) => t(`vip.${key}`));
  return (
    <section className={display.card}>
      <h2 className={records.title}>{t('vip.history')}</h2>
      {view.history.length === 0 ? (
        <p className={records.note}>{t('vip.noHistory')}</p>
      ) : (
        <DataTable label={t('vip.history')} heads={[time, change, cause]} whole cards>
          {view.history.map(({ at, atText, fromLevel, toLevel, fromLabel, toLabel, cause: why }) => (
            <tr key={`${at} ${fromLevel} ${toLevel}`}>
              <td>{atText}</td>
              <td className={display.number} data-label={change}>
                {t('vip.fromTo', { from: fromLabel ?? String(fromLevel), to: toLabel ?? String(toLevel) })}
              </td>
              <td className={display.number} data-label={cause}>
                {t(`vip.cause_${why}`)}
              </td>
            </tr>
          ))}
        </DataTable>
      )}
      <Pagination t={t} page={view.page} pages={view.pages} href={(page) => `${PAGE}?pageNo=${page}`} />
    </section>
  );
}
