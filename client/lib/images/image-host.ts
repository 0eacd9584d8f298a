import { createContext, useContext } from 'react';

/** Origin that the pictures of this page come from, empty for the site's own; the same on both sides of an island. */
export const ImageHost = createContext('');

/** Address of a picture of the site on a host; pictures of other sites and those inside their address stay as they are. */
export function hostedUrl(host: string, path: string): string {
  return /^\/(?![\\/])/.test(path) ? host + path : path;
}

export function useImageUrl(path: string): string {
  return hostedUrl(useContext(ImageHost), path);
}
