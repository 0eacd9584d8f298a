import { createHash } from 'node:crypto';
import tokens from '../../../client/styles/tokens.css?raw';
import facts from './facts.css?raw';
import forms from './forms.css?raw';
import lists from './lists.css?raw';
import page from './page.css?raw';
import screens from './screens.css?raw';

/** Style of the console: the portal's design tokens, switched by the system's preference for dark or light. */
const systemThemeTokens = tokens
  .replace('[data-theme="dark"]', ':root')
  .replace(/\[data-theme="light"\] \{([^}]*)\}/, '@media (prefers-color-scheme: light) { :root {$1} }');

/** Order matters: later sheets override earlier ones. */
export const STYLE = [systemThemeTokens, page, facts, forms, lists, screens].join('\n');
export const STYLE_TAG = `"${createHash('sha256').update(STYLE).digest('base64url').slice(0, 16)}"`;
