import type { Emblem, Variant } from './catalogue.ts';

export type TitleMark = 'hot' | 'new';
/** Name, variant of the engine, emblem, OKLCH hue, badge. Neighbours differ in emblem or by 40 degrees of hue. */
export type Title = readonly [name: string, variant: Variant, emblem: Emblem, hue: number, mark?: TitleMark];
