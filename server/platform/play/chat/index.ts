export { chatFeature } from './feature.ts';
export { type ChatDeps, type ChatRoom, createChatRoom } from './room.ts';
export { chatRoutes } from './routes.ts';
