import type { CajaFila, DescuentoFila, PromesaFila, VentasFila } from '@imprimitodo/shared/api/reportes'
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { pesosInText } from '@imprimitodo/shared/rules/base/dinero'
import { formatFecha } from '@imprimitodo/shared/rules/base/fecha'
import { CANAL_TITLES } from '@imprimitodo/shared/rules/gestion/reporte'

/** A mark of a chart. */
export type MarcaDeGrafico = { clave: string; texto: string; valor: number }

const sum = <T>(filas: readonly T[], of: (fila: T) => number): number =>
  // In whole centavos: a sum of pesos would have rounding errors
  Math.round(filas.reduce((total, fila) => total + of(fila) * 100, 0)) / 100

/** More days than these are grouped by month. */
const MAX_MARCAS = 31

/** One mark for each day, or month where there are many; of sales, not of refunds. */
export function marcasOf(
  filas: readonly VentasFila[],
  agrupar: 'dia' | 'sucursal' | 'producto',
): MarcaDeGrafico[] {
  if (agrupar !== 'dia')
    return filas
      .filter(({ bruto }) => bruto > 0)
      .map(({ clave, bruto }) => ({ clave, texto: clave, valor: bruto }))
  if (filas.length <= MAX_MARCAS)
    return filas.map(({ clave, bruto }) => ({ clave, texto: formatFecha(clave).slice(0, 5), valor: bruto }))
  const meses = Map.groupBy(filas, ({ clave }) => clave.slice(0, 7))
  return [...meses].map(([mes, dias]) => ({
    clave: mes,
    texto: formatFecha(mes),
    valor: sum(dias, ({ bruto }) => bruto),
  }))
}

/** The conclusion of a chart of sales, in one sentence. */
export function ventasTitle(filas: readonly VentasFila[], marcas: readonly MarcaDeGrafico[]): string {
  const vendido = sum(filas, ({ bruto }) => bruto)
  if (vendido === 0) return 'No hubo ventas.'
  const best = marcas.toSorted((a, b) => b.valor - a.valor)[0]
  const devuelto = sum(filas, ({ devuelto }) => devuelto)
  const back = devuelto > 0 ? ` Se devolvieron ${pesosInText(devuelto)}.` : ''
  const most = best && marcas.length > 1 ? `: lo que más, ${best.texto} con ${pesosInText(best.valor)}` : ''
  return `Se vendieron ${pesosInText(vendido)}${most}.${back}`
}

/** Charged to a cuenta corriente: no money before it is paid. */
const isACuenta = ({ canal, medio_clave }: CajaFila): boolean =>
  canal === 'mostrador' && medio_clave === 'cuenta'

/** Without charges to cuentas corrientes: their payments are included. */
export const entrado = (filas: readonly CajaFila[]): CajaFila[] => filas.filter((fila) => !isACuenta(fila))

export const cajaTotals = (filas: readonly CajaFila[]) => ({
  operaciones: filas.reduce((total, { operaciones }) => total + operaciones, 0),
  cobrado: sum(filas, ({ cobrado }) => cobrado),
  devuelto: sum(filas, ({ devuelto }) => devuelto),
  neto: sum(filas, ({ neto }) => neto),
})

const isSinMedio = ({ medio_clave }: CajaFila): boolean => medio_clave === null

/** Online payments differ by the card, others also by the place. */
const medioOf = (fila: CajaFila): string => {
  const { canal, medio } = fila
  if (canal === 'web') return medio
  const isKnown = canal === 'mostrador' || (canal === 'venta' && !isSinMedio(fila))
  return isKnown ? `${medio}, mostrador` : CANAL_TITLES[canal]
}

/** Payment methods with their sums, the largest first. */
export function mediosDeCaja(filas: readonly CajaFila[]): MarcaDeGrafico[] {
  return [...Map.groupBy(filas, medioOf)]
    .map(([medio, own]) => ({ clave: medio, texto: medio, valor: sum(own, ({ cobrado }) => cobrado) }))
    .filter(({ valor }) => valor > 0)
    .toSorted((a, b) => b.valor - a.valor)
}

const isDelMostrador = (fila: CajaFila): boolean => {
  if (fila.canal === 'venta') return !isSinMedio(fila)
  return (fila.canal === 'mostrador' || fila.canal === 'cuenta') && !isACuenta(fila)
}

export type LugarDelDinero = {
  clave: string
  titulo: string
  neto: number
  detalle: string
  esCajon: boolean
}

/**
 * Where the money of the range is now: held by the provider, as notes in the drawer, as card payments or
 * transfers, as typed sales of which nothing more is known, or brought by the couriers.
 */
export function lugaresOf(filas: readonly CajaFila[]): LugarDelDinero[] {
  const lugares: [string, (fila: CajaFila) => boolean][] = [
    ['En el cajón, efectivo', (fila) => isDelMostrador(fila) && fila.medio_clave === 'efectivo'],
    ['Mostrador, sin efectivo', (fila) => isDelMostrador(fila) && fila.medio_clave !== 'efectivo'],
    ['A cuenta corriente, por cobrar', isACuenta],
    [CANAL_TITLES.venta, (fila) => fila.canal === 'venta' && isSinMedio(fila)],
    ['Envíos, al recibir', ({ canal }) => canal === 'envio'],
    [CANAL_TITLES.web, ({ canal }) => canal === 'web'],
  ]
  return lugares.flatMap(([titulo, isOf], index) => {
    const { operaciones, devuelto, neto } = cajaTotals(filas.filter(isOf))
    if (operaciones === 0 && devuelto === 0) return []
    const back = devuelto > 0 ? `, ${pesosInText(devuelto)} devueltos` : ''
    return [
      { clave: titulo, titulo, neto, detalle: `${count(operaciones, 'cobro')}${back}`, esCajon: index === 0 },
    ]
  })
}

export function cajaTitle(filas: readonly CajaFila[]): string {
  if (filas.length === 0) return 'No entró ni salió plata.'
  const { neto, devuelto } = cajaTotals(filas)
  const [most] = mediosDeCaja(filas)
  const first = most ? ` Lo que más, ${most.texto}.` : ''
  return `Quedaron ${pesosInText(neto)}${devuelto > 0 ? `, con ${pesosInText(devuelto)} devueltos` : ''}.${first}`
}

export const DESCUENTOS: Record<DescuentoFila['tipo'], string> = {
  web: 'Por la web',
  hojas: 'Hojas gratis',
  cupon: 'Cupones',
  ruleta: 'Ruleta',
  premio: 'Premios',
  mano: 'A mano en el mostrador',
}

export function descuentosTitle(filas: readonly DescuentoFila[]): string {
  const total = sum(filas, ({ pesos }) => pesos)
  return total > 0 ? `Se regalaron ${pesosInText(total)} en descuentos.` : 'No hubo descuentos.'
}

export function promesasTitle(filas: readonly PromesaFila[]): string {
  const kept = filas.reduce((total, { cumplidas }) => total + cumplidas, 0)
  const late = filas.reduce((total, { tarde }) => total + tarde, 0)
  if (kept + late === 0) return 'Todavía no venció ninguna hora prometida.'
  return late === 0
    ? `Todos a tiempo: ${count(kept, 'pedido')}.`
    : `${count(late, 'pedido')} tarde, de ${count(kept + late, 'prometido')}.`
}
