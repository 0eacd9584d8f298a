import http, { type AgentOptions, type ClientRequest } from 'node:http';
import https from 'node:https';
import { PLATFORM_KEY_HEADER } from '../../../shared/api/platform-key.ts';

/**
 * Connections to the platform. Every request passes the agent, so each one carries the key by which the platform recognizes its portals,
 * and requests to other hosts never do.
 */
export function platformAgent(protocol: string, options: AgentOptions, key: string | undefined): http.Agent {
  const Agent = protocol === 'https:' ? https.Agent : http.Agent;
  const agent = new Agent(options);
  if (key === undefined) return agent;
  // Node calls `addRequest` for each request before the head is written. It is undocumented, but custom agents are built on it.
  const internals = agent as http.Agent & { addRequest(request: ClientRequest, ...rest: unknown[]): void };
  const addRequest = internals.addRequest;
  internals.addRequest = (request, ...rest) => {
    request.setHeader(PLATFORM_KEY_HEADER, key);
    addRequest.call(agent, request, ...rest);
  };
  return agent;
}
