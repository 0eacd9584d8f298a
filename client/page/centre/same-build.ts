/** Addresses of the scripts of a page: its loader, and its islands by name. */
type PageScripts = ReadonlyMap<string, string | null>;

/**
 * Whether another page comes from the build of this one. After a deployment it names files that import their own React and their own stores:
 * its islands would not work in this page.
 */
export function isSameBuild(page: Document): boolean {
  return agree(scriptsOf(document), scriptsOf(page));
}

/** Two builds differ in the loader, or in an island of the frame that both pages have. */
export function agree(own: PageScripts, other: PageScripts): boolean {
  return [...other].every(([name, src]) => !own.has(name) || own.get(name) === src);
}

function scriptsOf(page: Document): PageScripts {
  const scripts = page.querySelectorAll('head script[type=module], lagoon-island');
  return new Map([...scripts].map((element) => [element.getAttribute('name') ?? '', element.getAttribute('src')]));
}
