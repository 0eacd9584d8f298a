import { toWire } from '../../../shared/money/money.ts';
import { KENO_MAX_PICKS, KENO_NUMBERS, KENO_TENTHS, kenoMultiplier } from '../../../shared/studio/keno.ts';
import type { EngineOutcome, StudioRound } from '../../../shared/studio/protocol.ts';
import { sleep } from '../lib/attempt.ts';
import { button, h, prefersReducedMotion, setText } from '../lib/dom.ts';
import type { GameContext, GameView } from '../lib/game-view.ts';
import { icon } from '../lib/icons.ts';
import { ruleTable } from '../lib/rule-table.ts';
import { createStakeControl } from '../lib/stake-control.ts';
import { quickPick, stepNumber, togglePick } from './picks.ts';

type KenoOutcome = Extract<EngineOutcome, { engine: 'keno' }>;
const DRAW_MS = 110;

export function createKenoView(game: GameContext): GameView {
  const { t } = game;
  let picks: readonly number[] = [];
  let locked = true;
  const stake = createStakeControl({ ...game, changed: game.changed });
  const cells = Array.from({ length: KENO_NUMBERS }, (_, index) => numberButton(index + 1));
  const grid = h('div', { class: 'grid', role: 'group', 'aria-label': t('studio.numbers_grid') }, ...cells);
  const count = h('p', { class: 'pick-count', 'aria-live': 'polite' });
  const quick = button(t('studio.quick_pick'), { class: 'button on-art' }, () => choose(quickPick()));
  quick.prepend(icon('wand'));
  const clear = button(t('studio.clear'), { class: 'button on-art' }, () => choose([]));
  clear.prepend(icon('trash'));
  const ladder = h('ol', { class: 'pays', 'aria-label': t('studio.pay_table') });
  const tray = h('ol', { class: 'tray', 'aria-hidden': 'true' });
  const stage = h(
    'div',
    { class: 'keno' },
    h('div', { class: 'keno-main' }, h('div', { class: 'keno-tools' }, count, quick, clear), grid, tray),
    ladder,
  );

  function numberButton(number: number): HTMLButtonElement {
    return button(
      h('span', {}, String(number)),
      { class: 'number-cell', 'data-number': number, 'aria-pressed': 'false', tabindex: number === 1 ? 0 : -1 },
      () => {
        if (locked) return;
        const next = togglePick(picks, number);
        if (next) choose(next);
        else game.say(t('studio.picks_full'));
      },
    );
  }
  grid.addEventListener('keydown', (event) => {
    const from = event.target instanceof HTMLElement ? Number(event.target.dataset.number) : Number.NaN;
    if (Number.isNaN(from) || !event.key.startsWith('Arrow')) return;
    event.preventDefault();
    cells[stepNumber(from, event.key) - 1]?.focus();
  });
  grid.addEventListener('focusin', (event) => {
    for (const cell of cells) cell.tabIndex = cell === event.target ? 0 : -1;
  });

  function choose(next: readonly number[]): void {
    if (locked) return;
    picks = next;
    clearDraw();
    showPicks();
    game.changed();
  }
  function showPicks(): void {
    for (const [index, cell] of cells.entries()) cell.setAttribute('aria-pressed', String(picks.includes(index + 1)));
    setText(count, t('studio.picks_of', { count: picks.length, max: KENO_MAX_PICKS }));
    showLadder();
  }
  function showLadder(hits?: number): void {
    const rungs = Object.keys(KENO_TENTHS[picks.length] ?? {}).map(Number);
    ladder.replaceChildren(
      ...rungs.map((rung) =>
        h(
          'li',
          { class: rung === hits ? 'on' : '' },
          h('span', {}, `${rung} / ${picks.length}`),
          h('b', {}, `×${kenoMultiplier(picks.length, rung).replace(/\.0$/, '')}`),
        ),
      ),
    );
    ladder.hidden = rungs.length === 0;
  }
  function clearDraw(): void {
    tray.replaceChildren();
    for (const [index, cell] of cells.entries()) {
      cell.classList.remove('drawn', 'hit');
      cell.removeAttribute('aria-label');
      setText(cell, String(index + 1));
    }
  }
  function drop(number: number, hit: boolean): void {
    const cell = cells[number - 1];
    cell?.classList.add('drawn');
    cell?.classList.toggle('hit', hit);
    cell?.setAttribute('aria-label', t(hit ? 'studio.number_hit' : 'studio.number_drawn', { number }));
    tray.append(h('li', { class: hit ? 'ball-hit' : '' }, String(number)));
  }

  showPicks();
  return {
    motif: 'stars',
    stage,
    controls: stake.element,
    actionLabel: t('studio.draw'),
    open: (session) => stake.open(session.limits),
    readBet() {
      if (picks.length === 0) return { total: stake.stake, missing: t('studio.pick_first') };
      return { bet: { engine: 'keno', stake: toWire(stake.stake), picks }, total: stake.stake };
    },
    begin() {
      clearDraw();
      showLadder();
      grid.classList.add('waiting');
    },
    async show(round: StudioRound) {
      const { drawn, hits } = round.outcome as KenoOutcome;
      grid.classList.remove('waiting');
      for (const number of drawn) {
        drop(number, hits.includes(number));
        if (prefersReducedMotion()) continue;
        game.sound.tick();
        await sleep(DRAW_MS);
      }
      showLadder(hits.length);
    },
    abort: () => grid.classList.remove('waiting'),
    lock(on) {
      locked = on;
      stake.lock(on);
      quick.disabled = on;
      clear.disabled = on;
      for (const cell of cells) cell.setAttribute('aria-disabled', String(on));
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
    ...tables.map((picks) => ((KENO_TENTHS[picks]?.[hits] ?? 0) > 0 ? kenoMultiplier(picks, hits).replace(/\.0$/, '') : '')),
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
