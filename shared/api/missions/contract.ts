import { defineCall } from '../define-call.ts';
import * as calls from './calls.ts';
import * as schemas from './schemas.ts';

/** Source of the badge of the missions entry in the member centre. */
export const missionSummary = defineCall(calls.missionSummary, schemas.missionSummary, {
  module: 'MCSFE_getMissionSummaryDetails',
  summary: 'How many missions the signed-in member can claim now.',
  actors: 'signed-in',
});

/** The path is not given by the interface description. Rewards are claimed as all others, by `rewards.claim`. */
export const missionList = defineCall(calls.missionList, schemas.missionList, {
  module: 'MCSFE_getMissions',
  summary: 'Missions of the signed-in member: goals, progress and rewards.',
  actors: 'real',
});

export const missionLeaderboard = defineCall(calls.missionLeaderboard, schemas.missionLeaderboard, {
  module: 'MCSFE_getMissionLeaderboard',
  summary: 'A leaderboard of missions: places with masked names, prizes, and the place of the signed-in member.',
  actors: 'real',
});

/** The path is not given by the interface description. */
export const missionListing = defineCall(calls.missionListing, schemas.missionListing, {
  module: 'MCSFE_setMissionListing',
  summary: 'Take part in leaderboards of missions, or not. A member who does not is not listed and wins no prize.',
  actors: 'real',
  formNeedsSignIn: true,
});
