import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { consoleParts, consoleTargets, SUBJECT } from './scan/console-targets.ts';
import { targets } from './scan/targets.ts';

const PLACES = ['server/portal/pages', 'server/platform'];
/** Pages of the portal, and those of the console, which stand in folders of this name. */
const PAGES = /\/(?:pages|console)\//;
const READ = /query(?:Of\(request\))?\.(?:get|getAll|has)\('(\w+)'\)/g;

describe('the targets of the scan', () => {
  const named = new Set(targets().flatMap(({ path }) => [...new URL(path, 'http://scan').searchParams.keys()]));

  it('have every parameter that a page reads', () => {
    const files = PLACES.flatMap((place) => readdirSync(place, { recursive: true, encoding: 'utf8' }).map((name) => join(place, name)));
    const read = files
      .filter((name) => PAGES.test(name) && /\.tsx?$/.test(name) && !/test/.test(name))
      .flatMap((name) => [...readFileSync(name, 'utf8').matchAll(READ)].map(([, parameter = '']) => parameter));
    expect(read.length).toBeGreaterThan(50);
    expect([...new Set(read)].filter((parameter) => !named.has(parameter))).toEqual([]);
  });

  it('have every call with a body, as a body and as a form', () => {
    const bodies = targets().filter(({ method }) => method !== 'GET');
    const forms = bodies.filter(({ path }) => path.startsWith('/form/'));
    expect(bodies.length).toBeGreaterThan(2 * forms.length - 1);
    expect(forms.length).toBeGreaterThan(60);
  });

  it('have every form of the console, filled in so that it gets past its schema', () => {
    const filled = new Map(consoleTargets().map(({ path, body }) => [path, new URLSearchParams(body?.replace(SUBJECT, '1'))]));
    const { forms } = consoleParts();
    expect(forms.length).toBeGreaterThan(35);
    const refused = forms.filter(({ path, body }) => {
      const { formPage: _page, ...fields } = Object.fromEntries(filled.get(`/console${path}`) ?? []);
      return !v.is(body, fields);
    });
    expect(refused.map(({ path }) => path)).toEqual([]);
  });
});
