import type { Title } from './title.ts';

/** Lotteries and instant games of numbers of the vendor HALO. */
export const HALO_TITLES: readonly Title[] = [
  ['Halo Four', 'quad', 'balls', 275, 'hot'],
  ['Halo Three', 'triple', 'digits', 315],
  ['Halo Two', 'pair', 'ticket', 210],
  ['Golden Ticket Four', 'quad', 'ticket', 60, 'hot'],
  ['Rainbow Three', 'triple', 'balls', 190],
  ['Lucky Twenty', 'twenty', 'balls', 20],
  ['Moonrise Three', 'triple', 'moon', 245],
  ['Silver Two', 'pair', 'digits', 225],
  ['Halo Race', 'race', 'trophy', 20, 'new'],
  ['Halo Eleven', 'eleven', 'balls', 150, 'new'],
  ['Halo Fast Three', 'fast3', 'dice', 320],
  ['Halo Minute', 'five1', 'comet', 60, 'hot'],
  ['Halo Three Minutes', 'five3', 'digits', 190],
  ['Halo Five Minutes', 'five5', 'ticket', 255],
];

export const STARFALL_TITLES: readonly Title[] = [
  ['Starfall Twenty', 'balls', 'balls', 165, 'new'],
  ['Starfall Keno', 'twenty', 'balls', 265, 'hot'],
  ['Comet Keno', 'twenty', 'balls', 215],
  ['Lotus Keno', 'twenty', 'lotus', 330],
  ['Harbour Keno', 'twenty', 'balls', 190],
  ['Golden Keno', 'twenty', 'balls', 70, 'new'],
  ['Midnight Keno', 'twenty', 'balls', 285],
  ['Starfall Four', 'quad', 'digits', 255, 'new'],
  ['Comet Three', 'triple', 'comet', 225],
  ['Nebula Two', 'pair', 'digits', 320],
  ['Ruby Keno', 'twenty', 'balls', 12],
  ['Orchid Keno', 'twenty', 'lotus', 315],
];
