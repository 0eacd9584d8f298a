import { defineFeature } from '../../base/feature.ts';
import { createDomainSpeeds } from './domain-speeds.ts';
import { visitorRoutes } from './routes.ts';

/** Facts about the site for visitors who are not signed in, such as its domains and their speed. */
export const visitorFeature = defineFeature({
  name: 'visitor',
  needs: {},
  create({ db, merchant, services }) {
    const domainSpeeds = createDomainSpeeds({ db, merchant, privateDomains: services.privateDomains === true });
    return {
      api: {},
      calls: visitorRoutes({ db, merchant, domainSpeeds }),
      jobs: [{ name: 'domain speeds', cronPattern: '*/2 * * * *', onEveryNode: true, run: domainSpeeds.measure }],
    };
  },
});
