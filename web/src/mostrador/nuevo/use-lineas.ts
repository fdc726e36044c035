// The lines of a sale beside its files: products and services, each with its number.
import type { ProductoAnswer } from '@imprimitodo/shared/api/productos'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { dataOf } from '../../api/query-client.ts'

/** `pesos` of one piece. */
export type LineaDeVenta = {
  id: number
  producto_id: number | null
  texto: string
  cantidad: number
  pesos: number
}

/** The products in the shop window, with today's prices. */
export function useProductosDeVenta(): readonly ProductoAnswer[] {
  const { data = [] } = useQuery({
    queryKey: ['productos-de-venta'],
    queryFn: () => dataOf(call('GET /api/v1/productos/')),
    staleTime: 60_000,
  })
  return data
}

/** A sale may have been stored for a day: the server charges the present price. */
const withPrecioDeHoy = (linea: LineaDeVenta, productos: readonly ProductoAnswer[]): LineaDeVenta => {
  const found = productos.find(({ id }) => id === linea.producto_id)
  return { ...linea, pesos: found?.importe_actual ?? linea.pesos }
}

export function useLineas(inicial: readonly LineaDeVenta[]) {
  const [lineas, setLineas] = useState(inicial)
  const next = useRef(1 + Math.max(0, ...inicial.map(({ id }) => id)))
  const productos = useProductosDeVenta()
  return {
    lineas: lineas.map((linea) => withPrecioDeHoy(linea, productos)),
    /** The same product again adds one to its line. */
    add: (linea: Omit<LineaDeVenta, 'id' | 'cantidad'>) =>
      setLineas((all) => {
        const same = linea.producto_id !== null && all.find((one) => one.producto_id === linea.producto_id)
        if (same) return all.map((one) => (one === same ? { ...one, cantidad: one.cantidad + 1 } : one))
        return [...all, { ...linea, id: next.current++, cantidad: 1 }]
      }),
    setCantidad: (id: number, cantidad: number) =>
      setLineas((all) => all.map((one) => (one.id === id ? { ...one, cantidad } : one))),
    remove: (id: number) => setLineas((all) => all.filter((one) => one.id !== id)),
  }
}
