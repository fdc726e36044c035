import type { CuponAnswer } from '@imprimitodo/shared/api/cupones'
import type { CodigoAplicado } from '@imprimitodo/shared/api/pedidos'
import type { CodigoCanje } from '@imprimitodo/shared/api/puntos'
import { formatDay, formatMoment } from '@imprimitodo/shared/rules/fecha'
import { count } from '@imprimitodo/shared/rules/resumen'

export const MISTYPED = 'Ese código no está bien escrito: son 12 letras y números, como 9XR2-C4VN-60KE.'

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
