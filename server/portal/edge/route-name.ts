import type { EdgeStage } from './edge-stage.ts';

/** Names the route for log and metrics, before anything can refuse the request. */
export function routeName(name: string): EdgeStage {
  return (_request, response, next) => {
    response.locals.route = name;
    next();
  };
}
