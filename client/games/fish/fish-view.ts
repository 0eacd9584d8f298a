import type { FishVariant } from '../../../shared/games/catalogue.ts';
import type { FishOutcome } from '../../../shared/games/fish.ts';
import { fishChance, fishMultiplier, type Species, targetsOf } from '../../../shared/games/fish.ts';
import { toPercent } from '../../../shared/games/fraction.ts';
import type { StudioRound } from '../../../shared/games/protocol.ts';
import { SEA_SEATS, type SeaSight } from '../../../shared/games/sea/protocol.ts';
import type { StudioApi } from '../lib/api.ts';
import { createChoiceGroup } from '../lib/choice-group.ts';
import { dialogIsOpen } from '../lib/dialog.ts';
import { button, h, setText } from '../lib/dom.ts';
import type { GameContext, GameView } from '../lib/game-view.ts';
import { icon } from '../lib/icons.ts';
import { createStakeControl, stakedBet } from '../lib/stake-control.ts';
import { unitsOf } from '../lib/stakes.ts';
import { fishRules } from './fish-rules.ts';
import { createSharedSea } from './follow-sea.ts';
import { createSea } from './sea.ts';
import { speciesPicture, speciesSheet } from './species-art.ts';
import { createTrigger } from './trigger.ts';

const HISTORY_LENGTH = 10;
const MOST_COINS = 14;

export function createFishView(game: GameContext, api: StudioApi): GameView {
  const { t, context } = game;
  const variant = context.variant as FishVariant;
  const targets = targetsOf(variant);
  const stake = createStakeControl({ ...game, changed });
  const sea = createSea(game, (species) => group.choose(species));
  /** Each shot is a separate round; rounds follow one another. */
  const trigger = createTrigger(sea.element, () => {
    sea.turn();
    game.play();
  });
  const company = h('p', { class: 'company', hidden: true });
  const shared = createSharedSea(api, { changed: share, lost: (on) => game.showMessage(on ? t('studio.connection_lost') : '') });
  const group = createChoiceGroup<Species>(
    {
      label: t('studio.targets'),
      class: 'targets',
      play: game.play,
      changed(species) {
        sea.aim(species);
        changed();
      },
    },
    choices(game, variant, targets),
  );
  const name = h('b', { class: 'aim-name' });
  const chance = h('output', { class: 'amount' }, '–');
  const prize = h('output', { class: 'amount' }, '–');
  const catches = h('ol', { class: 'catches', 'aria-label': t('studio.catches') });
  const still = button(
    icon('still'),
    { class: 'icon-button still-button', 'aria-pressed': 'false', 'aria-label': t('studio.still_water'), title: t('studio.still_water') },
    () => {
      const on = still.getAttribute('aria-pressed') !== 'true';
      still.setAttribute('aria-pressed', String(on));
      sea.still(on);
    },
  );
  listenToNumbers(targets, (species) => group.choose(species));

  function share(sight: SeaSight | undefined): void {
    company.hidden = sight === undefined;
    setText(company, sight ? t('studio.fish_players', { players: sight.seats.length, seats: SEA_SEATS }) : '');
    sea.share(sight, shared.clock.now);
  }

  function changed(): void {
    const multiplier = fishMultiplier(variant, group.value) ?? 1;
    setText(name, t(`studio.species_${group.value}`));
    setText(chance, `${toPercent(fishChance(multiplier))}%`);
    setText(prize, game.money(stake.stake * BigInt(multiplier)));
    game.changed();
  }

  return {
    motif: 'waves',
    stage: h(
      'div',
      { class: 'fish' },
      speciesSheet(targets),
      h('div', { class: 'sea-box' }, sea.element, h('div', { class: 'sea-head' }, catches, company, still)),
      h(
        'div',
        { class: 'aim' },
        group.element,
        h(
          'p',
          { class: 'aim-facts' },
          name,
          h('span', {}, t('studio.hit_chance'), ' ', chance),
          h('span', {}, t('studio.hit_pays'), ' ', prize),
        ),
      ),
    ),
    controls: stake.element,
    actionLabel: t('studio.shoot'),
    open(session) {
      stake.open(session.limits);
      sea.aim(group.value);
      shared.join();
    },
    readBet() {
      const reading = stakedBet(stake, (wire) => ({ engine: 'fish', stake: wire, target: group.value }) as const);
      if (!reading.bet || !shared.sight) return reading;
      const fish = sea.target;
      if (fish !== undefined) return { ...reading, fish };
      return { total: stake.stake, missing: t('studio.fish_none', { species: t(`studio.species_${group.value}`) }) };
    },
    begin() {
      // A seat expires after too long without a shot; the next shot takes one again.
      shared.join();
      sea.charge(true);
      game.sound.tick();
    },
    async show(round: StudioRound) {
      const { hit, multiplier, target } = round.outcome as FishOutcome;
      const isCaught = hit && round.status === 'settled';
      const coins =
        isCaught && unitsOf(round.payout) > unitsOf(round.stake) ? Math.min(MOST_COINS, 5 + Math.round(Math.log2(multiplier))) : 0;
      await sea.shoot({ hit: isCaught, text: isCaught ? `×${multiplier} · ${game.money(round.payout)}` : t('studio.shot_missed'), coins });
      addToHistory(catches, target as Species, hit ? `×${multiplier}` : '–', hit);
    },
    // The label over the animal shows it.
    quiet: (round) => round.status === 'settled',
    abort: () => sea.charge(false),
    refused(code) {
      trigger.release();
      if (code === 'target_gone') return t('studio.error_target_gone');
      if (code !== 'not_seated') return undefined;
      shared.left();
      return t('studio.fish_alone');
    },
    stepStake: stake.step,
    calm: true,
    mounted: (action) => trigger.listen(action),
    lock(on) {
      stake.lock(on);
      group.lock(on);
    },
    rules: () => fishRules(game, variant, targets),
    describe(round) {
      const { hit, multiplier, target } = round.outcome as FishOutcome;
      return t(hit ? 'studio.fish_caught' : 'studio.fish_missed', { species: t(`studio.species_${target}`), multiplier });
    },
  };
}

function choices({ t }: GameContext, variant: FishVariant, targets: readonly Species[]) {
  const [first, ...more] = targets.map((value) => {
    const multiplier = fishMultiplier(variant, value) ?? 1;
    return {
      value,
      label: t('studio.target_of', { species: t(`studio.species_${value}`), multiplier }),
      content: [speciesPicture(value), h('b', {}, `×${multiplier}`)],
    };
  });
  if (!first) throw new Error(`no targets in ${variant}`);
  return [first, ...more] as const;
}

/** The number keys choose a target anywhere on the page except in fields and dialogs. */
function listenToNumbers(targets: readonly Species[], choose: (species: Species) => void): void {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || dialogIsOpen()) return;
    if (event.target instanceof Element && event.target.closest('input, textarea')) return;
    const species = /^[1-9]$/.test(event.key) ? targets[Number(event.key) - 1] : undefined;
    if (species) choose(species);
  });
}

function addToHistory(list: HTMLElement, target: Species, text: string, hit: boolean): void {
  list.prepend(h('li', { class: hit ? 'won' : '' }, speciesPicture(target), text));
  while (list.children.length > HISTORY_LENGTH) list.lastElementChild?.remove();
}
