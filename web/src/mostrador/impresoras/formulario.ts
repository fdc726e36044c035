import { type Problemas, problemasOf } from '../problemas.ts'

const CAMPOS = ['nombre', 'sucursal', 'uri', 'usuario', 'clave', 'cuenta', 'huella'] as const
export type ProblemasImpresora = Problemas<(typeof CAMPOS)[number]>

/** For a printer's form, and an agent's. */
export const problemasImpresora = (data: unknown, errores: string | null): ProblemasImpresora =>
  problemasOf(CAMPOS, data, errores, 'No se pudo guardar.')
