import { createContext, useContext } from 'react';

/** Origin of this page's pictures, empty for the site's own; the same on the server and in the browser. */
export const ImageHost = createContext('');

/** Address of a site picture on a host. Pictures of other sites and data addresses do not change. */
function hostedUrl(host: string, path: string): string {
  return /^\/(?![\\/])/.test(path) ? host + path : path;
}

export function useImageUrl(path: string): string {
  return hostedUrl(useContext(ImageHost), path);
}
