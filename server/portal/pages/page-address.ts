/** Path of a request's address, without the query and a slash at the end. */
export function pathOf(url: string): string {
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

export function queryOf(url: string): URLSearchParams {
  return new URLSearchParams(/\?(.*)/s.exec(url)?.[1]);
}
