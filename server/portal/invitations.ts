import express, { type Router } from 'express';
import { INVITATION_PATH } from '../../shared/api/agent-tree/constants.ts';
import { linkVisit } from '../../shared/api/agent-tree/contract.ts';
import type { Upstream } from './contracts.ts';
import { routeName } from './edge/route-name.ts';
import type { PagesDeps } from './pages/mount.ts';

const ADDRESS = new RegExp(`^${INVITATION_PATH}/[A-Za-z0-9]{4,16}$`);
/** Programs that fetch a link to preview it where it was shared. They follow the redirect, and are no visitors. */
const PREVIEW = /bot\b|crawler|spider|facebookexternalhit|whatsapp|telegram|preview/i;

/** `GET /i/<code>`: counts a visit of the invitation link and redirects to the registration with its code, also for unknown codes. */
export function invitations(upstream: Upstream, count: PagesDeps['countBuild']): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  router.get(ADDRESS, routeName('invitation'), count, async (request, response) => {
    const code = request.path.slice(INVITATION_PATH.length + 1);
    const { visitor, log } = response.locals;
    if (request.method === 'GET' && !PREVIEW.test(request.get('user-agent') ?? '')) {
      const counted = await upstream.call(linkVisit, { body: { code } }, { ...visitor, session: null });
      if (!counted.success) log.warn({ code: counted.code }, 'visit of an invitation not counted');
    }
    response.set('Cache-Control', 'no-store').redirect(303, `/register?affiliateCode=${code}`);
  });
  return router;
}
