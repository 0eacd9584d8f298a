/**
 * Writes `client/public/icons.svg`: one sprite of the lucide icons named below. Use: `<svg class="icon" aria-hidden="true">
 * <use href="/icons.svg#name"/></svg>`. Colour follows `currentColor`; the stroke is set here so that a plain `<use>` looks right.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const NAMES = `
  menu x search home:house video cherry trophy gamepad-2 fish spade club diamond ticket gift crown heart history bell user users
  user-plus wallet wallet-cards plus minus eye eye-off refresh-cw rotate-ccw log-out log-in chevron-down chevron-up chevron-left
  chevron-right chevrons-left chevrons-right arrow-left arrow-right arrow-up arrow-down arrow-up-down arrow-left-right
  arrow-down-to-line arrow-up-from-line arrow-up-right play pause square layers globe sun moon monitor info triangle-alert
  circle-check circle-x circle-help circle-dot loader:loader-circle lock lock-open shield shield-check key-round download upload
  headset message-circle mail phone copy external-link maximize minimize clock hourglass filter sliders-horizontal dice-5 landmark
  banknote coins credit-card receipt calendar list grid:layout-grid table-2 star flame sparkles zap volume-2 volume-x undo repeat
  shuffle trash:trash-2 settings check ban hash percent target fast-forward skip-forward megaphone newspaper file-text
  image-off wifi-off more-horizontal:ellipsis pencil send share-2 badge-check medal rocket waves ship anchor map-pin scale hand-coins
  fingerprint:fingerprint-pattern smartphone printer qr-code
`;

const folder = new URL('../../node_modules/lucide-static/icons/', import.meta.url);
const output = new URL('../../client/public/icons.svg', import.meta.url);

const header = '<!-- Lucide icons (lucide.dev), ISC licence -->';
/** Filled by the style sheet to show a state: the heart of a favourite. */
const FILLED = ['heart'];
const shape = 'stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round"';
const symbols = NAMES.trim().split(/\s+/).map(symbol);
writeFileSync(output, `<svg xmlns="http://www.w3.org/2000/svg">${header}\n${symbols.join('\n')}\n</svg>\n`);
console.log(`${symbols.length} icons`);

/** `id` or `id:file` if the icon's name in the package differs from its name in the product. */
function symbol(entry) {
  const [id, file = id] = entry.split(':');
  const source = readFileSync(new URL(`${file}.svg`, folder), 'utf8');
  const body = source
    .slice(source.indexOf('>', source.indexOf('<svg')) + 1, source.lastIndexOf('</svg>'))
    .replace(/\s*\n\s*/g, '')
    .replaceAll(' />', '/>');
  const fill = FILLED.includes(id) ? '' : 'fill="none" ';
  return `<symbol id="${id}" viewBox="0 0 24 24" ${fill}${shape}>${body}</symbol>`;
}
