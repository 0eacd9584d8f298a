import { createContext, createElement, useContext } from 'react';
import type { IslandName, IslandPropsByName, MemberView } from '../../client/lib/island-props.ts';
import type { Wake } from '../../client/runtime/island.ts';
import type { Balance } from '../../shared/api/wallet-calls.ts';

/** What a page may show of the visitor it is for. Public pages get it only through personal islands. */
export interface PersonalView {
  readonly member: MemberView | null;
  readonly balance: Balance | null;
}

export interface PlacedIsland {
  readonly name: IslandName;
  readonly wake: Wake;
  /** Plain props, or how to make them for one visitor: such an island is rendered for each visitor anew. */
  readonly props: object | ((visitor: PersonalView) => object);
}

/** Takes an island and gives the id of its slot; the renderer fills the slots in order. */
export type PlaceIsland = (island: PlacedIsland) => string;
export const PlaceContext = createContext<PlaceIsland | null>(null);
export const SLOT_TAG = 'lagoon-slot';

interface IslandProps<N extends IslandName> {
  readonly name: N;
  readonly wake: Wake;
  readonly props: IslandPropsByName[N] | ((visitor: PersonalView) => IslandPropsByName[N]);
}

/** Where an island stands in the page. */
export function Island<N extends IslandName>({ name, wake, props }: IslandProps<N>) {
  const place = useContext(PlaceContext);
  if (!place) throw new Error(`island ${name} outside of a rendered page`);
  return createElement(SLOT_TAG, { id: place({ name, wake, props }) });
}
