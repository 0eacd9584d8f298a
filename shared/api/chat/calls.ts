import type { ClientCall } from '../client-call.ts';
import type * as schemas from './schemas.ts';

export const chatMessages: ClientCall<typeof schemas.chatMessages, 'none'> = {
  id: 'chat.messages',
  method: 'GET',
  path: '/wps/relay/CSP_chatMessages',
  token: 'none',
};

export const chatSend: ClientCall<typeof schemas.chatSend, 'required'> = {
  id: 'chat.send',
  method: 'POST',
  path: '/wps/relay/CSP_chatSend',
  token: 'required',
};

export const chatReport: ClientCall<typeof schemas.chatReport, 'required'> = {
  id: 'chat.report',
  method: 'POST',
  path: '/wps/relay/CSP_chatReport',
  token: 'required',
};
