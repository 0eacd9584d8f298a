import { type Family, familyOf, inFamilies } from '../../../shared/games/lottery/families.ts';
import type { PlayType } from '../../../shared/games/lottery/rules.ts';
import { type ChoiceGroup, createChoiceGroup } from '../lib/choice-group.ts';
import { h, setText } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';
import { howText, lotteryText, shortName } from './names.ts';

export interface PlayTypePicker {
  readonly element: HTMLElement;
  readonly chosen: PlayType;
  choose(id: string): void;
  lock(on: boolean): void;
}

/** The play types on two levels, families and their members, with the rule of the chosen one. */
export function createPlayTypePicker(
  { t }: Pick<GameContext, 't'>,
  playTypes: readonly PlayType[],
  on: { changed(playType: PlayType): void },
): PlayTypePicker {
  const [firstFamily, ...otherFamilies] = inFamilies(playTypes);
  if (!firstFamily) throw new Error('a lottery without play types');
  const byId = new Map(playTypes.map((playType) => [playType.id, playType]));
  /** The play type that was open last in each family. */
  const opened = new Map<Family, PlayType>([firstFamily, ...otherFamilies].map((one) => [one.family, one.playTypes[0]]));
  const how = h('p', { class: 'lotto-how', id: 'lotto-how' });

  const memberGroups = new Map(
    [firstFamily, ...otherFamilies].map(({ family, playTypes: [first, ...rest] }) => {
      const group = createChoiceGroup<string>({ label: t('studio.lotto_types'), class: 'lotto-types lotto-members', changed: show }, [
        memberChoice(first),
        ...rest.map(memberChoice),
      ]);
      group.element.setAttribute('aria-describedby', 'lotto-how');
      return [family, group] as const;
    }),
  );
  const familyChoice = (family: Family) => ({ value: family, content: [h('span', {}, t(`lottery.family_${family}`))] });
  const families = createChoiceGroup<Family>(
    { label: t('studio.lotto_families'), class: 'lotto-types lotto-families', changed: openFamily },
    [familyChoice(firstFamily.family), ...otherFamilies.map(({ family }) => familyChoice(family))],
  );
  const chosen = (): PlayType => opened.get(families.value) ?? firstFamily.playTypes[0];

  function memberChoice(playType: PlayType) {
    const [name, short] = [lotteryText(playType.name, t), shortName(playType, t)];
    return { value: playType.id, content: [h('span', {}, short)], ...(short === name ? {} : { label: name }) };
  }

  function showMembers(): void {
    for (const [family, { element }] of memberGroups) element.hidden = family !== families.value;
    setText(how, howText(chosen(), t));
    for (const group of [families, memberGroups.get(families.value)]) scrollToChosen(group);
  }

  function openFamily(): void {
    showMembers();
    on.changed(chosen());
  }

  function show(id: string): void {
    const playType = byId.get(id);
    if (!playType) return;
    opened.set(familyOf(playType), playType);
    showMembers();
    on.changed(playType);
  }

  showMembers();
  return {
    element: h(
      'div',
      { class: 'lotto-picker' },
      otherFamilies.length > 0 && families.element,
      ...[...memberGroups.values()].map(({ element }) => element),
      how,
    ),
    get chosen() {
      return chosen();
    },
    choose(id) {
      const playType = byId.get(id);
      if (!playType) return;
      const family = familyOf(playType);
      opened.set(family, playType);
      memberGroups.get(family)?.choose(id);
      families.choose(family);
    },
    lock(isLocked) {
      for (const group of [families, ...memberGroups.values()]) group.lock(isLocked);
    },
  };
}

/** Sideways only: the panel around it stays where it is. */
function scrollToChosen(group: ChoiceGroup<string> | undefined): void {
  const row = group?.element;
  const tab = row?.querySelector<HTMLElement>('[aria-checked="true"]');
  if (!row || !tab) return;
  row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
}
