import { drawing } from './dom.ts';

const PATHS = {
  info: '<circle cx="12" cy="12" r="9"/><path d="M12 11v5M12 7.6v.2"/>',
  history: '<path d="M4 12a8 8 0 1 0 2.6-5.9M4 4.5V8h3.5M12 8v4.4l3 1.8"/>',
  shield: '<path d="M12 3.2l7 2.6v5.4c0 4.6-2.9 7.9-7 9.6-4.1-1.7-7-5-7-9.6V5.8zM8.8 12l2.3 2.3 4.2-4.4"/>',
  close: '<path d="M6 6l12 12M18 6L6 18"/>',
  minus: '<path d="M6 12h12"/>',
  plus: '<path d="M6 12h12M12 6v12"/>',
  spin: '<path d="M19.5 12a7.5 7.5 0 1 1-2.4-5.5M19.5 3.6v4.2h-4.2"/>',
  sound: '<path d="M5 10v4h3l4 3.5v-11L8 10zM15.5 9a4 4 0 0 1 0 6M17.8 6.5a7.5 7.5 0 0 1 0 11"/>',
  muted: '<path d="M5 10v4h3l4 3.5v-11L8 10zM16 10l4 4M20 10l-4 4"/>',
  undo: '<path d="M8 5L4 9l4 4M4.5 9H14a5 5 0 0 1 0 10H9"/>',
  repeat: '<path d="M5 11V9.5A3.5 3.5 0 0 1 8.500 6H19M16 3l3 3-3 3M19 13v1.500A3.5 3.5 0 0 1 15.500 18H5M8 21l-3-3 3-3"/>',
  trash: '<path d="M5 7h14M9.500 7V4.500h5V7M7 7l.8 12.500h8.400L17 7"/>',
  double: '<path d="M5 8l5 8M10 8l-5 8M14 10.200a2.300 2.300 0 1 1 4.300 1.200C17.600 12.800 14 16 14 16h5"/>',
  dice: '<rect x="4.500" y="4.500" width="15" height="15" rx="3.500"/><path d="M9 9v.1M15 9v.1M12 12v.1M9 15v.1M15 15v.1"/>',
  swap: '<path d="M4 8h13M13.500 4.500L17 8l-3.500 3.500M20 16H7M10.500 12.500L7 16l3.500 3.500"/>',
  play: '<path d="M8 5.500v13l10.500-6.500z"/>',
  check: '<path d="M5 12.500l4.500 4.500L19 7.500"/>',
  edit: '<path d="M5 19l1-4.200L15.800 5a2 2 0 0 1 2.900 0l.3.300a2 2 0 0 1 0 2.900L9.200 18zM13.800 7l3.200 3.200"/>',
  save: '<path d="M12 4v11M7.500 11l4.500 4.500 4.500-4.500M5 19.500h14"/>',
  wand: '<path d="M5 19L15 9M14 4.500v3M12.500 6h3M19 9v3M17.500 10.500h3M18.500 3.500v2M17.500 4.500h2"/>',
  cards:
    '<rect x="4" y="6.500" width="10" height="14" rx="2" transform="rotate(-8 9 13.500)"/><path d="M11.500 5l6.300-.9a2 2 0 0 1 2.200 1.700l1.500 10.400a2 2 0 0 1-1.700 2.200l-3.300.5"/>',
  target: '<circle cx="12" cy="12" r="7"/><path d="M12 2.500v5M12 16.500v5M2.500 12h5M16.500 12h5"/>',
  exit: '<path d="M13.500 4.500H6.500v15h7M10.500 12H20M16.500 8.500L20 12l-3.500 3.500"/>',
  bulb: '<path d="M9.500 17.500h5M10 20.500h4M12 3.500a6 6 0 0 0-3.600 10.800c.7.600 1.100 1.300 1.100 2.200v1h5v-1c0-.9.4-1.600 1.100-2.200A6 6 0 0 0 12 3.500z"/>',
  still: '<path d="M9 6v12M15 6v12"/>',
} as const;
export type IconName = keyof typeof PATHS;

/** A line icon of 20 px, decorative: the control around it carries the name. */
export function icon(name: IconName): SVGSVGElement {
  const element = drawing('0 0 24 24', PATHS[name]);
  element.classList.add('icon');
  return element;
}
