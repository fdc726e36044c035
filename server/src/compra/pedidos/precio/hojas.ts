// Which paper an order may use.

import { GRUPOS, type Opciones } from '@imprimitodo/shared/rules/compra/archivo'
import { GRUPO_TITLES } from '@imprimitodo/shared/rules/compra/grupo'
import { A4, type NombreHoja } from '@imprimitodo/shared/rules/compra/hoja'
import { refuseField } from '../../../base/http/errors.ts'
import type { Sucursal, Tienda } from '../../../base/runtime/deps.ts'
import { otrasHojas, precioHojasOf } from '../../../gestion/ajustes/service.ts'
import { refuseArchivos } from '../filas/archivos-data.ts'

type Pedida = { nombre: string } & Pick<Opciones, 'hoja' | 'grupo'>

/** Files bound together are on one paper, which some branch prints on. @throws 400 {archivos: [..]} */
export function needHojas(tienda: Pick<Tienda, 'ajustes' | 'sucursales'>, pedidas: readonly Pedida[]): void {
  const sold = otrasHojas(tienda)
  const problems: string[] = pedidas.flatMap(({ nombre, hoja }) =>
    hoja === A4.nombre || sold[hoja] ? [] : [`«${nombre}»: no imprimimos en hojas ${hoja}. Elegí otra hoja`],
  )
  for (const grupo of GRUPOS) {
    const hojas = [...new Set(pedidas.filter((one) => one.grupo === grupo).map(({ hoja }) => hoja))]
    if (hojas.length > 1)
      problems.push(
        `${GRUPO_TITLES[grupo]}: sus archivos van en hojas distintas (${hojas.join(' y ')}). Elegí una para todo el anillado.`,
      )
  }
  if (problems.length > 0) throw refuseArchivos(problems)
}

/** Paper of an order that a branch does not print on. */
export const missingHojas = (
  { ajustes }: Pick<Tienda, 'ajustes'>,
  sucursal: Pick<Sucursal, 'hojas'>,
  archivos: readonly { hoja: NombreHoja }[],
): NombreHoja[] => {
  const there: NombreHoja[] = [A4.nombre, ...precioHojasOf(ajustes, sucursal)]
  return [...new Set(archivos.map(({ hoja }) => hoja))].filter((hoja) => !there.includes(hoja))
}

/** @throws 400 {sucursal: [..]} */
export function needHojasEn(
  tienda: Pick<Tienda, 'ajustes'>,
  sucursal: Sucursal,
  archivos: readonly { hoja: NombreHoja }[],
): void {
  const missing = missingHojas(tienda, sucursal, archivos)
  if (missing.length === 0) return
  throw refuseField(
    'sucursal',
    `En ${sucursal.nombre} no imprimimos en hojas ${missing.join(' ni ')}. Elegí otra sucursal, o volvé y elegí otra hoja.`,
    'hoja_no_ofrecida',
  )
}
