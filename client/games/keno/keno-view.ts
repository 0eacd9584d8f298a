import type { KenoOutcome } from '../../../shared/games/keno.ts';
import { KENO_MAX_PICKS, KENO_TENTHS, kenoMultiplier } from '../../../shared/games/keno.ts';
import type { StudioRound } from '../../../shared/games/protocol.ts';
import { sleep } from '../lib/attempt.ts';
import { h, prefersReducedMotion } from '../lib/dom.ts';
import type { GameContext, GameView } from '../lib/game-view.ts';
import { ruleTable } from '../lib/rule-table.ts';
import { createStakeControl, stakedBet } from '../lib/stake-control.ts';
import { timesText } from '../lib/times-text.ts';
import { clearDraw, createKenoBoard, drop, lockBoard, showLadder } from './keno-board.ts';

const DRAW_MS = 110;

export function createKenoView(game: GameContext): GameView {
  const { t } = game;
  const stake = createStakeControl({ ...game, changed: game.changed });
  const board = createKenoBoard(game);
  const { grid, state } = board;

  return {
    motif: 'stars',
    stage: board.stage,
    controls: stake.element,
    actionLabel: t('studio.draw'),
    open: (session) => stake.open(session.limits),
    readBet() {
      if (state.picks.length === 0) return { total: stake.stake, missing: t('studio.pick_first') };
      return stakedBet(stake, (wire) => ({ engine: 'keno', stake: wire, picks: state.picks }));
    },
    begin() {
      clearDraw(board);
      showLadder(board);
      grid.classList.add('waiting');
    },
    async show(round: StudioRound) {
      const { drawn, hits } = round.outcome as KenoOutcome;
      grid.classList.remove('waiting');
      for (const number of drawn) {
        drop(board, number, hits.includes(number));
        if (prefersReducedMotion()) continue;
        game.sound.tick();
        await sleep(DRAW_MS);
      }
      showLadder(board, hits.length);
    },
    abort: () => grid.classList.remove('waiting'),
    stepStake: stake.step,
    lock(on) {
      stake.lock(on);
      lockBoard(board, on);
    },
    rules: () => kenoRules(game),
    describe(round) {
      const { hits } = round.outcome as KenoOutcome;
      return round.bet.engine === 'keno' ? t('studio.hits_count', { count: hits.length, picks: round.bet.picks.length }) : '';
    },
  };
}

function kenoRules({ t, context }: GameContext): readonly Node[] {
  const tables = Object.keys(KENO_TENTHS).map(Number);
  const rows = Array.from({ length: KENO_MAX_PICKS + 1 }, (_, hits) => [
    String(hits),
    ...tables.map((picks) => ((KENO_TENTHS[picks]?.[hits] ?? 0) > 0 ? timesText(kenoMultiplier(picks, hits)) : '')),
  ]);
  return [
    h('p', {}, t('studio.keno_rule_intro')),
    h('p', {}, t('studio.rule_return', { rtp: context.rtp })),
    h('h3', {}, t('studio.pay_table')),
    h(
      'div',
      { class: 'wide-table', tabindex: 0, role: 'group', 'aria-label': t('studio.pay_table') },
      ruleTable([`${t('studio.hits')} / ${t('studio.picks')}`, ...tables.map(String)], rows),
    ),
    h('h3', {}, t('studio.keyboard')),
    h('p', {}, t('studio.keno_rule_keys')),
    h('p', { class: 'quiet' }, t('studio.rule_malfunction')),
  ];
}
