import { useState } from 'react';
import type { PlayState } from '../../../shared/api/responsible-gaming/schemas.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { amountText, NO_CURRENCY } from '../../../shared/money/amount-text.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormMessage } from '../../ui/form-message.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Money } from '../../ui/money.tsx';
import styles from './reality-check.module.css';
import { elapsedText } from './session-clock.ts';

export const REALITY_CHECK_TEXTS = [
  ...`checkDialog checkDialogText checkStay checkTime checkStaked checkResult checkGoOn checkRecord checkLimits checkLeave checkFailed
  refusedLimits stakeRefused stakeRefusedRoom`
    .split(/\s+/)
    .map((name) => `protection.${name}`),
  ...['deposit', 'loss', 'stake', 'session'].flatMap((kind) =>
    ['day', 'week', 'month'].map((period) => `protection.limit_${kind}_${period}`),
  ),
  'common.close',
  'common.moveWindow',
];

const PROTECTION = '/member/protection';

interface CheckProps {
  readonly t: Translate;
  readonly play: PlayState | null;
  readonly open: boolean;
  /** Null: the site has no record. */
  readonly recordHref: string | null;
  readonly exitHref: string;
  readonly onConfirm: () => Promise<boolean>;
}

/**
 * Shown over the game until confirmed (UKGC RTS 13B, MGA): time, stakes, net result, the record and an exit. Until then
 * the wallet refuses every stake, also if the dialog fails.
 */
export function RealityCheck({ t, play, open, recordHref, exitHref, onConfirm }: CheckProps) {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const session = play?.session;
  const goOn = async () => {
    setBusy(true);
    setFailed(!(await onConfirm()));
    setBusy(false);
  };
  return (
    <Dialog t={t} title={t('protection.checkDialog')} open={open} locked onClose={() => undefined}>
      <div className={styles.body}>
        <p>{t('protection.checkDialogText')}</p>
        <dl className={styles.figures} data-private="">
          <div>
            <dt>{t('protection.checkTime')}</dt>
            <dd>{elapsedText(session?.seconds ?? 0)}</dd>
          </div>
          <div>
            <dt>{t('protection.checkStaked')}</dt>
            <dd>
              <Money amount={session?.staked ?? '0.0000'} currency={play ?? NO_CURRENCY} />
            </dd>
          </div>
          <div>
            <dt>{t('protection.checkResult')}</dt>
            <dd>
              <Money amount={session?.net ?? '0.0000'} currency={play ?? NO_CURRENCY} signed />
            </dd>
          </div>
        </dl>
        <p className={styles.stay}>{t('protection.checkStay')}</p>
        <FormMessage text={failed ? t('protection.checkFailed') : ''} />
        <div className={styles.ways}>
          <Button variant="primary" wide busy={busy} onClick={() => void goOn()}>
            {t('protection.checkGoOn')}
          </Button>
          <ButtonLink wide href={exitHref}>
            {t('protection.checkLeave')}
          </ButtonLink>
          {recordHref === null ? null : (
            <ButtonLink variant="ghost" href={recordHref} target="_blank">
              {t('protection.checkRecord')}
            </ButtonLink>
          )}
          <ButtonLink variant="ghost" href={PROTECTION} target="_blank">
            {t('protection.checkLimits')}
          </ButtonLink>
        </div>
      </div>
    </Dialog>
  );
}

interface RefusedProps {
  readonly t: Translate;
  readonly play: PlayState;
  readonly exitHref: string;
  readonly onDismiss: () => void;
}

/** Reason of a refused stake: a break or a reached time limit closes the game; a money limit leaves a smaller amount. */
export function StakeRefused({ t, play, exitHref, onDismiss }: RefusedProps) {
  const { refused, room } = play;
  if (!refused && !room) return null;
  return (
    <section className={styles.refused} role="alert">
      <Icon name="info" />
      <p>
        {refused ? (
          refused.message
        ) : (
          <>
            {t('protection.stakeRefused')}{' '}
            {t('protection.stakeRefusedRoom', {
              limit: t(`protection.limit_${room?.rule.replace('-', '_')}`),
              amount: amountText(room?.left ?? '0.0000', play),
            })}
          </>
        )}
      </p>
      <span className={styles.refusedWays}>
        <ButtonLink dense variant="outline" href={PROTECTION} target="_blank">
          {t('protection.refusedLimits')}
        </ButtonLink>
        {refused ? (
          <ButtonLink dense href={exitHref}>
            {t('protection.checkLeave')}
          </ButtonLink>
        ) : null}
        <Button variant="ghost" dense iconOnly icon="x" onClick={onDismiss}>
          {t('common.close')}
        </Button>
      </span>
    </section>
  );
}
