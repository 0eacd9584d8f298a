import type { ComponentType } from 'react';
import type { IslandName } from '../../../../client/islands/island-props.ts';
import type { Envelope } from '../../../../shared/api/envelope.ts';
import type { RefusalCode } from '../../../../shared/codes.ts';
import type { PageContext } from '../../../../views/layouts/page-context.ts';
import type { PageView } from '../page-view.ts';
import type { VisitorInput } from '../visitor-input.ts';

/** The refusal that replaces a page, in the visitor's language. */
export interface RefusedPage {
  readonly refused: { readonly code: RefusalCode; readonly message: string };
}

/** One page of the member centre: how it loads its data and its view. */
export interface MemberPageDefinition<Data extends object = object> {
  /** Source file of `View`, whose style sheets the page needs. */
  readonly entry: PageView['entry'];
  readonly islands: readonly IslandName[];
  load(input: VisitorInput): Promise<Data | RefusedPage>;
  readonly View: ComponentType<{ readonly context: PageContext; readonly data: Data }>;
}

export function defineMemberPage<Data extends object>(definition: MemberPageDefinition<Data>): MemberPageDefinition {
  return definition as unknown as MemberPageDefinition;
}

/** The platform's refusal as the content of the page. */
export function refusedBy({ code, message }: Extract<Envelope<unknown>, { success: false }>): RefusedPage {
  return { refused: { code, message } };
}
