import type { PayoutRow } from '../../money/payout/index.ts';
import type { ProviderState } from '../../money/provider-health/index.ts';
import type { WithdrawalRow } from '../../money/withdrawal/index.ts';
import {
  Amount,
  Badge,
  Card,
  Collapsible,
  type ConsoleInput,
  Form,
  isActionAllowed,
  kindText,
  Reason,
  Select,
  Table,
  Time,
  tx,
} from '../../operators/index.ts';

type Session = ConsoleInput['session'];
type Tone = 'pos' | 'neg' | 'warn';
const TONES: Readonly<Partial<Record<PayoutRow['status'], Tone>>> = { unknown: 'neg', sent: 'warn', paid: 'pos', failed: 'neg' };

/** State of the payment by a provider; `by hand` if operators pay. */
export function PayoutState({ payout }: { readonly payout: PayoutRow }) {
  const tone = TONES[payout.status];
  return (
    <>
      <Badge {...(tone && { tone })}>{tx(`payout_${payout.status}`)}</Badge>
      {payout.conflict === null ? null : (
        <>
          {' '}
          <Badge tone="neg">{tx('payoutConflict')}</Badge>
        </>
      )}
    </>
  );
}

interface CardProps {
  readonly session: Session;
  readonly row: WithdrawalRow;
  /** The latest first. */
  readonly payouts: readonly PayoutRow[];
  /** The provider's own page for operators. */
  readonly pageOf: (provider: string) => string | undefined;
}

function ProviderName({ code, page }: { readonly code: string; readonly page: string | undefined }) {
  return page === undefined ? code : <a href={page}>{code}</a>;
}

/** Orders of a withdrawal at payment providers, and the decisions about them. */
export function PayoutCard({ session, row, payouts, pageOf }: CardProps) {
  const open = payouts.find(({ status }) => status === 'unknown' || status === 'sent');
  const isWaiting = row.status === 'review' || row.status === 'approved';
  if (payouts.length === 0 && !row.by_hand && !isWaiting) return null;
  return (
    <Card title={tx('payouts')}>
      {row.by_hand ? <p>{tx('payoutByHand')}</p> : null}
      <Table
        caption={tx('payouts')}
        heads={[tx('payout'), tx('payoutProvider'), tx('state'), tx('payoutPaid'), tx('cameBack'), tx('payoutTries'), tx('reason')]}
        rows={payouts.map((payout) => ({
          key: payout.id,
          cells: [
            payout.id,
            <ProviderName key="provider" code={payout.provider} page={pageOf(payout.provider)} />,
            <PayoutState key="state" payout={payout} />,
            <Amount key="paid" units={BigInt(payout.paid)} currency={payout.currency} />,
            <Amount key="returned" units={BigInt(payout.returned)} currency={payout.currency} />,
            String(payout.tries),
            payout.conflict ?? kindText('payoutReason', payout.reason ?? payout.last_error ?? ''),
          ],
        }))}
        empty={tx('payoutsNone')}
      />
      {isActionAllowed(session.role, 'withdrawals.pay') ? (
        <Decisions session={session} row={row} open={open} isWaiting={isWaiting} />
      ) : null}
    </Card>
  );
}

function Decisions({
  session,
  row,
  open,
  isWaiting,
}: Omit<CardProps, 'payouts' | 'pageOf'> & { readonly open: PayoutRow | undefined; readonly isWaiting: boolean }) {
  if (open)
    return (
      <Collapsible title={tx('payoutSettle')}>
        <p>{tx('payoutSettleText')}</p>
        <Form session={session} to="/payouts/settle" submit={tx('payoutSettle')} danger fixed={{ id: open.id }}>
          <Select
            name="outcome"
            label={tx('outcome')}
            options={[
              ['failed', tx('payoutOutcome_failed')],
              ['paid', tx('payoutOutcome_paid')],
            ]}
          />
          <Reason />
        </Form>
      </Collapsible>
    );
  if (!isWaiting) return null;
  const by = row.by_hand ? 'provider' : 'hand';
  return (
    <Collapsible title={tx(`payoutBy_${by}`)}>
      <Form session={session} to="/withdrawals/by-hand" submit={tx(`payoutBy_${by}`)} fixed={{ id: row.id, by }}>
        <Reason />
      </Form>
    </Collapsible>
  );
}

/** How payment providers respond. */
export function ProviderCard({ providers, now }: { readonly providers: readonly ProviderState[]; readonly now: Date }) {
  return (
    <Card title={tx('providers')}>
      <p>{tx('providersText')}</p>
      <Table
        caption={tx('providers')}
        heads={[tx('payoutProvider'), tx('state'), tx('providerFailures'), tx('providerAnswered'), tx('providerError')]}
        rows={providers.map(({ code, failures, pausedUntil, lastError, answeredAt }) => ({
          key: code,
          cells: [
            code,
            <Badge key="state" tone={failures === 0 ? 'pos' : pausedUntil !== null && pausedUntil > now ? 'neg' : 'warn'}>
              {tx(failures === 0 ? 'providerUp' : pausedUntil !== null && pausedUntil > now ? 'providerPaused' : 'providerFailing')}
            </Badge>,
            String(failures),
            answeredAt === null ? '' : <Time key="at" at={answeredAt} />,
            failures === 0 ? '' : (lastError ?? ''),
          ],
        }))}
        empty={tx('providersNone')}
      />
    </Card>
  );
}
