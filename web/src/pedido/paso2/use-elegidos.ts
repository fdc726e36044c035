import { useState } from 'react'
import type { Carrito } from '../carrito/carrito-state.ts'

/**
 * The ids of the files ticked to be bound together, in the order of their ticks. A tick ends with the grouping, and where
 * its file goes into a volume another way: the file comes back without it.
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
