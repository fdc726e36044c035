import type { Ajustes, AjustesChange } from '@imprimitodo/shared/api/ajustes'
import { dayOf } from '@imprimitodo/shared/rules/fecha'
import { DEFAULT_TARIFAS, tarifasProblem } from '@imprimitodo/shared/rules/precio'
import { ruletaProblem } from '@imprimitodo/shared/rules/tirada'
import type { AjustesValores } from '../../base/db/schema/ajustes.ts'
import { refuseField } from '../../base/http/errors.ts'
import type { Deps, Sucursal } from '../../base/runtime/deps.ts'
import { knownImagenes } from '../../vidriera/imagenes/service.ts'
import { noteCambio, type Quien } from '../auditoria/service.ts'
import { ajustesAnswer, ajustesFrom, writeAjustes } from './service.ts'

/** Far above any price of a sheet, and low enough that no sum of prices overflows. */
const MAX_PRICE = 10_000_000_00

/** Merges sent keys into the owner's settings. Existing orders keep the prices they were quoted with. */
export async function changeAjustes(
  { tienda, now }: Pick<Deps, 'tienda' | 'now'>,
  { operador, segundo_factor }: { operador: Quien; segundo_factor: boolean },
  sent: AjustesChange,
): Promise<Ajustes> {
  if (sent.seguridad?.exigir_segundo_factor && !segundo_factor)
    throw refuseField('exigir_segundo_factor', 'Activá primero el tuyo, en Mi cuenta.')
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
  const {
    byn,
    color,
    anillado,
    hojas = {},
    precioDelivery,
    cupon,
    ruleta,
    radioPermitido,
    descuentoCompra,
  } = valores
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
  // An order stores two decimals: with more, its price would change between quote and purchase
  if (Math.round(descuentoCompra * 100) / 100 !== descuentoCompra)
    throw refuseField('descuentoCompra', 'El descuento lleva hasta dos decimales.')
  if (anillado.length > 20) throw refuseField('anillado', 'Son demasiados renglones.')
  if (radioPermitido > 1000) throw refuseField('radioPermitido', 'El radio es de 0 a 1000 kilómetros.')
  const ofRuleta = ruletaProblem(ruleta)
  if (ofRuleta) throw refuseField('ruleta', ofRuleta)
  if ([cupon.primero, cupon.siguientes].some((percent) => Math.round(percent * 100) / 100 !== percent))
    throw refuseField('cupon', 'El descuento del cupón lleva hasta dos decimales.')
}
