import type { FreeRoundsWire } from '../../../shared/games/protocol.ts';
import type { Units } from '../../../shared/money/money.ts';
import { h, setText } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';
import { unitsOf } from '../lib/stakes.ts';

interface FreeRounds {
  /** The free round that is played next; undefined: the player's own stake. */
  readonly next: { readonly grantId: string; readonly stake: string } | undefined;
  show(rounds: readonly FreeRoundsWire[]): void;
  /** The platform has refused the next one: it is over. */
  drop(): void;
}

/** Free rounds in the bet panel, in place of the stake: how many are left and what they have won. At their end the total is said. */
export function createFreeRounds(
  { t, money, showMessage }: Pick<GameContext, 't' | 'money' | 'showMessage'>,
  stake: HTMLElement,
): FreeRounds {
  const left = h('strong');
  const details = h('span');
  stake.prepend(h('div', { class: 'free-rounds', role: 'status' }, left, details));
  let grants: readonly FreeRoundsWire[] = [];
  let current: FreeRoundsWire | undefined;

  function paint(): void {
    const before = current;
    current = grants.find((grant) => grant.left > 0);
    stake.classList.toggle('plays-free', current !== undefined);
    setText(left, current ? t('studio.free_left', { left: current.left, rounds: current.rounds }) : '');
    const of = current && [t('studio.free_stake', { stake: money(current.stake) }), t('studio.free_won', { won: money(current.won) })];
    setText(details, of?.join(' · ') ?? '');
    if (!current && before) showMessage(t('studio.free_end', { won: money(wonBy(grants)) }));
  }

  return {
    get next() {
      return current;
    },
    show(rounds) {
      grants = rounds;
      paint();
    },
    drop() {
      const over = current?.grantId;
      grants = grants.map((grant) => (grant.grantId === over ? { ...grant, left: 0 } : grant));
      paint();
    },
  };
}

function wonBy(grants: readonly FreeRoundsWire[]): Units {
  return grants.reduce((sum, { won }) => sum + unitsOf(won), 0n);
}
