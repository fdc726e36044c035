import type { Aviso } from '@imprimitodo/shared/rules/compra/aviso'
import { A4 } from '@imprimitodo/shared/rules/compra/hoja'
import { hojaOfrecida, type Tarifas } from '@imprimitodo/shared/rules/compra/precio'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useMemo } from 'react'
import { preciosQuery } from '../../api/queries.ts'
import { tarifasOf } from '../../api/tarifas.ts'
import { getCarrito, updateCarrito } from '../carrito/carrito.ts'
import type { ArchivoCarrito, Carrito } from '../carrito/carrito-state.ts'
import { isQuoted } from '../carrito/cotizado.ts'
import { usePedido } from '../carrito/use-pedido.ts'
import { useLecturas } from '../lectura/lectura.ts'
import { leidoAnswer, leidosOf } from './leidos.ts'
import { NO_PRECIOS, type PreciosDePaso2, preciosOf } from './precios.ts'

const NO_AVISOS: readonly Aviso[] = []

/** Replaces paper that is no longer sold with A4, and records it for the message. */
function dropUnsold(tarifas: Tarifas): void {
  const isSold = ({ hoja }: ArchivoCarrito) => hojaOfrecida(tarifas, hoja) === hoja
  if (getCarrito().archivos.every(isSold)) return
  updateCarrito((carrito) => ({
    ...carrito,
    hojasCambiadas: [
      ...carrito.hojasCambiadas,
      ...carrito.archivos.filter((one) => !isSold(one)).map(({ name, hoja }) => ({ nombre: name, hoja })),
    ],
    archivos: carrito.archivos.map((one) => (isSold(one) ? one : { ...one, hoja: A4.nombre })),
  }))
}

/** The readings of the half-made order's files, and the prices that follow; live. */
export function useLeidos(carrito: Carrito) {
  const { data: precios } = useQuery(preciosQuery)
  const { data: pedido } = usePedido(carrito.pedidoId)
  // Readings change many times a second: the customer's own actions have priority
  const lecturas = useDeferredValue(useLecturas())
  const tarifas: Tarifas | null = useMemo(() => (precios ? tarifasOf(precios) : null), [precios])
  useEffect(() => {
    if (tarifas) dropUnsold(tarifas)
  }, [tarifas])
  const leidos = leidosOf(carrito.archivos, lecturas, pedido)
  const priceOfCarrito = (one: Carrito): PreciosDePaso2 =>
    tarifas ? preciosOf(one.archivos, leidos, tarifas, isQuoted(one)) : NO_PRECIOS
  return {
    tarifas,
    leidos,
    priceOfCarrito,
    precios: priceOfCarrito(carrito),
    avisosOf: (archivo: ArchivoCarrito) => leidoAnswer(archivo, pedido)?.avisos ?? NO_AVISOS,
  }
}
