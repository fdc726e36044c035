import type { Answer } from '../../api/call.ts'
import { type Problemas, problemasOf } from '../problemas.ts'

const CAMPOS = ['nombre', 'sucursal', 'uri', 'usuario', 'clave', 'cuenta', 'huella'] as const
export type ProblemasImpresora = Problemas<(typeof CAMPOS)[number]>

/** For a printer's form, and an agent's. */
export const problemasImpresora = (refused: Answer<unknown>): ProblemasImpresora =>
  problemasOf(CAMPOS, refused, 'No se pudo guardar.')
