import { createServer } from 'node:http';
import express from 'express';
import supertest from 'supertest';
import { expect, it } from 'vitest';
import { messageClassesOf } from './express-messages.ts';

it('creates requests and responses that Express leaves as they are', async () => {
  const app = express();
  const prototypes: boolean[] = [];
  app.get('/page', (request, response) => response.json({ query: request.query, ip: request.ip }));
  const server = createServer(messageClassesOf(app), (request, response) => {
    const before = [Object.getPrototypeOf(request), Object.getPrototypeOf(response)];
    app(request, response);
    prototypes.push(before[0] === Object.getPrototypeOf(request), before[1] === Object.getPrototypeOf(response));
  });
  const answer = await supertest(server).get('/page?name=value').expect(200);
  expect(answer.body.query).toEqual({ name: 'value' });
  expect(answer.body.ip).toContain('127.0.0.1');
  expect(prototypes).toEqual([true, true]);
});
