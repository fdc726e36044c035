import { useEffect, useRef } from 'react'
import { createKept } from '../../ui/state/kept.ts'
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
  {
    tecla: 'p',
    hace: 'Imprimir los elegidos, el enfocado del tablero, el que está abierto o la hoja del turno',
  },
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

const kept = createKept('localStorage', 'mostrador-atajos')
const areOn = createStore(kept.read() !== 'no')

/**
 * Single keys disturb speech input, so a clerk can turn them off, and this browser stores that (WCAG 2.1.4).
 */
export function toggleAtajos(): void {
  areOn.set(!areOn.get())
  kept.write(areOn.get() ? 'si' : 'no')
}

export const useAtajosOn = (): boolean => areOn.use()

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.matches('input:not([type=radio],[type=checkbox],[type=file]), textarea, select')

/** Whether a pressed key is meant as a shortcut: not while typing, nor over a dialog. */
const isAtajo = ({ target }: KeyboardEvent): boolean => areOn.get() && !isTyping(target) && !isInDialog()

const isInDialog = (): boolean => document.querySelector('dialog[open]') !== null

/** A hand scanner is a keyboard that sends a key every 1 to 20 ms. A hand is slower. */
export const PAUSE_MS = 60
/** The shortest scanned text: an EAN-8. */
const SHORTEST = 8

/** `at`: the element that had the focus when the key was pressed; a click may move the focus before the key acts. */
type Act = (at: Element | null) => void
type Atajo = { tecla: Tecla; act: Act }
type Read = (text: string) => void

/** The shortcuts of the components on the screen. */
const atajos = new Set<Atajo>()
/** The readers of a scanned text: the present screen's, if it has one, else the reader that every screen has. */
const readers: { pantalla?: Read | undefined; siempre?: Read | undefined } = {}

/** The keys since the last pause that were not pressed in a field. */
let leido = ''
/** Runs until the pause after the last key. */
let pause: ReturnType<typeof setTimeout> | undefined

/**
 * A key between two pauses is a shortcut. Keys without a pause come from a scanner: they press nothing, not
 * even the focused button with their Enter, which hands the text over.
 */
function listen(event: KeyboardEvent): void {
  const { key, repeat, ctrlKey, metaKey, altKey } = event
  // No code begins with a space, which ticks a box
  const isLetter = key.length === 1 && (key !== ' ' || leido !== '')
  if (repeat || ctrlKey || metaKey || altKey || !(isLetter || key === 'Enter' || key === 'Escape')) return
  const isFirst = pause === undefined
  const meant = isFirst && isAtajo(event) ? [...atajos].filter(({ tecla }) => tecla === key) : []
  const at = document.activeElement
  clearTimeout(pause)
  pause = setTimeout(() => {
    pause = undefined
    leido = ''
    for (const one of meant) if (atajos.has(one)) one.act(at)
  }, PAUSE_MS)
  if (isTyping(event.target)) {
    leido = ''
    return
  }
  if (meant.length > 0 || (leido !== '' && key !== 'Escape')) event.preventDefault()
  if (isLetter) leido += key
  if (key === 'Enter') hear()
}
addEventListener('keydown', listen)

function hear(): void {
  const text = leido
  leido = ''
  if (text.length < SHORTEST || isInDialog()) return
  const read = readers.pantalla ?? readers.siempre
  read?.(text)
}

/** Calls `act` a moment after a key, wherever the focus is, while the component is mounted. */
export function useAtajo(tecla: Tecla, act: Act): void {
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    const atajo: Atajo = { tecla, act: (at) => latest.current(at) }
    atajos.add(atajo)
    return () => void atajos.delete(atajo)
  }, [tecla])
}

/** Takes a hand scanner's text while the focus is in no field. `siempre`: only if the screen has no reader. */
export function useLectora(donde: keyof typeof readers, read: Read): void {
  const latest = useRef(read)
  latest.current = read
  useEffect(() => {
    const reader: Read = (text) => latest.current(text)
    readers[donde] = reader
    return () => {
      if (readers[donde] === reader) readers[donde] = undefined
    }
  }, [donde])
}
