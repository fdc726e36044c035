import type { Ajustes, AjustesChange } from '@imprimitodo/shared/api/ajustes'
import { dayOf } from '@imprimitodo/shared/rules/base/fecha'
import { DEFAULT_TARIFAS, tarifasProblem } from '@imprimitodo/shared/rules/compra/precio'
import { ruletaProblem } from '@imprimitodo/shared/rules/fidelidad/tirada'
import type { AjustesValores } from '../../base/db/schema/ajustes.ts'
import { refuseField } from '../../base/http/errors.ts'
import type { Deps, Sucursal } from '../../base/runtime/deps.ts'
import { knownImagenes } from '../../vidriera/imagenes/service.ts'
import { noteCambio, type Quien } from '../auditoria/service.ts'
import { ajustesAnswer, ajustesFrom, writeAjustes } from './service.ts'

/** Far above any price of a sheet. */
const MAX_PRICE = 10_000_000_00

/** Merges sent keys into the owner's settings. Existing orders keep the prices they were quoted with. */
export async function changeAjustes(
  { tienda, now }: Pick<Deps, 'tienda' | 'now'>,
  { operador, segundo_factor }: { operador: Quien; segundo_factor: boolean },
  sent: AjustesChange,
): Promise<Ajustes> {
  if (sent.seguridad?.exigir_segundo_factor && !segundo_factor)
    throw refuseField('exigir_segundo_factor', 'Activá primero el tuyo, en Mi cuenta.')
  checkDecimals(sent)
  if (sent.facturacion) checkFacturacion((await tienda.read()).sucursales, now(), sent.facturacion)
  return tienda.edit(async (tx) => {
    let antes: Ajustes | undefined
    const valores = await writeAjustes(tx, now(), (current) => {
      antes = ajustesAnswer(current)
      const next = ajustesFrom(current, sent)
      check(next, current)
      return next
    })
    if (sent.logo_id && (await knownImagenes(tx, [sent.logo_id])).size === 0)
      throw refuseField('logo_id', 'Esa imagen no existe.')
    const despues = ajustesAnswer(valores)
    await noteCambio(tx, operador, now(), { que: 'ajustes', clave: 1, nombre: 'Ajustes', antes, despues })
    return despues
  })
}

/**
 * Amounts are kept in centavos, percents with two decimals and points with four: a number with more would become
 * another one. Delivery is paid at the door, in whole pesos as all that customers pay. @throws 400 {campo: [..]}
 */
function checkDecimals(sent: AjustesChange): void {
  const { precios, hojas, anillado, descuentoCompra, cupon, precioDelivery, puntos_por_peso } = sent
  const PRECIO = 'Un precio lleva hasta dos decimales.'
  for (const [field, value, decimals, problem] of [
    ['precios', precios, 2, PRECIO],
    ['hojas', hojas, 2, PRECIO],
    ['anillado', anillado, 2, PRECIO],
    ['descuentoCompra', descuentoCompra, 2, 'El descuento lleva hasta dos decimales.'],
    ['cupon', cupon, 2, 'El descuento del cupón lleva hasta dos decimales.'],
    ['precioDelivery', precioDelivery, 0, 'El precio del envío va sin centavos.'],
    ['puntos_por_peso', puntos_por_peso, 4, 'Los puntos por peso llevan hasta cuatro decimales.'],
    ['topes', sent.topes, 2, 'Un tope lleva hasta dos decimales.'],
    ['seguridad', sent.seguridad, 2, 'El importe lleva hasta dos decimales.'],
  ] as const)
    if (numbersIn(value).some((one) => Number(one.toFixed(decimals)) !== one))
      throw refuseField(field, problem)
}

/** All numbers of a value, however deep. */
function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : []
}

/** @throws 400 {facturacion: [..]} */
function checkFacturacion(
  sucursales: readonly Sucursal[],
  now: Date,
  sent: NonNullable<AjustesChange['facturacion']>,
): void {
  const known = sucursales.map(({ nombre }) => nombre)
  const unknown = Object.keys(sent.puntos_venta ?? {}).find((nombre) => !known.includes(nombre))
  if (unknown) throw refuseField('facturacion', `No hay ninguna sucursal que se llame ${unknown}.`)
  if (sent.inicio_actividades && sent.inicio_actividades > dayOf(now))
    throw refuseField('facturacion', 'El inicio de actividades no puede ser en el futuro.')
}

/** @throws 400 {campo: [..]} */
function check(valores: AjustesValores, antes: AjustesValores): void {
  const { byn, color, anillado, hojas = {}, precioDelivery, ruleta, radioPermitido } = valores
  const problem = tarifasProblem(valores, antes)
  const isOfPrices = tarifasProblem({ ...valores, anillado: DEFAULT_TARIFAS.anillado }, antes)
  const isOfA4 = tarifasProblem({ ...valores, anillado: DEFAULT_TARIFAS.anillado, hojas: {} }, antes)
  if (problem)
    throw refuseField(isOfA4 ? 'precios' : isOfPrices ? 'hojas' : 'anillado', isOfA4 ?? isOfPrices ?? problem)
  const all = (field: string, amounts: number[]) => {
    if (amounts.some((amount) => amount > MAX_PRICE))
      throw refuseField(field, 'Ese precio es demasiado grande.')
  }
  all(
    'precios',
    [byn, color].flatMap((pair) => (pair ? [pair.una, pair.dos] : [])),
  )
  all(
    'hojas',
    Object.values(hojas).flatMap((one) => [one.byn, one.color].flatMap(({ una, dos }) => [una, dos])),
  )
  all(
    'anillado',
    anillado.map(({ precio }) => precio),
  )
  all('precioDelivery', [precioDelivery])
  if (anillado.length > 20) throw refuseField('anillado', 'Son demasiados renglones.')
  if (radioPermitido > 1000) throw refuseField('radioPermitido', 'El radio es de 0 a 1000 kilómetros.')
  const ofRuleta = ruletaProblem(ruleta)
  if (ofRuleta) throw refuseField('ruleta', ofRuleta)
}
