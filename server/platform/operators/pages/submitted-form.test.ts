import { afterAll, beforeAll, expect, it } from 'vitest';
import { addTestMember } from '../../identity/sessions/test-member.ts';
import { openTestPlatform, type TestPlatform } from '../../test-platform.ts';
import { signInAs, type TestOperator } from '../test-operator.ts';

let test: TestPlatform;
let admin: TestOperator;
beforeAll(async () => {
  test = await openTestPlatform();
  admin = await signInAs(test, 'admin');
});
afterAll(async () => {
  expect(test.faults).toEqual([]);
  await test.close();
});

interface SentForm {
  readonly action: string;
  readonly fixed: Record<string, string>;
  /** Visible fields by name. */
  readonly typed: readonly string[];
}

function formsOf(html: string): SentForm[] {
  return [...html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)].flatMap(([, head = '', inner = '']) => {
    const fields = [...inner.matchAll(/<(?:input|textarea)\b([^>]*)>/g)].map(([, text = '']) => text);
    const named = (text: string) => /name="([\w-]+)"/.exec(text)?.[1] ?? '';
    const hidden = fields.filter((text) => text.includes('type="hidden"'));
    const typed = fields.filter((text) => !/type="(?:hidden|password|datetime-local|checkbox|file)"/.test(text));
    const action = /action="\/console(\/[^"]+)"/.exec(head)?.[1] ?? '';
    if (!head.includes('method="post"')) return [];
    return { action, fixed: Object.fromEntries(hidden.map((text) => [named(text), givenTo(text)])), typed: typed.map(named) };
  });
}

function givenTo(text: string): string {
  return (/value="([^"]*)"/.exec(text)?.[1] ?? '').replaceAll('&amp;', '&');
}

it('shows every refused form again on its page, with what was typed, the error at its field and the focus there', async () => {
  const member = await addTestMember(test);
  const pages = ['/site', '/switches', '/operators', '/content/new?kind=promotion', '/content/new?kind=notice', `/members/${member.id}`];
  for (const page of pages) {
    const seen = new Set<string>();
    for (const form of formsOf((await admin.get(page)).text)) {
      if (seen.has(form.action) || !form.typed.includes('reason')) continue;
      seen.add(form.action);
      const enteredValues = Object.fromEntries(form.typed.map((name, index) => [name, `7${index}`]));
      const { status, text } = await admin.post(form.action, { ...form.fixed, ...enteredValues, reason: ' ' });
      const where = `${page} ${form.action}`;
      expect([where, status], where).toEqual([where, 422]);
      for (const [name, enteredValue] of Object.entries(enteredValues))
        if (name !== 'reason')
          expect(text, `${where} ${name}`).toMatch(new RegExp(`name="${name}"[^>]*(?:value="${enteredValue}"|>${enteredValue}<)`));
      expect(text.match(/ autofocus=""/g), where).toHaveLength(1);
      expect(text, where).toContain('aria-invalid="true"');
      // A collapsed section would hide it.
      const [before = ''] = text.split(' autofocus=""');
      expect(before.slice(before.lastIndexOf('<details')), where).not.toMatch(/^<details>(?!.*<\/details>)/s);
      expect(text, where).toContain(`name="formPage" value="${page.replaceAll('&', '&amp;')}"`);
    }
    expect([page, seen.size > 0]).toEqual([page, true]);
  }
});

it('does not affect the other forms of the page, and shows errors without a field at the form', async () => {
  const { text: before } = await admin.get('/switches');
  const [all] = formsOf(before).filter(({ fixed }) => fixed.scope === 'all');
  const { text } = await admin.post('/switches/off', { ...all?.fixed, scope: 'vendor:NOVA', until: 'soon', reason: 'Harbour works' });
  expect(text.match(/value="Harbour works"/g)).toHaveLength(1);
  expect(text).toMatch(/<details open="">.*?name="scope" value="vendor:NOVA"/s);
  const member = await addTestMember(test);
  await admin.post('/members/lock', { id: member.id, reason: 'A trial' });
  const again = await admin.post('/members/sign-out', { id: 'nobody', reason: 'Harbour works', formPage: `/members/${member.id}` });
  expect(again.status).toBe(422);
  const refused = await admin.post('/operators/add', {
    formPage: '/operators',
    name: admin.name,
    role: 'cashier',
    password: 'first-password-1',
    reason: 'Twice',
  });
  expect(refused.text).toMatch(/aria-invalid="true"[^>]*name="name"/);
  expect(refused.text).toContain('value="cashier" selected=""');
});

it('shows nothing of a page that the operator may not see, and goes nowhere else', async () => {
  const support = await signInAs(test, 'support');
  await support.get('');
  const member = await addTestMember(test);
  for (const formPage of ['/log', '//elsewhere.example/members', 'https://elsewhere.example', '/members/nobody', '\\members']) {
    const { status, text } = await support.post('/members/lock', { id: member.id, reason: '', formPage });
    expect([formPage, status, text.includes('name="reason"')]).toEqual([formPage, 422, false]);
  }
});

it('keeps the entered values below a preview', async () => {
  const fields = { id: '', kind: 'notice', position: '3', from: '', to: '', 'title-EN': 'Tide tables', 'body-EN': 'High water' };
  const { status, text } = await admin.post('/content/preview', { ...fields, formPage: '/content/new?kind=notice' });
  expect(status).toBe(200);
  expect(text).toContain('name="title-EN" value="Tide tables"');
  expect(text).not.toContain('autofocus');
});
