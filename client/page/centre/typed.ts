type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const initial = new WeakMap<Field, string>();
const touched = new WeakMap<Element, Set<Field>>();

/** Notes the value of a field of the part before the visitor changes it; listens to `focusin` and `pointerdown`. */
export function noteField(part: Element, target: EventTarget | null): void {
  if (!isField(target) || initial.has(target)) return;
  initial.set(target, fieldValue(target));
  const fields = touched.get(part) ?? new Set();
  touched.set(part, fields.add(target));
}

/** True if the part has input that is not sent: a sent form resets or removes its fields. */
export function hasInput(part: Element): boolean {
  return [...(touched.get(part) ?? [])].some((field) => part.contains(field) && fieldValue(field) !== initial.get(field));
}

function isField(target: EventTarget | null): target is Field {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

function fieldValue(field: Field): string {
  return field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio') ? String(field.checked) : field.value;
}
