import { createHash } from 'node:crypto';
import tokens from '../../../client/styles/tokens.css?raw';
import own from './console.css?raw';

/** For the pages of the operators' console: the tokens of the portal's look, following the system's choice of dark or light. */
const followed = tokens
  .replace('[data-theme="dark"]', ':root')
  .replace(/\[data-theme="light"\] \{([^}]*)\}/, '@media (prefers-color-scheme: light) { :root {$1} }');

export const STYLE = `${followed}\n${own}`;
export const STYLE_TAG = `"${createHash('sha256').update(STYLE).digest('base64url').slice(0, 16)}"`;
