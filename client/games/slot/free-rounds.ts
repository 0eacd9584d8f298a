import type { FreeRoundsWire } from '../../../shared/games/protocol.ts';
import type { Units } from '../../../shared/money/money.ts';
import type { Failure } from '../lib/api.ts';
import { h, setText } from '../lib/dom.ts';
import type { BetReading, GameContext } from '../lib/game-view.ts';
import type { StakeControl } from '../lib/stake-control.ts';
import { unitsOf } from '../lib/stakes.ts';

interface FreeRounds {
  /** Of the next round: of a free round, or the player's own. */
  readonly stake: Units;
  /** The next free round; undefined: the player's own stake. */
  bet(): BetReading | undefined;
  show(rounds: readonly FreeRoundsWire[]): void;
  /** The remark on a free round that the platform has refused; undefined for other refusals. */
  refused(code: Failure): string | undefined;
}

/** Free rounds in the bet panel, in place of the stake: how many are left and what they have won. At their end the total is shown. */
export function createFreeRounds({ t, money, showMessage }: GameContext, own: StakeControl, changed: () => void): FreeRounds {
  const left = h('strong');
  const details = h('span');
  own.element.prepend(h('div', { class: 'free-rounds', role: 'status' }, left, details));
  let grants: readonly FreeRoundsWire[] = [];
  let current: FreeRoundsWire | undefined;

  function show(rounds: readonly FreeRoundsWire[]): void {
    const before = current;
    grants = rounds;
    current = grants.find((grant) => grant.left > 0);
    own.element.classList.toggle('plays-free', current !== undefined);
    setText(left, current ? t('studio.free_left', { left: current.left, rounds: current.rounds }) : '');
    const of = current && [t('studio.free_stake', { stake: money(current.stake) }), t('studio.free_won', { won: money(current.won) })];
    setText(details, of?.join(' · ') ?? '');
    changed();
    if (!current && before) showMessage(t('studio.free_end', { won: money(wonBy(grants)) }));
  }

  return {
    get stake() {
      return current ? unitsOf(current.stake) : own.stake;
    },
    bet: () => current && { bet: { engine: 'slot', stake: current.stake }, total: 0n, freeRound: current.grantId },
    show,
    refused(code) {
      if (code !== 'free_round_over') return undefined;
      const over = current?.grantId;
      show(grants.map((grant) => (grant.grantId === over ? { ...grant, left: 0 } : grant)));
      return t('studio.error_free_round_over');
    },
  };
}

function wonBy(grants: readonly FreeRoundsWire[]): Units {
  return grants.reduce((sum, { won }) => sum + unitsOf(won), 0n);
}
