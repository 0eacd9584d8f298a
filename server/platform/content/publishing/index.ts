export { createContentNews } from './content-news.ts';
export { demoContent, FORMER_CONTENT } from './demo-content.ts';
export { type ContentRow, findContent, listContent, saveContent, unpublishContent } from './desk.ts';
export { publishingFeature } from './feature.ts';
export { type MadePicture, makePicture, pictureIdOf, readPicture, savePicture, sweepPictures } from './pictures.ts';
export type { ContentKind } from './reads.ts';
export { type ContentRouteDeps, contentRoutes } from './routes.ts';
export { type ContentDraft, type ContentItem, type ContentText, removeContent, upsertContent } from './store.ts';
