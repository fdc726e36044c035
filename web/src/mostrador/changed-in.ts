type Cambio<V> = V extends readonly unknown[] ? V : V extends object ? Cambios<V> : V
/** Some of the fields, also of nested objects. */
export type Cambios<T> = string extends keyof T ? T : { [Key in keyof T]?: Cambio<T[Key]> }

/**
 * The fields of `after` that differ from `before`, inside nested objects too; lists count as a whole, and an absent
 * field is null. Only these are sent, so that another person's changes of other fields are kept. `together`: fields
 * that mean one thing only together; if one changed, all are sent.
 */
export function changedIn<T extends object>(
  before: object,
  after: T,
  together?: readonly (readonly (keyof T & string)[])[],
): Cambios<T>
export function changedIn(
  before: object,
  after: object,
  together: readonly (readonly string[])[] = [],
): object {
  const was: Record<string, unknown> = { ...before }
  const changed = Object.entries(after).flatMap(([key, value]): [string, unknown][] => {
    const old = was[key]
    if (!isObject(old) || !isObject(value)) return isSameJson(old, value) ? [] : [[key, value]]
    const inside = changedIn(old, value)
    return Object.keys(inside).length > 0 ? [[key, inside]] : []
  })
  const names = new Set(changed.map(([key]) => key))
  const others = together.filter((keys) => keys.some((key) => names.has(key))).flat()
  const all = Object.entries(after).filter(([key]) => others.includes(key))
  return Object.fromEntries([...changed, ...all])
}

/** `whole` with these fields instead of its own: undoes `changedIn`, whose result makes `before` equal to `after`. */
export function withCambios<T extends object>(whole: T, cambios: Cambios<T>): T
export function withCambios(whole: object, cambios: object): object {
  const was: Record<string, unknown> = { ...whole }
  const changed = Object.entries(cambios).map(([key, value]): [string, unknown] => {
    const old = was[key]
    return [key, isObject(old) && isObject(value) ? withCambios(old, value) : value]
  })
  return { ...was, ...Object.fromEntries(changed) }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isSameJson = (a: unknown, b: unknown): boolean =>
  JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
