import type { RequestHandler } from 'express';
import { type AccessDeps, access, isAdmitted } from './access/access.ts';
import { clientAddress, type Trusts } from './access/client-address.ts';
import { createOpenStreams } from './access/open-streams.ts';
import type { Stages } from './app.ts';
import { createCalls } from './calls/calls.ts';
import { createPassCall } from './calls/pass-call.ts';
import { createPassUpload } from './calls/pass-upload.ts';
import { phoneServiceStage } from './calls/phone-service.ts';
import type { PortalDeps } from './contracts.ts';
import type { EdgeStage } from './edge/edge-stage.ts';
import { errorStage, frontErrors } from './edge/errors.ts';
import { rawRequestGuard } from './edge/guard.ts';
import { requestLocals } from './edge/locals.ts';
import { readyAnswers } from './edge/ready-answers.ts';
import { staticFiles } from './edge/static-files.ts';
import { traceRequests } from './edge/trace-requests.ts';
import { visitorStage } from './edge/visitor.ts';
import { formPosts } from './forms/form-posts.ts';
import { redisplayPage } from './forms/redisplay-page.ts';
import { hostReports } from './hosts/reports.ts';
import { invitations } from './invitations.ts';
import { contentData } from './pages/content/content-data.ts';
import { customerService } from './pages/customer-service/customer-service.tsx';
import type { Pages } from './pages/mount.ts';
import { socialSignIn } from './pages/sign-in/social-sign-in.ts';
import type { PortalParts } from './portal-parts.ts';
import { recordFiles } from './record-files/index.ts';
import { paymentsMount, paysimMount } from './services/payments.ts';
import { seamlessMount } from './services/seamless.ts';
import { studioMount } from './services/studio.ts';
import { restoreSignIn } from './session/restore-sign-in.ts';
import { webApp } from './web-app/index.tsx';

/** A portal whose pages are ready to be mounted. */
export interface StagesDeps {
  readonly deps: PortalDeps;
  readonly parts: PortalParts;
  readonly pages: Pages;
  /** While the service stops, answers close their connection. */
  readonly isDraining: () => boolean;
}

/** The steps before Express, and the stages in it. `close` ends their timers and connections. */
export async function createStages(setting: StagesDeps, trusts: Trusts | undefined) {
  const { deps, parts, pages } = setting;
  const { site, judgeRegion, refuse } = parts;
  const accessDeps: AccessDeps = { site, judgeRegion, refuse, screen: pages.screen as AccessDeps['screen'] };
  const visitor = visitorStage(parts);
  const admission = access(accessDeps);
  const openStreams = createOpenStreams({ isAdmitted: (one) => isAdmitted(accessDeps, one) });
  const calls = createCallRoutes(setting);
  const services = createServices(deps, parts);
  const stages: Stages = {
    frontErrors,
    payments: services.payments.handle,
    seamless: services.seamless.handle,
    visitor: visitor.handle,
    access: admission.handle,
    openStreams: openStreams.handle,
    hostReports: hostReports(parts.hosts, parts.publicOrigin, parts.throttle.of('report')),
    studio: services.studio.handle,
    paysim: services.paysim.handle,
    phoneService: deps.phone && phoneServiceStage(deps.phone, parts, deps.log),
    calls: calls.routes,
    ...(await createPageStages(setting, accessDeps)),
    errors: errorStage(refuse, pages.screen),
  };
  return {
    stages,
    steps: [...createSteps(setting, trusts), readyAnswers({ visitor, access: admission, calls, pages, sealed: parts.sealed })],
    recheckStreams: () => openStreams.recheck(),
    close() {
      openStreams.close();
      for (const service of Object.values(services)) service.close();
    },
  };
}

/** What every answer needs, those from memory included: id, metrics, address, headers, guard; then the files of the build. */
function createSteps({ deps, parts, isDraining }: StagesDeps, trusts: Trusts | undefined): readonly EdgeStage[] {
  const { headers, metrics, refuse, brand } = parts;
  return [
    requestLocals(deps.log, headers.withNonce, isDraining),
    traceRequests(deps.tracing, trusts, metrics.handle),
    clientAddress(trusts),
    headers.handle,
    rawRequestGuard(deps.publicUrl && new URL(deps.publicUrl).host, (response, status) =>
      refuse(response, status, 'bad_request', { Connection: 'close' }),
    ),
    staticFiles(deps.clientDir, brand?.files),
  ];
}

function createCallRoutes({ deps, parts, isDraining }: StagesDeps) {
  const { client, refuse, answers } = parts;
  return createCalls({
    ...parts,
    passCall: createPassCall({ client, refuse, isDraining }),
    passUpload: createPassUpload({ client, refuse }),
    merchant: deps.merchant,
    unknownCalls: deps.unknownCalls ?? 'refuse',
    needsToken: answers.offer.needsToken,
  });
}

function createServices(deps: PortalDeps, parts: PortalParts) {
  const { refuse, deadlines, publicOrigin, hosts } = parts;
  return {
    studio: studioMount(deps.studioUrl, refuse, deadlines, { publicOrigin, launchHosts: () => hosts.all.launch }, deps.platformKey),
    paysim: paysimMount(deps.paysimUrl, refuse, deps.platformKey),
    payments: paymentsMount(deps.upstreams.wps, refuse, parts.throttle.of('payments'), deps.platformKey),
    seamless: seamlessMount(deps.upstreams.lgw, refuse, parts.throttle.of('seamless'), deps.platformKey),
  };
}

/** Pages, forms, and the small routes of the site. */
async function createPageStages({ deps, parts, pages }: StagesDeps, accessDeps: AccessDeps) {
  const { upstream, translator, assets, throttle, site, headers, sealed, captureSignIn, brand } = parts;
  const languages = () => site.languages;
  const contact = await customerService({ upstream, translator, assets, languages, count: throttle.of('page') });
  const showLogin: NonNullable<AccessDeps['showLogin']> = (request, _response, next, login) => {
    request.url = login;
    next();
  };
  const showPage = redisplayPage({ access: access({ ...accessDeps, showLogin }).handle, throttle, pages: [contact, pages.handle] });
  const notFound: RequestHandler = (request, response) => pages.notFound(request, response);
  return {
    pagePolicy: headers.pagePolicy,
    restoreSignIn: restoreSignIn({ upstream, sealed, captureSignIn }),
    publicPages: pages.ready,
    forms: formPosts({ ...parts, languages, showPage }),
    invitations: invitations(upstream, throttle.of('page')),
    contact,
    social: socialSignIn({ upstream, sealed, captureSignIn, throttle, showPage }),
    contentData: contentData(upstream, throttle.of('page')),
    recordFiles: recordFiles({ upstream, translator, count: throttle.of('export') }),
    webApp: webApp({ upstream, translator, assets, clientDir: deps.clientDir, publicUrl: deps.publicUrl, brand }),
    pages: pages.handle,
    notFound,
  };
}
