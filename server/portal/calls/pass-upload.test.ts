import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { uploadImage } from '../../../shared/api/uploads/contract.ts';
import type { EdgeRequest, EdgeResponse } from '../edge/edge-stage.ts';
import type { UpstreamClient } from '../upstream/client.ts';
import { createPassUpload } from './pass-upload.ts';

function setup() {
  const refused: string[] = [];
  let sent = 0;
  const client = {
    send: async () => {
      sent += 1;
      return { status: 200, headers: {}, envelope: { success: true, value: {} }, body: Buffer.from('{"success":true,"value":{}}') };
    },
  } as unknown as UpstreamClient;
  const passUpload = createPassUpload({ client, refuse: (response, _status, code) => refused.push(`${response.locals.address} ${code}`) });
  const send = (address: string) => {
    const body = new PassThrough();
    const request = Object.assign(body, { url: '/wps/member/upload', method: 'POST' }) as unknown as EdgeRequest;
    const response = { locals: { address, log: { warn: () => undefined } }, setHeader: () => undefined, writeHead: () => undefined };
    const upload = { call: uploadImage, search: '', headers: {}, onRefusedSession: () => undefined };
    const done = passUpload(request, Object.assign(response, { end: () => undefined }) as unknown as EdgeResponse, upload);
    return { body, done };
  };
  return { refused, send, sent: () => sent };
}

it('keeps slots free for others when one address sends slowly', async () => {
  const { refused, send, sent } = setup();
  const slow = Array.from({ length: 20 }, () => send('10.0.0.1'));
  expect(refused).toEqual(Array(14).fill('10.0.0.1 server_busy'));
  const other = send('10.0.0.2');
  other.body.end('picture');
  await other.done;
  expect([refused.length, sent()]).toEqual([14, 1]);
  for (const { body } of slow) body.end('x');
  await Promise.all(slow.map(({ done }) => done));
  const again = send('10.0.0.1');
  again.body.end('picture');
  await again.done;
  expect([refused.length, sent()]).toEqual([14, 8]);
});
