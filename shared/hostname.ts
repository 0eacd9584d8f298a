/**
 * A host name or address from a parsed URL. Other characters that a URL allows would end a source or a rule of a page
 * policy (`,` and `;`), quote in it, or match all hosts (`*`).
 */
export const HOSTNAME = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])$/;
