import type { Sensibilidad } from '@imprimitodo/shared/rules/taller/tinta'
import type { TamanoMm } from './documento.ts'

/**
 * A request to the worker. A `pagina` (from 1) is drawn `ancho` pixels wide. `color` examines pages from `desde` on for
 * about `ms`, at least one.
 */
export type PedidoDeLectura = { id: string; file: File } & (
  | { que: 'contar' }
  | { que: 'miniatura' }
  | { que: 'pagina'; pagina: number; ancho: number }
  | { que: 'color'; desde: number; hasta: number; ms: number; sensibilidad: Sensibilidad }
)

/** `mirado`: the results of the examined pages, in order. */
export type RespuestaDeTrabajo =
  | { es: 'contado'; tamanos: TamanoMm[] }
  | { es: 'dibujo'; dibujo: Blob }
  | { es: 'mirado'; color: boolean[] }
  | { es: 'no'; estado: 'protegido' | 'ilegible' }
