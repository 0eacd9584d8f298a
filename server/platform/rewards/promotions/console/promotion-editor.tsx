import { MAX_CASHBACK_SHARE, MAX_PROMOTION_TITLE, PROMOTION_BLOCKS } from '../../../../../shared/api/promotions/constants.ts';
import { PROMOTION_TYPES } from '../../../../../shared/api/publishing/constants.ts';
import { DEFAULT_LANGUAGE, GAME_CATEGORIES } from '../../../../../shared/constants.ts';
import { LANGUAGES } from '../../../../../shared/i18n/languages.ts';
import { toScreen } from '../../../../../shared/money/money.ts';
import { pointsToWire } from '../../../../../shared/money/points.ts';
import { AmountInput, Card, type ConsoleInput, Form, Input, Reason, Select, TimeInput, tx } from '../../../operators/index.ts';
import type { RaffleRow } from '../../raffle/index.ts';
import type { PromotionRow } from '../rules.ts';
import { titleOf } from '../terms.ts';
import { PROMOTION_PAYS } from './promotion-form.ts';

export interface EditorProps {
  readonly session: ConsoleInput['session'];
  /** Undefined: a new promotion. */
  readonly row: PromotionRow | undefined;
  /** Account of the agent whose team it is for; empty: none. */
  readonly agent: string;
  /** Those whose tickets can be given. */
  readonly raffles: readonly RaffleRow[];
  readonly languages: readonly string[];
  /** Language whose title is needed. */
  readonly required: string;
  readonly currency: string;
}

/** The building blocks of a promotion. Fields that a block does not use are ignored. */
export function PromotionEditor(props: EditorProps) {
  const { session, row, languages, required } = props;
  return (
    <Card title={tx(row ? 'promotionEdit' : 'promotionNew')}>
      <p>{tx('promotionEditText')}</p>
      <Form session={session} to="/promotions/save" submit={tx('save')} fixed={{ id: row?.id ?? '' }}>
        <Rule {...props} />
        <Pays {...props} />
        <Audience {...props} />
        {languages.map((code) => (
          <Input
            key={code}
            name={`title-${code}`}
            label={tx('promotionTitle', { language: LANGUAGES.find((one) => one.code === code)?.name ?? code })}
            maxLength={MAX_PROMOTION_TITLE}
            value={row?.titles[code] ?? ''}
            required={code === required}
          />
        ))}
        <Reason />
      </Form>
    </Card>
  );
}

function Rule({ row, currency }: EditorProps) {
  const shown = (units: string | undefined) => (units && BigInt(units) > 0n ? toScreen(BigInt(units), currency).replaceAll(',', '') : '');
  const shownPoints = (points: string | undefined) =>
    points && BigInt(points) > 0n ? pointsToWire(BigInt(points)).replace(/\.?0+$/, '') : '';
  return (
    <div className="columns">
      <Select
        name="block"
        label={tx('promotionBlock')}
        value={row?.block ?? 'stake'}
        options={PROMOTION_BLOCKS.map((block) => [block, tx(`promotionBlock_${block}`)] as const)}
      />
      <Select
        name="type"
        label={tx('promotionType')}
        value={row?.type ?? 'event'}
        options={PROMOTION_TYPES.map((type) => [type, tx(`promotionType_${type}`)] as const)}
      />
      <TimeInput name="from" label={tx('from')} hint={tx('promotionFromHint')} at={row?.starts_at ?? null} />
      <TimeInput name="to" label={tx('until')} at={row?.ends_at ?? null} />
      <AmountInput
        name="target"
        label={tx('promotionTarget', { currency })}
        hint={tx('promotionTargetHint')}
        value={shown(row?.target)}
        currency={currency}
        required={false}
      />
      <Input
        name="percent"
        label={tx('promotionPercentOf')}
        hint={tx('promotionPercentHint', { most: MAX_CASHBACK_SHARE / 100 })}
        value={row && row.percent > 0 ? String(row.percent / 100) : ''}
        inputMode="decimal"
        maxLength={6}
        required={false}
      />
      <AmountInput
        name="amount"
        label={tx('promotionAmount', { currency })}
        hint={tx('promotionAmountHint')}
        value={shown(row?.amount)}
        currency={currency}
        required={false}
      />
      <Input
        name="points"
        label={tx('points')}
        hint={tx('promotionPointsHint')}
        value={shownPoints(row?.points)}
        inputMode="decimal"
        maxLength={16}
        required={false}
      />
      <Input
        name="budget"
        label={tx('promotionBudgetOf')}
        hint={tx('promotionBudgetHint')}
        value={row ? (row.tickets > 0 ? row.budget : BigInt(row.points) > 0n ? shownPoints(row.budget) : shown(row.budget)) : ''}
        inputMode="decimal"
        maxLength={20}
      />
      <Input name="claimDays" label={tx('promotionClaimDays')} value={String(row?.claim_days ?? 7)} inputMode="numeric" maxLength={3} />
      <Input
        name="categories"
        label={tx('promotionCategories')}
        hint={tx('promotionCategoriesHint', { codes: GAME_CATEGORIES.join(', ') })}
        value={row?.categories.join(', ') ?? ''}
        maxLength={400}
        required={false}
      />
    </div>
  );
}

