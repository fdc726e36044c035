export type Problemas = Partial<
  Record<'nombre' | 'sucursal' | 'uri' | 'usuario' | 'clave' | 'huella' | 'general', string>
>
const FIELDS = ['nombre', 'sucursal', 'uri', 'usuario', 'clave', 'huella'] as const

/** Each under its field; what is of none, in general. */
export function problemasOf(data: unknown, errores: string | null): Problemas {
  const found: Problemas = {}
  if (typeof data === 'object' && data !== null)
    for (const [name, texts] of Object.entries(data)) {
      const field = FIELDS.find((one) => one === name)
      if (field && Array.isArray(texts)) found[field] = texts.join(' ')
    }
  return Object.keys(found).length > 0 ? found : { general: errores ?? 'No se pudo guardar.' }
}
