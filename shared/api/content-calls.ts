import * as v from 'valibot';
import { defineCall } from './define-call.ts';
import { instant, nothing, text } from './fields.ts';

/** `html` is sanitised by the platform when stored; a portal sanitises again before it renders. */
const noticeValue = v.object({ id: v.string(), title: v.string(), content: v.string(), date: instant });
const bannerValue = v.object({
  id: v.string(),
  groupName: v.string(),
  title: v.string(),
  text: v.string(),
  action: v.string(),
  href: v.string(),
  /** Artwork seed of the banner; the picture is drawn from it. */
  imageUrl: v.string(),
  tone: v.string(),
});
export type Banner = v.InferOutput<typeof bannerValue>;

export const listAnnouncements = defineCall({
  id: 'content.announcements',
  method: 'GET',
  path: '/wps/relay/MCSFE_getListAnnouncements',
  module: 'MCSFE_getListAnnouncements',
  summary: 'Notices, banners, pop-ups and promotions for the language of the request.',
  token: 'none',
  actors: 'anyone',
  cacheSeconds: 30,
  query: v.strictObject({
    types: v.optional(text(64)),
    platform: v.optional(text(8)),
    execution: v.optional(text(8)),
    language: v.optional(text(8)),
  }),
  body: nothing,
  value: v.object({
    player: v.array(noticeValue),
    banners: v.array(bannerValue),
    popup: v.array(noticeValue),
    promotion: v.array(noticeValue),
  }),
});

/** Events pushed to a member's browsers. `balance` carries the whole new balance. */
export const eventValue = v.variant('type', [
  v.object({ type: v.literal('balance'), sumBalance: v.string(), version: v.number(), at: instant }),
  v.object({ type: v.literal('session-ended') }),
  v.object({ type: v.literal('hello') }),
]);
export type MemberEvent = v.InferOutput<typeof eventValue>;

export const eventStream = defineCall({
  id: 'events.stream',
  method: 'GET',
  path: '/wps/relay/MCSFE_eventStream',
  module: 'MCSFE_eventStream',
  summary: 'Server-sent events for the signed-in member: the current balance first, then each change.',
  token: 'required',
  actors: 'signed-in',
  throttle: 'stream',
  stream: true,
  query: nothing,
  body: nothing,
  value: eventValue,
});