/** In place of money: a bonus, free rounds, or tickets. */
function Pays({ row, raffles, currency }: EditorProps) {
  const gives = row?.gives ?? null;
  const rounds = gives?.kind === 'rounds' ? gives : null;
  const whole = (value: number | null | undefined) => (value ? String(value) : '');
  return (
    <div className="columns">
      <Select
        name="pays"
        label={tx('promotionPaysOf')}
        hint={tx('promotionPaysHint')}
        value={gives?.kind ?? 'money'}
        options={PROMOTION_PAYS.map((kind) => [kind, tx(`promotionPays_${kind}`)] as const)}
      />
      <Input
        name="wagering"
        label={tx('bonusWagering')}
        hint={tx('promotionWageringHint')}
        value={whole(gives?.kind === 'tickets' ? null : gives?.wagering)}
        inputMode="numeric"
        maxLength={4}
        required={false}
      />
      <Input
        name="payDays"
        label={tx('promotionPayDaysOf')}
        value={whole(gives?.kind === 'tickets' ? null : gives?.days)}
        inputMode="numeric"
        maxLength={2}
        required={false}
      />
      <Input name="game" label={tx('promotionGameOf')} value={rounds?.gameId ?? ''} maxLength={80} required={false} />
      <Input
        name="rounds"
        label={tx('freeRoundsRounds')}
        value={whole(rounds?.rounds)}
        inputMode="numeric"
        maxLength={3}
        required={false}
      />
      <AmountInput
        name="stake"
        label={tx('freeRoundsStake')}
        value={rounds ? toScreen(BigInt(rounds.stake), currency).replaceAll(',', '') : ''}
        currency={currency}
        required={false}
      />
      <Select
        name="raffle"
        label={tx('promotionRaffleOf')}
        hint={tx('promotionRaffleHint')}
        value={gives?.kind === 'tickets' ? gives.raffleId : ''}
        options={[['', tx('promotionRaffleNone')], ...raffles.map(({ id, titles }) => [id, titleOf(titles, DEFAULT_LANGUAGE)] as const)]}
      />
      <Input
        name="tickets"
        label={tx('promotionTicketsOf')}
        value={whole(row?.tickets)}
        inputMode="numeric"
        maxLength={5}
        required={false}
      />
    </div>
  );
}

function Audience({ row, agent }: EditorProps) {
  return (
    <div className="columns">
      <Input name="minLevel" label={tx('promotionLevel')} value={String(row?.min_level ?? 1)} inputMode="numeric" maxLength={2} />
      <Input
        name="newDays"
        label={tx('promotionNewDays')}
        hint={tx('promotionNewDaysHint')}
        value={String(row?.new_days ?? 0)}
        inputMode="numeric"
        maxLength={4}
      />
      <Input name="agent" label={tx('promotionTeam')} hint={tx('promotionTeamHint')} value={agent} maxLength={64} required={false} />
      <Input
        name="countries"
        label={tx('promotionCountries')}
        hint={tx('promotionCountriesHint')}
        value={row?.countries.join(', ') ?? ''}
        maxLength={400}
        required={false}
      />
    </div>
  );
}
