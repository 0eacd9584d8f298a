import './tables.ts';
import { defineFeature } from '../../base/feature.ts';
import { messagesFeature } from '../../notify/messages/index.ts';
import { createCodes } from './codes.ts';
import { createHumanCheck } from './human.ts';
import { verificationRoutes } from './routes.ts';
import { WAITING } from './waiting.ts';

/** Codes by mail and SMS, and checks that a person sends a form. */
export const verificationFeature = defineFeature({
  name: 'verification',
  waiting: WAITING,
  needs: { messages: messagesFeature },
  create(context, needs) {
    const human = createHumanCheck(context);
    const codes = createCodes({ ...context, ...needs });
    return {
      api: { human, codes },
      calls: verificationRoutes({ ...context, ...needs, human, codes }),
      jobs: [
        { name: 'challenges', cronPattern: '*/10 * * * *', run: human.sweep },
        { name: 'codes', cronPattern: '*/10 * * * *', run: codes.sweep },
      ],
    };
  },
});
