import type { CuponAnswer } from '@imprimitodo/shared/api/cupones'
import type { CodigoAplicado, PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import type { CodigoCanje } from '@imprimitodo/shared/api/puntos'
import { formatPesos } from '@imprimitodo/shared/rules/dinero'
import { formatDay, formatMoment } from '@imprimitodo/shared/rules/fecha'
import { count, resumenLines } from '@imprimitodo/shared/rules/resumen'
import type { ReceiptLine } from '../ui/receipt.tsx'

export const NO_EMAIL = 'Escribí tu e-mail antes de aplicar un código: cada código es de una persona.'
export const ZERO = 'El total ya es $ 0,00: no hay nada que descontar. Guardá el código para otro pedido.'
export const MISTYPED = 'Ese código no está bien escrito: son 12 letras y números, como 9XR2-C4VN-60KE.'
const FAILED = 'No se pudo aplicar el canje.'

/** A code on offer: its heading, and until when. */
export type Disponible = { codigo: string; title: string; vence: string }

const percent = new Intl.NumberFormat('es-AR', { maximumFractionDigits: 2 })

/** The customer's codes that can be applied: sheets that points bought, and the coupon while it lives. */
export function disponiblesOf(
  pendientes: readonly CodigoCanje[],
  cupon: CuponAnswer | undefined,
  taken: readonly string[],
  now: number,
): Disponible[] {
  const hojas = pendientes
    // No sheets: the pickup code of a prize
    .filter(({ cantidad }) => cantidad > 0)
    .map(({ codigo, cantidad, vence }) => ({
      codigo,
      title: `${count(cantidad, 'hoja')} gratis`,
      vence: `Vence el ${formatDay(vence)}`,
    }))
  const own = cupon && cuponOf(cupon, now)
  return [...(own ? [own] : []), ...hojas].filter(({ codigo }) => !taken.includes(codigo))
}

function cuponOf(
  { codigo, descuento, fecha_vencimiento, usado }: CuponAnswer,
  now: number,
): Disponible | null {
  if (!codigo || !fecha_vencimiento || usado || Date.parse(fecha_vencimiento) <= now) return null
  return {
    codigo,
    title: `Cupón del ${percent.format(descuento ?? 0)} %`,
    vence: `Vence: ${formatMoment(fecha_vencimiento)}`,
  }
}

/** 'Cubre 40 hojas' or '10 % de descuento' */
export function worthText({ tipo, cubiertas, hojas, porcentaje }: CodigoAplicado): string {
  if (tipo !== 'hojas') return `${percent.format(porcentaje ?? 0)} % de descuento`
  const covered = cubiertas ?? 0
  return covered === hojas
    ? `Cubre ${count(covered, 'hoja')}`
    : `Cubre ${count(covered, 'hoja')} de ${percent.format(hojas ?? 0)}`
}

/** A refused code as the spec says it (section 8, "Code apply"): the list of `errores`, or `detail`, or its own text. */
export function refusalText(answer: { data: unknown; errores: string | null } | null): string {
  const body = answer?.data
  if (typeof body !== 'object' || body === null) return FAILED
  if ('errores' in body && Array.isArray(body.errores) && body.errores.length > 0)
    return body.errores.join(' ')
  return 'detail' in body && typeof body.detail === 'string' && body.detail !== '' ? body.detail : FAILED
}

/**
 * The receipt. `importe`: what the server would charge with the codes chosen since, where the order itself (confirmed
 * before, and not yet again) still holds the old ones; how it is made up is then only known in all.
 */
export function importeLines(pedido: PedidoAnswer, importe: number): ReceiptLine[] {
  if (importe === pedido.importe_final)
    return resumenLines(pedido).map(({ title, pesos, kind, note }) =>
      kind === 'resta'
        ? { label: title, amount: `−${formatPesos(pesos)}`, note, kind: 'off' }
        : { label: title, amount: formatPesos(pesos) },
    )
  const { total_impresion, total_anillado } = pedido
  const off = total_impresion + total_anillado - importe
  const sums: ReceiptLine[] = [
    { label: 'Impresión', amount: formatPesos(total_impresion) },
    { label: 'Anillado', amount: formatPesos(total_anillado) },
  ]
  return off > 0 ? [...sums, { label: 'Descuentos', amount: `−${formatPesos(off)}`, kind: 'off' }] : sums
}
