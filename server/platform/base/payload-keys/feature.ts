import './tables.ts';
import { defineFeature } from '../feature.ts';
import { createPayloadKeys } from './payload-keys.ts';

/** Keys to which browsers seal the bodies of encrypted calls. */
export const payloadKeysFeature = defineFeature({
  name: 'payload keys',
  needs: {},
  create(context) {
    const keys = createPayloadKeys({ db: context.db, clock: context.realTime });
    return {
      api: keys,
      jobs: [
        { name: 'payloads', cronPattern: '*/5 * * * *', run: keys.sweep },
        { name: 'payload key', cronPattern: '17 3 * * *', run: keys.rotate },
      ],
      http: { openPayload: keys.open },
    };
  },
});
