import express, { type ErrorRequestHandler } from 'express';
import supertest from 'supertest';
import { expect, it } from 'vitest';
import { Refusal } from '../../base/refusal.ts';
import { createInternal } from './internal.ts';

const statusOf = async (isDemo: boolean) => {
  const answerError: ErrorRequestHandler = (error, _request, response, _next) =>
    void response.status(500).json(error instanceof Refusal ? error.code : 'failed');
  const internal = createInternal({
    isDemo,
    db: {} as never,
    merchant: 'm',
    audits: [],
    readiness: async () => ({ ok: true }) as never,
    metrics: async () => '',
    console: express.Router(),
    demoClock: { advance: async () => new Date(0) },
    messages: { recent: async () => [] } as never,
  });
  return (await supertest(express().use(internal).use(answerError)).get('/outbox')).body;
};

it('the outbox is served for the demo only', async () => {
  expect(await statusOf(true)).toEqual({ messages: [] });
  expect(await statusOf(false)).toBe('unauthorized');
});
