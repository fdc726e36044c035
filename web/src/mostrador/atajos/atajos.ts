import { useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
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
  target.matches('input:not([type=radio],[type=checkbox],[type=file]), textarea')

/** Whether a pressed key is meant as a shortcut: not while typing or choosing, nor over a dialog. */
const isAtajo = (target: EventTarget | null): boolean =>
  areOn.get() && !isTyping(target) && !(target instanceof HTMLSelectElement) && !isInDialog()

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

/** The keys since the last pause that were not typed in a field. */
let leido = ''
/** The list that had the focus at the first of them, which may have chosen another line of it. */
let lista: { select: HTMLSelectElement; value: string } | undefined
/** When the last key was pressed, by its event: a busy browser hands keys over late, and before its timers. */
let pressedAt = 0
/** What follows the pause after the last key. */
let afterPause: (() => void) | undefined
let pause: ReturnType<typeof setTimeout> | undefined

/** Ends the pause. What the shortcut does is on the screen before the next key. */
function endPause(): void {
  clearTimeout(pause)
  leido = ''
  const act = afterPause
  afterPause = undefined
  if (act) flushSync(act)
}

/** The pause begins, after which the shortcuts of this key act. @returns whether it has some */
function beginPause(key: string, target: EventTarget | null): boolean {
  const isFirst = afterPause === undefined
  const meant = isFirst && isAtajo(target) ? [...atajos].filter(({ tecla }) => tecla === key) : []
  const at = document.activeElement
  clearTimeout(pause)
  pause = setTimeout(endPause, PAUSE_MS)
  afterPause = () => {
    for (const one of meant) if (atajos.has(one)) one.act(at)
  }
  return meant.length > 0
}

// No code begins with a space, which ticks a box
const isLetter = (key: string): boolean => key.length === 1 && (key !== ' ' || leido !== '')

/**
 * A key between two pauses is a shortcut. Keys without a pause come from a scanner: they press nothing, not
 * even the focused button with their Enter, which hands the text over.
 */
function listen(event: KeyboardEvent): void {
  const { key, repeat, ctrlKey, metaKey, altKey } = event
  if (repeat) return
  const isLate = afterPause !== undefined && event.timeStamp - pressedAt >= PAUSE_MS
  // Also before a key that is none of ours: a text is pasted where the shortcut led
  if (isLate) endPause()
  if (ctrlKey || metaKey || altKey) return
  if (!isLetter(key) && key !== 'Enter' && key !== 'Escape') return
  pressedAt = event.timeStamp
  // A key that comes late is typed where the focus is now
  const target = isLate ? document.activeElement : event.target
  const isMeant = beginPause(key, target)
  if (isTyping(target)) leido = ''
  else read(event, target, isMeant)
}
addEventListener('keydown', listen)

function read(event: KeyboardEvent, target: EventTarget | null, isMeant: boolean): void {
  const { key } = event
  if (isMeant || (leido !== '' && key !== 'Escape')) event.preventDefault()
  if (leido === '')
    lista = target instanceof HTMLSelectElement ? { select: target, value: target.value } : undefined
  if (isLetter(key)) leido += key
  if (key === 'Enter') hear()
}

function hear(): void {
  const text = leido
  leido = ''
  if (text.length < SHORTEST) return
  if (lista && lista.select.value !== lista.value) {
    lista.select.value = lista.value
    lista.select.dispatchEvent(new Event('change', { bubbles: true }))
  }
  if (isInDialog()) return
  const reader = readers.pantalla ?? readers.siempre
  reader?.(text)
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
