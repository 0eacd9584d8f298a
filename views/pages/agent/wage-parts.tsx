import display from '../../../client/ui/display.module.css';
import type { WageState } from '../../../shared/api/agent-wages/constants.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';

/** Hundredths of a percent: 45 is "0.45%". */
export function percent(rateBp: number): string {
  return `${(rateBp / 100).toFixed(2)}%`;
}

const TONES: Readonly<Partial<Record<WageState, string>>> = { paid: 'pos', due: 'info', held: 'info', unfunded: 'info', rejected: 'neg' };

export function WageStateBadge({ t, state }: { readonly t: Translate; readonly state: WageState }) {
  return (
    <span className={display.badge} data-tone={TONES[state]}>
      {t(`wages.state_${state}`)}
    </span>
  );
}
