import { consoleAreas } from '../../server/platform/console/test-areas.ts';
import type { ConsoleForm } from '../../server/platform/operators/pages/page.ts';
import { sampleFor } from '../../server/portal/testing/sample-of.ts';
import { FORM_TYPE, type Target } from './contracts.ts';

/** Placeholder in a target for the id of an item that exists when the scan begins (`console-subjects.ts`). */
export const SUBJECT = /subject\.(\w+)/g;

/** Query parameters that the console's pages and files read. */
const READ: Readonly<Record<string, string>> = {
  '': 'done=done_noted',
  '/deposits': 'status=all&member=subject.payer&page=1',
  '/deposits.csv': 'status=all&member=subject.payer',
  '/suspense': 'status=waiting&page=1',
  '/withdrawals': 'status=all&member=subject.payer&page=1',
  '/withdrawals.csv': 'status=all&member=subject.payer',
  '/members': 'q=demo&page=1',
  '/members/:id': 'page=1',
  '/adjustments': 'page=1',
  '/reviews': 'state=all&member=subject.member&page=1',
  '/feedback': 'page=1',
  '/chat': 'page=1',
  '/content': 'kind=promotion&page=1',
  '/content/new': 'kind=banner',
  '/content/items/:id/picture/:picture': 'size=narrow',
  '/draws': 'list=sold&game=NOVA_SEA_FOUR&page=1',
  '/draws/:provider/:draw': 'live=1',
  '/switches': 'q=comet',
  '/log': 'operator=ops01&action=operator.added&object=x&before=999999',
  '/log.csv': 'operator=ops01&action=operator.added&object=x&before=999999',
};
/** Items of an area's pages and forms that no form creates. */
const SUBJECT_OF: Readonly<Record<string, string>> = {
  deposits: 'subject.deposit',
  suspense: 'subject.suspense',
  withdrawals: 'subject.withdrawal',
  members: 'subject.member',
  agents: 'subject.agent',
  adjustments: 'a_scan',
  feedback: 'subject.letter',
  chat: 'subject.message',
  content: 'subject.content',
  operators: 'subject.operator',
};
/** Fields without usable sample values. Times lie in the future, so that the site and the games stay open for the rest of the scan. */
const FIELDS: Readonly<Record<string, string>> = {
  memberId: 'subject.member',
  operatorId: 'subject.operator',
  name: 'scan.quay',
  password: 'harbour-lights-77',
  scope: 'game:NOVA_COMET_DICE',
  from: '2036-01-01T00:00',
  until: '2036-01-02T00:00',
  end: '2036-01-02T00:00',
  allowedCountries: 'AU, TH',
  deniedCountries: 'KP',
};
const TEXTS = { 'title-EN': 'x', 'summary-EN': 'x', 'action-EN': 'x', 'body-EN': 'x' };
/** Fields named after languages, which no schema lists, each saved value new; and a code, which is not the operator's. */
const MORE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/content/save': { ...TEXTS, id: '' },
  '/content/preview': { ...TEXTS, id: '' },
  '/new-member/add': { account: 'scanquay', type: '0', affiliateCode: '' },
  '/agents/code': { code: 'SCAN0001' },
  '/agents/code-off': { code: 'SCAN0001' },
  '/agents/code-on': { code: 'SCAN0001' },
  '/site/close': { 'text-EN': 'x' },
  '/account/password': { code: '000000' },
};
/** The sign-in, which comes before the areas. The sign-out form has no field. */
const ENTRY: readonly Target[] = [
  form('/sign-in', { name: 'ops03', password: 'x' }),
  form('/password', { password: 'harbour-lights-77' }),
  form('/code', { code: '000000' }),
];

/** Every page, file and form of the operators' console, as an admin with a second factor reaches them. */
export function consoleTargets(): readonly Target[] {
  const { pages, forms } = consoleParts();
  const filled = forms.map(({ path, body }) => form(path, { ...fieldsOf(path, body), formPage: `/${areaOf(path)}?page=1` }));
  return [...pages.flatMap(ofPage), { method: 'GET', path: '/console/sign-in?out=1&ended=1' }, ...filled, ...ENTRY];
}

/** Paths of pages and files, and the forms, as the console itself lists them. */
export function consoleParts(): { readonly pages: readonly string[]; readonly forms: readonly ConsoleForm[] } {
  const areas = consoleAreas();
  return {
    pages: areas.flatMap(({ pages, files = [] }) => [...pages, ...files]).map(({ path }) => path),
    forms: areas.flatMap(({ forms }) => forms),
  };
}

/** The page with its query parameters; ids in its path are listed again, marked for the tool that tests only marked paths. */
function ofPage(path: string): readonly Target[] {
  const filled = `/console${path.replace(':id', subjectOf(path)).replace(/:\w+/, 'x1')}`;
  const marked = path.includes(':') ? [{ method: 'GET', path: `${filled}*` }] : [];
  return [{ method: 'GET', path: READ[path] === undefined ? filled : `${filled}?${READ[path]}` }, ...marked];
}

function fieldsOf(path: string, schema: unknown): Readonly<Record<string, string>> {
  const sampled = sampleFor(schema) as Readonly<Record<string, string>>;
  const known = Object.entries(sampled).map(([name, value]) => [name, name === 'id' ? subjectOf(path) : (FIELDS[name] ?? value)]);
  return { ...Object.fromEntries(known), ...MORE[path] };
}

function form(path: string, fields: Readonly<Record<string, string>>): Target {
  return { method: 'POST', path: `/console${path}`, contentType: FORM_TYPE, body: new URLSearchParams(fields).toString() };
}

const areaOf = (path: string) => path.split('/')[1] ?? '';
const subjectOf = (path: string) => SUBJECT_OF[areaOf(path)] ?? 'x1';
