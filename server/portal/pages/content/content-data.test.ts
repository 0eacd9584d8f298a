import express from 'express';
import request from 'supertest';
import { expect, it } from 'vitest';
import { NOTICES_PER_PAGE } from '../../../../shared/constants.ts';
import { languageOf } from '../../../../shared/i18n/languages.ts';
import type { Visitor } from '../../contracts.ts';
import { testUpstream } from '../test-upstream.ts';
import { contentData } from './content-data.ts';

function setup(max = Number.POSITIVE_INFINITY) {
  const upstream = testUpstream();
  const content = '<p onclick="x()">Hello<script>alert(1)</script></p>';
  const notices = Array.from({ length: 11 }, (_, index) => ({ id: `n${index}`, title: 't', content, date: '2026-11-20T08:00:00.000Z' }));
  const languages: string[] = [];
  upstream.answers.set('content.announcements', ({ language, session }: Visitor) => {
    languages.push(`${language.code} ${session}`);
    return { player: notices, banners: [], popup: [], promotion: [] };
  });
  let counted = 0;
  const app = express();
  app.use((_incoming, response, next) => {
    Object.assign(response.locals, { visitor: { language: languageOf('EN'), session: { account: 'demo01' } } });
    next();
  });
  app.use(
    contentData(upstream, (_request, response, next) => {
      counted += 1;
      if (counted <= max) return next();
      response.statusCode = 429;
      response.end();
    }),
  );
  return { app, languages };
}

it('answers a page of sanitized notices in the language of the address, the same for all visitors', async () => {
  const { app, languages } = setup();
  const { body, headers } = await request(app).get('/content/notices?pageNo=1&tag=vi').expect(200);
  expect(body).toMatchObject({ page: 1, pages: 2, timeZone: 'Asia/Bangkok' });
  expect(body.notices).toHaveLength(NOTICES_PER_PAGE);
  expect(body.notices[0]).toEqual({ id: 'n0', title: 't', html: '<p>Hello</p>', dateText: '2026-11-20 15:00:00' });
  expect(headers['cache-control']).toContain('private');
  expect((await request(app).get('/content/notices?pageNo=2')).body.notices).toHaveLength(2);
  expect(languages).toEqual(['VI null', 'EN null']);
});

it('is counted like a page that must be rendered', async () => {
  const { app } = setup(1);
  await request(app).get('/content/notices').expect(200);
  await request(app).get('/content/notices').expect(429);
});
