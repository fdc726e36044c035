import { useEffect, useRef } from 'react'
import { createStore } from '../../ui/state/store.ts'

/** All single keys of the counter, as the dialog of '?' lists them. */
export const ATAJOS = [
  { tecla: '?', hace: 'Ver estos atajos' },
  {
    tecla: '/',
    hace: 'Buscar pedidos; con Enter se abre el que es. En una venta: agregar un producto, un código o un importe',
  },
  { tecla: 'j', hace: 'Tablero: pedido siguiente' },
  { tecla: 'k', hace: 'Tablero: pedido anterior' },
  { tecla: 'x', hace: 'Tablero: elegir el pedido enfocado, o dejar de elegirlo' },
  { tecla: 't', hace: 'Tomar o soltar el pedido (el enfocado del tablero, o el que está abierto)' },
  { tecla: 'p', hace: 'Imprimir los elegidos, el enfocado del tablero o el que está abierto' },
  { tecla: 'l', hace: 'Tablero: marcar listos los elegidos, o el enfocado' },
  {
    tecla: 'e',
    hace: 'Tablero: entregar los elegidos, o el enfocado. Si no hay: escanear o escribir un código',
  },
  { tecla: 'Escape', hace: 'Tablero: no elegir ninguno' },
  { tecla: '1', hace: 'Con una pregunta abierta en la tira de arriba: la primera respuesta' },
  { tecla: '2', hace: 'La segunda' },
  { tecla: '3', hace: 'La tercera' },
  { tecla: 'z', hace: 'Deshacer el último paso, en los 8 segundos siguientes' },
  { tecla: 'b', hace: 'Volver al tablero' },
  { tecla: 'n', hace: 'Venta nueva' },
  { tecla: 'a', hace: 'Venta: elegir archivos' },
  { tecla: 'q', hace: 'Venta: el código para mandar archivos desde el celular' },
  { tecla: 'i', hace: 'Venta: importe libre' },
  { tecla: 'c', hace: 'Venta: ir al cobro, a con cuánto paga; con Enter se cobra' },
] as const
export type Tecla = (typeof ATAJOS)[number]['tecla']

const KEY = 'mostrador-atajos'
const areOn = createStore(localStorage.getItem(KEY) !== 'no')

/**
 * Single keys disturb speech input, so a clerk can turn them off, and this browser stores that (WCAG 2.1.4).
 */
export function toggleAtajos(): void {
  areOn.set(!areOn.get())
  localStorage.setItem(KEY, areOn.get() ? 'si' : 'no')
}

export const useAtajosOn = (): boolean => areOn.use()

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.matches('input:not([type=radio],[type=checkbox],[type=file]), textarea, select')

/** Whether a pressed key is meant as a shortcut: not while typing, nor over a dialog. */
export const isAtajo = (event: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey' | 'target'>): boolean =>
  areOn.get() &&
  !(event.ctrlKey || event.metaKey || event.altKey) &&
  !isTyping(event.target) &&
  !document.querySelector('dialog[open]')

/** Calls `act` on a key, wherever the focus is, while the component is mounted. */
export function useAtajo(tecla: Tecla, act: () => void): void {
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== tecla || event.repeat || !isAtajo(event)) return
      event.preventDefault() // otherwise the letter is typed into the field that takes the focus
      latest.current()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [tecla])
}
