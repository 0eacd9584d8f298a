import './tables.ts';
import { defineFeature } from '../base/feature.ts';
import { uploadsFeature } from '../base/uploads/index.ts';
import { membersFeature } from '../identity/members/index.ts';
import { DEMO_PASSWORD } from './demo-password.ts';
import { createLogChecks } from './log-checks.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { createOperators } from './operators.ts';
import type { ConsoleArea } from './pages/page.ts';
import { picturesOf } from './pages/pictures.ts';
import { createOperatorSessions } from './sessions.ts';

/** Accounts, sessions and log of operators, and the list of console areas, to which each feature adds its own. */
export const operatorsFeature = defineFeature({
  name: 'operators',
  migrations: MIGRATIONS,
  needs: { uploads: uploadsFeature, members: membersFeature },
  create(context, { uploads, members }) {
    const deps = {
      ...context,
      passwords: members.passwords,
      knownPassword: context.services.publicSite === true ? DEMO_PASSWORD : undefined,
    };
    const sessions = createOperatorSessions(deps);
    const logChecks = createLogChecks(deps);
    const registered: ConsoleArea[] = [];
    const areas = {
      /** Called while features are created. */
      register(...added: readonly ConsoleArea[]): void {
        registered.push(...added);
      },
      all: (): readonly ConsoleArea[] => registered,
    };
    return {
      api: { operators: createOperators(deps), sessions, logChecks, areas, pictures: picturesOf(context.db, uploads) },
      jobs: [
        { name: 'operators', cronPattern: '*/30 * * * *', run: sessions.sweep },
        { name: 'operators log', cronPattern: '5 0 * * *', run: logChecks.verifyAll },
      ],
    };
  },
});
