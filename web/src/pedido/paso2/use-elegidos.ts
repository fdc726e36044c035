import { useState } from 'react'
import type { Carrito } from '../carrito/carrito-state.ts'

/**
 * The ids of the files ticked to be bound together, in the order of their ticks. A tick ends with the grouping, or when
 * its file enters a volume in another way: if it leaves the volume again, it is not ticked.
 */
export function useElegidos({ archivos, agrupando }: Carrito) {
  const [ticked, setTicked] = useState<readonly string[]>([])
  const isLoose = (id: string) => archivos.some((one) => one.id === id && one.grupo === 'default')
  const elegidos = agrupando ? ticked.filter(isLoose) : []
  if (elegidos.length < ticked.length) setTicked(elegidos)
  return {
    elegidos,
    toggle: (id: string) =>
      setTicked((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id])),
    clear: () => setTicked([]),
  }
}
