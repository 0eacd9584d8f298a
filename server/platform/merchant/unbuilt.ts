/** Features of the settings that cannot be switched on yet, because a part of them is missing. */
export const UNBUILT_FEATURES: Readonly<Record<string, string>> = {};

/** The switches as the platform answers them: without what it does not deliver, even if older settings have it on. */
export function deliveredFeatures(features: Readonly<Record<string, boolean>>): Record<string, boolean> {
  return Object.fromEntries(Object.entries(features).map(([name, on]) => [name, on && UNBUILT_FEATURES[name] === undefined]));
}
