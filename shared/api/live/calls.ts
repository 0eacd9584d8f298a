import type { ClientCall } from '../client-call.ts';
import type * as schemas from './schemas.ts';

export const eventStream: ClientCall<typeof schemas.eventStream, 'required'> = {
  id: 'events.stream',
  method: 'GET',
  path: '/wps/relay/MCSFE_eventStream',
  token: 'required',
};
