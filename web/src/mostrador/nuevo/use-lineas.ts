// What a sale has beside files: products and services, each with how many.
import { useRef, useState } from 'react'

/** `pesos` of one. */
export type Linea = { id: number; producto_id: number | null; texto: string; cantidad: number; pesos: number }

export function useLineas(inicial: readonly Linea[]) {
  const [lineas, setLineas] = useState(inicial)
  const next = useRef(1 + Math.max(0, ...inicial.map(({ id }) => id)))
  return {
    lineas,
    /** The same product again is one more of it. */
    add: (linea: Omit<Linea, 'id' | 'cantidad'>) =>
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
