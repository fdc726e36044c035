import { nextMidnight } from '@imprimitodo/shared/rules/fecha'
import { createStore } from '../ui/store.ts'
import { serverNow } from './clock.ts'

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

/** `elegido`: the code that the customer wants to use in the next order. */
type Guardados = { ganados: readonly CodigoGuardado[]; elegido: string | null }

const KEY = 'codigos-guardados'
const NONE: Guardados = { ganados: [], elegido: null }

/** A page made ahead is built without codes. */
const store = createStore<Guardados>(read(), { made: NONE })

function read(): Guardados {
  try {
    const kept: Partial<Guardados> | null = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    return {
      ganados: Array.isArray(kept?.ganados) ? kept.ganados.filter(isGuardado) : [],
      elegido: typeof kept?.elegido === 'string' ? kept.elegido : null,
    }
  } catch {
    return NONE // storage is forbidden, or written by another program
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

/** Reads the storage first, since another tab may have changed it. */
function change(work: (before: Guardados) => Guardados): void {
  const next = work(read())
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

/** Stores a spin's code: it is valid until the shop's day ends. */
export function keepGanado(
  ganado: Pick<CodigoGuardado, 'codigo' | 'descuento' | 'correo'>,
  now = serverNow(),
): void {
  change((before) => ({
    ...before,
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
  const before = read().ganados
  if (before.some((one) => of(one).pedidoId !== one.pedidoId))
    change((now) => ({ ...now, ganados: now.ganados.map(of) }))
}

/** The order is paid, so its codes are spent. */
export function forgetGastados(pedidoId: string): void {
  if (read().ganados.some((one) => one.pedidoId === pedidoId))
    change((before) => ({
      ...before,
      ganados: before.ganados.filter((one) => one.pedidoId !== pedidoId),
    }))
}

/** The customer logged out of this browser. */
export const forgetGuardados = (): void => change(() => NONE)
