import { createContext, createElement, useContext } from 'react';
import type { IslandName, IslandPropsByName } from '../../client/islands/island-props.ts';
import type { MemberView } from '../../client/islands/shell/props.ts';
import type { HydrateOn } from '../../client/runtime/island.ts';
import type { Balance } from '../../shared/api/balance/schemas.ts';
import type { MemberNavProps } from '../personal/member-nav.tsx';
import type { PopupsProps } from '../personal/popups.tsx';
import type { RewardCountProps } from '../personal/reward-count.tsx';
import type { VipLevelsProps } from '../personal/vip-levels.tsx';

/** Data of the visitor that a page may render. Public pages use it only in personal islands. */
export interface PersonalView {
  readonly member: MemberView | null;
  readonly balance: Balance | null;
}

/** Parts in `views/personal` that depend on the visitor and need no script. */
export interface PersonalParts {
  readonly 'member-nav': MemberNavProps;
  readonly 'vip-levels': VipLevelsProps;
  readonly 'reward-count': RewardCountProps;
  readonly popups: PopupsProps;
}

export interface PlacedIsland {
  readonly name: IslandName | keyof PersonalParts;
  readonly hydrate: HydrateOn;
  /** Plain props, or a function of the visitor: such an island is rendered for each visitor separately. */
  readonly props: object | ((visitor: PersonalView) => object);
}

/** Registers an island and returns the id of its slot; the renderer fills the slots in order. */
export type PlaceIsland = (island: PlacedIsland) => string;
export const PlaceContext = createContext<PlaceIsland | null>(null);
export const SLOT_TAG = 'lagoon-slot';

interface IslandProps<N extends IslandName> {
  readonly name: N;
  readonly hydrate: HydrateOn;
  readonly props: IslandPropsByName[N] | ((visitor: PersonalView) => IslandPropsByName[N]);
}

/** Places an island in the page. */
export function Island<N extends IslandName>(island: IslandProps<N>) {
  return <Slot {...island} />;
}

interface PersonalProps<N extends keyof PersonalParts> {
  readonly name: N;
  readonly props: (visitor: PersonalView) => PersonalParts[N];
}

/** Places a part that is rendered for each visitor and has no script. */
export function Personal<N extends keyof PersonalParts>({ name, props }: PersonalProps<N>) {
  return <Slot name={name} hydrate="never" props={props} />;
}

function Slot(island: PlacedIsland) {
  const place = useContext(PlaceContext);
  if (!place) throw new Error(`island ${island.name} outside of a rendered page`);
  return createElement(SLOT_TAG, { id: place(island) });
}
