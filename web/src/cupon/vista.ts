import type { CuponAnswer } from '@imprimitodo/shared/api/cupones'
import { type Apuro, urgenciaOf } from '@imprimitodo/shared/rules/base/countdown'
import { nextCuponAt } from '@imprimitodo/shared/rules/fidelidad/cupon'

export type CuponVista =
  | { kind: 'ninguno' }
  | { kind: 'vivo'; codigo: string; descuento: number; faltaMs: number; urgencia: Apuro }
  /** Expired unused: another one can be generated. */
  | { kind: 'expirado'; codigo: string }
  | { kind: 'usado'; codigo: string; descuento: number; cuando: string; proximoMs: number }

/** The page's view of the latest coupon at an instant of the server's clock. */
export function vistaOfCupon(
  { codigo, descuento, fecha_vencimiento, fecha_uso, usado }: Omit<CuponAnswer, 'cantidad_cupones'>,
  nowMs: number,
): CuponVista {
  if (codigo === null || fecha_vencimiento === null) return { kind: 'ninguno' }
  const percent = descuento ?? 0
  const vence = new Date(fecha_vencimiento)
  if (usado && fecha_uso) {
    const next = nextCuponAt({ vence, usado: new Date(fecha_uso) }, new Date(nowMs))
    if (!next) return { kind: 'ninguno' }
    const proximoMs = next.getTime() - nowMs
    return { kind: 'usado', codigo, descuento: percent, cuando: fecha_uso, proximoMs }
  }
  const faltaMs = vence.getTime() - nowMs
  const urgencia = urgenciaOf(faltaMs)
  return urgencia === 'expirado'
    ? { kind: 'expirado', codigo }
    : { kind: 'vivo', codigo, descuento: percent, faltaMs, urgencia }
}
