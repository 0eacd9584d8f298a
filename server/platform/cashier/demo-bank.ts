import { UNITS_PER_WHOLE } from '../../../shared/money/money.ts';
import type { Executor } from '../db/database.ts';
import { ensureChannel } from './store.ts';

export const DEMO_BANK = 'DEMO_BANK';

const MIN = 10n;
const MAX = 50_000n;
const PRESETS = [50n, 100n, 200n, 500n, 1_000n, 5_000n];
const EXPIRES_MINUTES = 30;

/** The demo merchant's only way to deposit: a bank that takes the member's word for it. */
export async function seedDemoBank(executor: Executor, { currency, name }: { currency: string; name: string }): Promise<void> {
  await ensureChannel(executor, {
    code: DEMO_BANK,
    name,
    kind: 'BANK',
    currency,
    min_amount: (MIN * UNITS_PER_WHOLE).toString(),
    max_amount: (MAX * UNITS_PER_WHOLE).toString(),
    presets: JSON.stringify(PRESETS.map((preset) => (preset * UNITS_PER_WHOLE).toString())),
    expires_minutes: EXPIRES_MINUTES,
    enabled: true,
    sort: 0,
  });
}
