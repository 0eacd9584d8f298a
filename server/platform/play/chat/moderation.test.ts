import { describe, expect, it } from 'vitest';
import { cleanText } from './clean-text.ts';
import { hasContact } from './contact.ts';
import { createModeration } from './moderation.ts';

describe('moderated words', () => {
  const moderate = createModeration(['damn', 'ass', 'shit*', 'kill yourself', 'хрень', '傻逼', 'ควย', 'a+b(']);

  it.each([
    ['damn', '••••'],
    ['What a DAMN shame!', 'What a •••• shame!'],
    ['damn!', '••••!'],
    ['d4mn', '••••'],
    ['d@mn1', '••••1'],
    ['daaamn', '••••••'],
    ['dámn', '••••'],
    ['da\u0301mn', '••••'],
    ['d\u200Ba\u200Bmn', '••••'],
    ['d.a-m_n', '•••••••'],
    ['d a m n it', '• • • • it'],
    ['ｄａｍｎ', '••••'],
    ['dаmn', '••••'], // a Cyrillic letter among them
    ['damn damn', '•••• ••••'],
    ['@$$', '•••'],
    ['shitty', '••••••'],
    ['Kill   yourself', '••••   ••••••••'],
    ['хрень', '•••••'],
    ['你这傻逼吗', '你这••吗'],
    ['ไอควยเอ๊ย', 'ไอ•••เอ๊ย'],
    ['a+b( c', '•••• c'],
  ])('%j becomes %j', (text, expected) => expect(moderate(text)).toBe(expected));

  it.each([
    'a classic pass, as sure as grass',
    'I play as she does',
    "it's hit the jackpot",
    'Scunthorpe, Amsterdam, mishit',
    'as',
    '10 4 5 5',
    'a b',
    '🎉🎉 good evening 🎉',
    '',
  ])('leaves %j as it is', (text) => expect(moderate(text)).toBe(text));

  it('are masked in a long text at once', () => {
    const slow = createModeration(['aaaaaaaaaaaaaaaaaaaa', 'ababababababababab', 's s s s s s s s']);
    // Processor time, which does not depend on other load.
    const before = process.cpuUsage();
    for (const text of ['a'.repeat(560), 'ab'.repeat(280), 's '.repeat(280), 'ﷺ'.repeat(140)]) slow(text);
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  });
});

describe('contact details', () => {
  it.each([
    'https://example.test',
    'see www.example.test',
    'come to lucky-bonus.com now',
    'LUCKY.COM',
    'lucky。com',
    'lucky (dot) com',
    'lucky dot com',
    'l\u200Bucky.c\u200Bom',
    'ｌｕｃｋｙ．ｃｏｍ',
    'any.thing/join',
    't.me/lucky',
    'me@mail.example',
    '203.0.113.9',
    'call 081-234-5678',
    '+66 81 234 5678',
    '(02) 1234567',
    '06 12 34 56 78',
    '٠٨١٢٣٤٥٦٧٨',
    '๐๘๑๒๓๔๕๖๗๘',
  ])('are found in %j', (text) => expect(hasContact(text)).toBe(true));

  it.each([
    'good evening',
    'I won.then I lost.Now it is fine',
    'won 1,250.50 with 10.00',
    'numbers 3 12 25 33 41 45',
    'round 123456',
    'x2.5 or 3.14?',
    'dot the i',
    '9:30 - 10:45, 24/7',
    '1.2.3',
  ])('are not found in %j', (text) => expect(hasContact(text)).toBe(false));
});

it('invisible characters and direction marks are removed', () => {
  expect(cleanText('  a\n\tb\u0000c\u202Ed\u2066e\u200Bf\u00ADg  ')).toBe('a b cdefg');
  expect(cleanText(`z${'\u0335'.repeat(40)}`)).toBe(`z${'\u0335'.repeat(3)}`);
  expect(cleanText('👩‍👩‍👧 สวัสดี نمی‌خواهم')).toBe('👩‍👩‍👧 สวัสดี نمی‌خواهم');
});
