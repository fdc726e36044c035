// The name of a work at its printer: «1069 i12 · Anillado 1 · Brenda Acosta».

/**
 * Order and attempt: no two jobs begin alike. They stand first and in plain letters, since some printers cut names, and
 * some lack letters.
 */
export const startOfNombre = (numero: number | null, intento: number): string =>
  numero === null ? `i${intento}` : `${numero} i${intento}`

const START = /^(?:\d+ )?i\d+(?= ·|$)/

/**
 * Whether the job that its printer shows as `shown` was named `nombre`. By its beginning; a shop of an older version
 * makes names without one, and they are compared whole.
 */
export function isNombreDeTrabajo(shown: string, nombre: string): boolean {
  const [start] = START.exec(nombre) ?? []
  if (start === undefined) return shown === nombre
  return shown.startsWith(start) && !/^\w/.test(shown.slice(start.length))
}
