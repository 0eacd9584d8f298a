import type { Migrations } from '../../../base/feature.ts';
import * as content from './012-content.ts';
import * as contentOfLobby from './032-content.ts';
import * as contentPictures from './068-content-pictures.ts';
import * as contentDrafts from './130-content-drafts.ts';
import * as legalTexts from './140-legal-texts.ts';
import * as agentNotices from './151-agent-notices.ts';

export const MIGRATIONS: Migrations = {
  '012-content': content,
  '032-content': contentOfLobby,
  '068-content-pictures': contentPictures,
  '130-content-drafts': contentDrafts,
  '140-legal-texts': legalTexts,
  '151-agent-notices': agentNotices,
};
