export { customerServiceFeature } from './feature.ts';
export { createFeedback, type Feedback, type OpenFeedback } from './feedback.ts';
export { feedbackRoutes } from './routes.ts';
