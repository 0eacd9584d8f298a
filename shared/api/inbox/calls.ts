import type { ClientCall } from '../client-call.ts';
import type * as schemas from './schemas.ts';

export const inboxList: ClientCall<typeof schemas.inboxList, 'required'> = {
  id: 'inbox.list',
  method: 'GET',
  path: '/wps/relay/CSP_inboxMessages',
  token: 'required',
};

export const unreadCount: ClientCall<typeof schemas.unreadCount, 'required'> = {
  id: 'inbox.unread',
  method: 'GET',
  path: '/wps/relay/CSP_unreadCount',
  token: 'required',
};

export const inboxRead: ClientCall<typeof schemas.inboxRead, 'required'> = {
  id: 'inbox.read',
  method: 'POST',
  path: '/wps/relay/CSP_readMessages',
  token: 'required',
};

export const ticketOpen: ClientCall<typeof schemas.ticketOpen, 'optional'> = {
  id: 'ticket.open',
  method: 'PUT',
  path: '/wps/relay/CSP_openTicket',
  token: 'optional',
};

export const feedbackList: ClientCall<typeof schemas.feedbackList, 'required'> = {
  id: 'feedback.list',
  method: 'GET',
  path: '/wps/relay/CSP_feedback',
  token: 'required',
};
