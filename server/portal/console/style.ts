import { createHash } from 'node:crypto';
import tokens from '../../../client/styles/tokens.css?raw';
import facts from './facts.css?raw';
import forms from './forms.css?raw';
import lists from './lists.css?raw';
import page from './page.css?raw';
import screens from './screens.css?raw';

/** For the pages of the operators' console: the tokens of the portal's look, following the system's choice of dark or light. */
const followed = tokens
  .replace('[data-theme="dark"]', ':root')
  .replace(/\[data-theme="light"\] \{([^}]*)\}/, '@media (prefers-color-scheme: light) { :root {$1} }');

/** In this order: a later part may say more of what an earlier one has said. */
export const STYLE = [followed, page, facts, forms, lists, screens].join('\n');
export const STYLE_TAG = `"${createHash('sha256').update(STYLE).digest('base64url').slice(0, 16)}"`;
