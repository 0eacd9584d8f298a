import type { FishVariant } from '../../../shared/games/catalogue.ts';
import type { FishOutcome } from '../../../shared/games/fish.ts';
import { fishChance, fishMultiplier, type Species, targetsOf } from '../../../shared/games/fish.ts';
import { toPercent } from '../../../shared/games/fraction.ts';
import type { StudioRound } from '../../../shared/games/protocol.ts';
import { SEA_SEATS, type SeaSight } from '../../../shared/games/sea/protocol.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import type { Units } from '../../../shared/money/money.ts';
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
import { createSea, type Sea } from './sea.ts';
import type { Shot } from './shots.ts';
import { speciesPicture, speciesSheet } from './species-art.ts';
import { createTrigger } from './trigger.ts';

const HISTORY_LENGTH = 10;
const MAX_COINS = 14;

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
  const company = createCompany(game, api, sea);
  const { shared } = company;
  const group = createTargetGroup(game, variant, targets, (species) => {
    sea.aim(species);
    changed();
  });
  const facts = createAimFacts(game, variant);
  const catches = h('ol', { class: 'catches', 'aria-label': t('studio.catches') });
  listenToNumbers(targets, (species) => group.choose(species));

  function changed(): void {
    facts.show(group.value, stake.stake);
    game.changed();
  }

  return {
    motif: 'waves',
    stage: h(
      'div',
      { class: 'fish' },
      speciesSheet(targets),
      h('div', { class: 'sea-box' }, sea.element, h('div', { class: 'sea-head' }, catches, company.element, stillButton(t, sea))),
      h('div', { class: 'aim' }, group.element, facts.element),
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
      await sea.shoot(shotOf(round, game));
      addToHistory(catches, round.outcome as FishOutcome);
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
    describe: (round) => describeShot(round.outcome as FishOutcome, t),
  };
}

/** The targets of the sea with what each pays. */
function createTargetGroup(game: GameContext, variant: FishVariant, targets: readonly Species[], changed: (species: Species) => void) {
  return createChoiceGroup<Species>(
    { label: game.t('studio.targets'), class: 'targets', play: game.play, changed },
    choices(game, variant, targets),
  );
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

/** What is known before a shot: the target, its chance, and what a hit pays. */
function createAimFacts({ t, money }: GameContext, variant: FishVariant) {
  const name = h('b', { class: 'aim-name' });
  const chance = h('output', { class: 'amount' }, '–');
  const prize = h('output', { class: 'amount' }, '–');
  return {
    element: h(
      'p',
      { class: 'aim-facts' },
      name,
      h('span', {}, t('studio.hit_chance'), ' ', chance),
      h('span', {}, t('studio.hit_pays'), ' ', prize),
    ),
    show(species: Species, stake: Units): void {
      const multiplier = fishMultiplier(variant, species) ?? 1;
      setText(name, t(`studio.species_${species}`));
      setText(chance, `${toPercent(fishChance(multiplier))}%`);
      setText(prize, money(stake * BigInt(multiplier)));
    },
  };
}

/** The shared sea, with a line that shows how many players are in it. */
function createCompany({ t, showMessage }: GameContext, api: StudioApi, sea: Sea) {
  const element = h('p', { class: 'company', hidden: true });
  const shared = createSharedSea(api, { changed: share, lost: (on) => showMessage(on ? t('studio.connection_lost') : '') });

  function share(sight: SeaSight | undefined): void {
    element.hidden = sight === undefined;
    setText(element, sight ? t('studio.fish_players', { players: sight.seats.length, seats: SEA_SEATS }) : '');
    sea.share(sight, shared.clock.now);
  }

  return { element, shared };
}

function stillButton(t: Translate, sea: Sea): HTMLButtonElement {
  const still = button(
    icon('still'),
    { class: 'icon-button still-button', 'aria-pressed': 'false', 'aria-label': t('studio.still_water'), title: t('studio.still_water') },
    () => {
      const on = still.getAttribute('aria-pressed') !== 'true';
      still.setAttribute('aria-pressed', String(on));
      sea.still(on);
    },
  );
  return still;
}

/** What the sea shows of a round. A shot that was refunded shows as missed; coins fall only for more than the stake. */
function shotOf(round: StudioRound, { t, money }: GameContext): Shot {
  const { hit, multiplier } = round.outcome as FishOutcome;
  if (!hit || round.status !== 'settled') return { hit: false, text: t('studio.shot_missed'), coins: 0 };
  const isGain = unitsOf(round.payout) > unitsOf(round.stake);
  const coins = isGain ? Math.min(MAX_COINS, 5 + Math.round(Math.log2(multiplier))) : 0;
  return { hit: true, text: `×${multiplier} · ${money(round.payout)}`, coins };
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

function describeShot({ hit, multiplier, target }: FishOutcome, t: Translate): string {
  return t(hit ? 'studio.fish_caught' : 'studio.fish_missed', { species: t(`studio.species_${target}`), multiplier });
}

function addToHistory(list: HTMLElement, { hit, multiplier, target }: FishOutcome): void {
  list.prepend(h('li', { class: hit ? 'won' : '' }, speciesPicture(target as Species), hit ? `×${multiplier}` : '–'));
  while (list.children.length > HISTORY_LENGTH) list.lastElementChild?.remove();
}
