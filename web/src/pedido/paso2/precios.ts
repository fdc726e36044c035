import { toPesos } from '@imprimitodo/shared/rules/base/dinero'
import type { Grupo } from '@imprimitodo/shared/rules/compra/archivo'
import { isColorPending } from '@imprimitodo/shared/rules/compra/hojas'
import type { Leido } from '@imprimitodo/shared/rules/compra/pistas'
import { hojaOfrecida, quote, type Tarifas } from '@imprimitodo/shared/rules/compra/precio'
import type { ArchivoCarrito } from '../carrito/carrito-state.ts'

export type Leidos = ReadonlyMap<string, Leido>

/** `hasta`: its colour is still being examined, and the price can only fall. */
export type PrecioArchivo = { pesos: number; hojas: number; hasta: boolean }

/** Pesos before discounts, sheets of all copies. A file's includes its own binding, a volume's its files. */
export type PreciosDePaso2 = {
  archivos: ReadonlyMap<string, PrecioArchivo>
  volumenes: ReadonlyMap<Grupo, { pesos: number; hojas: number }>
  /** Null while some file was not read. */
  total: { pesos: number; hojas: number } | null
}

export const NO_PRECIOS: PreciosDePaso2 = { archivos: new Map(), volumenes: new Map(), total: null }

/**
 * Prices by the rule that charges, as far as files are read: unread files have no price. `quoted`: the
 * server's own prices for these options, which have priority.
 */
export function preciosOf(
  archivos: readonly ArchivoCarrito[],
  leidos: Leidos,
  tarifas: Tarifas,
  quoted: boolean,
): PreciosDePaso2 {
  const known = archivos.flatMap((archivo) => {
    const leido = leidos.get(archivo.id)
    return leido ? [{ archivo, contado: { ...opcionesDePaso2(archivo, tarifas), ...leido } }] : []
  })
  const found = quote(
    known.map(({ contado }) => contado),
    tarifas,
  )
  const prices = found.archivos.map(({ hojas, importe }, index) => {
    const { archivo, contado } = known[index] ?? {}
    const pesos = (quoted && archivo?.contado?.importe) || toPesos(importe)
    const hasta = !quoted && contado !== undefined && isColorPending(contado)
    return { pesos, hojas: hojas * (contado?.duplicado ?? 1), hasta }
  })
  const volumenes = new Map<Grupo, { pesos: number; hojas: number }>()
  for (const { grupo, archivos: members, hojas, importe } of found.volumenes) {
    const own = grupo === null ? prices[members[0] ?? -1] : undefined
    if (own) own.pesos += toPesos(importe)
    const printed = members.reduce((sum, index) => sum + (prices[index]?.pesos ?? 0), 0)
    if (grupo) volumenes.set(grupo, { hojas, pesos: printed + toPesos(importe) })
  }
  return {
    archivos: new Map(
      known.map(({ archivo }, index) => [archivo.id, prices[index] ?? { pesos: 0, hojas: 0, hasta: false }]),
    ),
    volumenes,
    total: known.length < archivos.length ? null : totalOf(found, prices),
  }
}

const totalOf = (
  { total_impresion, total_anillado }: ReturnType<typeof quote>,
  prices: readonly { hojas: number }[],
) => ({
  pesos: toPesos(total_impresion + total_anillado),
  hojas: prices.reduce((sum, { hojas }) => sum + hojas, 0),
})

/** A file's options in the form of the rules, on paper that is sold. */
export const opcionesDePaso2 = (
  { dobleFaz, orientacion, color, grupo, duplicado, anillado, rango, por_carilla, hoja }: ArchivoCarrito,
  tarifas: Tarifas,
) => ({
  doble_faz: dobleFaz,
  orientacion,
  color,
  grupo,
  duplicado,
  anillado,
  rango,
  por_carilla,
  hoja: hojaOfrecida(tarifas, hoja),
})
