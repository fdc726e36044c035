import { nextMidnight } from '@imprimitodo/shared/rules/base/fecha'
import { createStore } from '../ui/state/store.ts'
import { serverNow } from './clock.ts'
import { newId } from './new-id.ts'

/**
 * A code that the wheel gave in this browser: for a visitor it is stored nowhere else. It works with `correo`
 * alone, until `vence` (ms since 1970). `pedidoId`: the order that it was applied to.
 */
export type CodigoGuardado = {
  codigo: string
  descuento: number
  correo: string
  vence: number
  pedidoId?: string
}

/** A spin whose answer has not arrived: `clave` gets the code that it gave, until `vence`. */
type TiradaPendiente = { clave: string; correo: string; vence: number }

/** `elegido`: the code that the customer wants to use in the next order. */
type Guardados = {
  ganados: readonly CodigoGuardado[]
  elegido: string | null
  pendiente: TiradaPendiente | null
}

const KEY = 'codigos-guardados'
const NONE: Guardados = { ganados: [], elegido: null, pendiente: null }

/** A page made ahead is built without codes. */
const store = createStore<Guardados>(read() ?? NONE, { made: NONE })

/** Null where storage is forbidden, or written by another program. */
function read(): Guardados | null {
  try {
    const kept: Partial<Guardados> | null = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    return {
      ganados: Array.isArray(kept?.ganados) ? kept.ganados.filter(isGuardado) : [],
      elegido: typeof kept?.elegido === 'string' ? kept.elegido : null,
      pendiente: isPendiente(kept?.pendiente) ? kept.pendiente : null,
    }
  } catch {
    return null
  }
}

// A function declaration: the store above calls it before constants below it are defined
function isGuardado(one: Partial<CodigoGuardado> | null): one is CodigoGuardado {
  return (
    typeof one?.codigo === 'string' &&
    typeof one.descuento === 'number' &&
    typeof one.correo === 'string' &&
    typeof one.vence === 'number'
  )
}

function isPendiente(one: Partial<TiradaPendiente> | null | undefined): one is TiradaPendiente {
  return typeof one?.clave === 'string' && typeof one.correo === 'string' && typeof one.vence === 'number'
}

const current = (): Guardados => read() ?? store.get()

/** Reads the storage first, since another tab may have changed it. */
function change(work: (before: Guardados) => Guardados): void {
  const next = work(current())
  store.set(next)
  try {
    localStorage.setItem(KEY, JSON.stringify(next))
  } catch {
    // storage is forbidden or full: the codes last as long as the page
  }
}

const alive = ({ ganados }: Guardados, now: number): CodigoGuardado[] =>
  ganados.filter(({ vence }) => vence > now)

/** The wheel's codes in this browser that have not expired, newest first. */
export const guardadosHoy = (now = serverNow()): CodigoGuardado[] => alive(store.get(), now)

/** The same, live. */
export function useGuardados(): CodigoGuardado[] {
  return alive(store.use(), serverNow())
}

export const useElegido = (): string | null => store.useOf(({ elegido }) => elegido)

/** Whether a spin of that e-mail was sent today and its answer has not arrived: its code may still be had. */
export const isTiradaPendiente = (correo: string): boolean => pendienteOf(correo) !== null

function pendienteOf(correo: string): TiradaPendiente | null {
  const { pendiente } = current()
  if (!pendiente || pendiente.vence <= serverNow()) return null
  return pendiente.correo.toLowerCase() === correo.toLowerCase() ? pendiente : null
}

/** The key of a spin: if one is still without an answer its key is used again, so that a lost answer costs no spin. */
export function claveOfTirada(correo: string): string {
  const kept = pendienteOf(correo)
  if (kept) return kept.clave
  const clave = newId()
  const vence = nextMidnight(new Date(serverNow()))
  change((before) => ({ ...before, pendiente: { clave, correo, vence } }))
  return clave
}

/** The spin gave nothing. */
export const forgetTirada = (): void => change((before) => ({ ...before, pendiente: null }))

/** Stores a spin's code: it is valid until the shop's day ends. */
export function keepGanado(ganado: Pick<CodigoGuardado, 'codigo' | 'descuento' | 'correo'>): void {
  const now = serverNow()
  change((before) => ({
    ...before,
    pendiente: null,
    ganados: [{ ...ganado, vence: nextMidnight(new Date(now)) }, ...alive(before, now)],
  }))
}

/** Step 3 applies it automatically, once it has the e-mail; null: it was applied or refused. */
export const chooseCodigo = (codigo: string | null): void =>
  change((before) => ({ ...before, elegido: codigo }))

/** The order's present codes; codes that it had before and released are free again. */
export function noteAplicados(pedidoId: string, codigos: readonly string[]): void {
  const of = ({ pedidoId: held, ...one }: CodigoGuardado): CodigoGuardado =>
    codigos.includes(one.codigo)
      ? { ...one, pedidoId }
      : { ...one, ...(held !== undefined && held !== pedidoId && { pedidoId: held }) }
  const before = current().ganados
  if (before.some((one) => of(one).pedidoId !== one.pedidoId))
    change((now) => ({ ...now, ganados: now.ganados.map(of) }))
}

/** The order is paid, so its codes are spent. */
export function forgetGastados(pedidoId: string): void {
  if (current().ganados.some((one) => one.pedidoId === pedidoId))
    change((before) => ({
      ...before,
      ganados: before.ganados.filter((one) => one.pedidoId !== pedidoId),
    }))
}

/** The customer logged out of this browser. */
export const forgetGuardados = (): void => change(() => NONE)
