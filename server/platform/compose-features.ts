import type { Feature, FeatureContext, FeatureParts, GivenInput, HttpParts, Slot } from './base/feature.ts';

export interface Composition extends Required<Omit<FeatureParts, 'http'>> {
  readonly http: HttpParts;
  /** The API of a feature of the list. */
  apiOf<Api>(feature: Feature<Api>): Api;
}

const HTTP_PARTS: Readonly<Record<keyof HttpParts, true>> = {
  resolveActor: true,
  openPayload: true,
  isRefused: true,
  onCall: true,
  seamless: true,
  payments: true,
  internal: true,
};

/** Creates features in the order of the list. Throws if the list is incomplete, out of order, or contradictory. */
export function composeFeatures(
  features: readonly Feature[],
  context: Omit<FeatureContext, 'slot'>,
  inputs: readonly GivenInput[],
): Composition {
  const apis = new Map<Feature, unknown>();
  const slots = createSlots();
  const parts: FeatureParts[] = [];
  const apiOf = <Api>(feature: Feature<Api>): Api => {
    if (!apis.has(feature)) throw new Error(`The feature ${feature.name} is not in the list of features.`);
    return apis.get(feature) as Api;
  };
  const inputOf = new Map(inputs.map(({ feature, input }) => [feature, input]));
  const names = new Set<string>();
  for (const feature of features) {
    if (names.has(feature.name)) throw new Error(`Two features have the name ${feature.name}.`);
    names.add(feature.name);
    const missing = Object.values(feature.needs).filter((need) => !apis.has(need));
    if (missing.length > 0) throw new Error(`The feature ${feature.name} needs ${missing.map(nameOf).join(', ')} earlier in the list.`);
    const needs = Object.fromEntries(Object.entries(feature.needs).map(([name, need]) => [name, apis.get(need)]));
    const created = feature.create({ ...context, slot: slots.create }, needs, inputOf.get(feature));
    apis.set(feature, created.api);
    parts.push(created);
  }
  const stray = inputs.find(({ feature }) => !apis.has(feature));
  if (stray) throw new Error(`The feature ${stray.feature.name} is not in the list of features.`);
  slots.requireFilled();
  return {
    calls: parts.flatMap(({ calls = [] }) => calls),
    jobs: parts.flatMap(({ jobs = [] }) => jobs),
    http: mergedHttp(parts),
    apiOf,
  };
}

function nameOf({ name }: Feature): string {
  return name;
}

function mergedHttp(parts: readonly FeatureParts[]): HttpParts {
  const merged: Partial<HttpParts> = {};
  for (const { http = {} } of parts) {
    const twice = Object.keys(http).find((name) => name in merged);
    if (twice !== undefined) throw new Error(`Two features provide ${twice}.`);
    Object.assign(merged, http);
  }
  const missing = Object.keys(HTTP_PARTS).filter((name) => !(name in merged));
  if (missing.length > 0) throw new Error(`No feature provides ${missing.join(', ')}.`);
  return merged as HttpParts;
}

function createSlots() {
  const slots = new Map<string, { readonly isFilled: () => boolean }>();
  return {
    create<T>(name: string): Slot<T> {
      if (slots.has(name)) throw new Error(`Two slots have the name "${name}".`);
      let content: { readonly value: T } | undefined;
      slots.set(name, { isFilled: () => content !== undefined });
      return {
        fill(value) {
          if (content) throw new Error(`The slot "${name}" is filled twice.`);
          content = { value };
        },
        get() {
          if (!content) throw new Error(`The slot "${name}" is empty.`);
          return content.value;
        },
      };
    },
    requireFilled() {
      const empty = [...slots].filter(([, slot]) => !slot.isFilled()).map(([name]) => `"${name}"`);
      if (empty.length > 0) throw new Error(`No feature fills the slots ${empty.join(', ')}.`);
    },
  };
}
