import * as v from 'valibot';
import { nothing } from '../fields.ts';

export const missionSummary = {
  query: nothing,
  body: nothing,
  value: v.object({ missionCount: v.number() }),
};
