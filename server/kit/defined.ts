type Defined<T> = { readonly [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  readonly [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** The object without its undefined properties, for what its user may leave out but not set to undefined. */
export function defined<T extends object>(properties: T): Defined<T> {
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined)) as Defined<T>;
}
