/**
 * A name or an address as it stands in a parsed URL. Other signs that a URL lets through end a source or a rule of a
 * page policy (`,` and `;`), quote in it, or stand for all hosts (`*`).
 */
export const HOSTNAME = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])$/;
