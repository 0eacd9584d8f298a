import http, { type AgentOptions, type ClientRequest } from 'node:http';
import https from 'node:https';
import { PLATFORM_KEY_HEADER } from '../../../shared/api/platform-key.ts';

/**
 * Connections to the platform. Every request to it passes its agent, whoever makes it: so none goes without the key by
 * which the platform knows its portals, and no request to anybody else carries it.
 */
export function platformAgent(protocol: string, options: AgentOptions, key: string | undefined): http.Agent {
  const Agent = protocol === 'https:' ? https.Agent : http.Agent;
  const agent = new Agent(options);
  if (key === undefined) return agent;
  // What Node calls for each request before its head is written; not in its documentation, but what agents are made by.
  const plain = agent as http.Agent & { addRequest(request: ClientRequest, ...rest: unknown[]): void };
  const addRequest = plain.addRequest;
  plain.addRequest = (request, ...rest) => {
    request.setHeader(PLATFORM_KEY_HEADER, key);
    addRequest.call(agent, request, ...rest);
  };
  return agent;
}
