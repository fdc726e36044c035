import { nextMidnight } from '@imprimitodo/shared/rules/fecha'
import { createStore } from '../ui/store.ts'
import { serverNow } from './clock.ts'

/**
 * A code that the wheel gave in this browser: nothing else remembers it for a visitor. It works with `correo` alone, until
 * `vence` (ms since 1970). `pedidoId`: the order that took it.
 */
export type CodigoGuardado = {
  codigo: string
  descuento: number
  correo: string
  vence: number
  pedidoId?: string
}

/** `elegido`: the code that the customer wants in the order that comes. */
type Guardados = { ganados: readonly CodigoGuardado[]; elegido: string | null }

const KEY = 'codigos-guardados'
const NONE: Guardados = { ganados: [], elegido: null }

/** A page that was made ahead shows the codes of nobody. */
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

// A function: the store above reads before the constants below it are there
function isGuardado(one: Partial<CodigoGuardado> | null): one is CodigoGuardado {
  return (
    typeof one?.codigo === 'string' &&
    typeof one.descuento === 'number' &&
    typeof one.correo === 'string' &&
    typeof one.vence === 'number'
  )
}

/** What other tabs wrote meanwhile counts. */
function change(work: (before: Guardados) => Guardados): void {
  const next = work(read())
  store.set(next)
  try {
    localStorage.setItem(KEY, JSON.stringify(next))
  } catch {
    // forbidden or full: they live as long as the page
  }
}

const alive = ({ ganados }: Guardados, now: number): CodigoGuardado[] =>
  ganados.filter(({ vence }) => vence > now)

/** Those that the wheel gave in this browser and that are worth something today, newest first. */
export const guardadosHoy = (now = serverNow()): CodigoGuardado[] => alive(store.get(), now)

/** The same, live. */
export function useGuardados(): CodigoGuardado[] {
  return alive(store.use(), serverNow())
}

export const useElegido = (): string | null => store.useOf(({ elegido }) => elegido)

/** A spin gave it: it is good until the shop's day ends. */
export function keepGanado(
  ganado: Pick<CodigoGuardado, 'codigo' | 'descuento' | 'correo'>,
  now = serverNow(),
): void {
  change((before) => ({
    ...before,
    ganados: [{ ...ganado, vence: nextMidnight(new Date(now)) }, ...alive(before, now)],
  }))
}

/** Step 3 applies it by itself, once it has the e-mail; null: it did, or was refused. */
export const chooseCodigo = (codigo: string | null): void =>
  change((before) => ({ ...before, elegido: codigo }))

/** That order holds these; those that it held and gave back are free again. */
export function noteAplicados(pedidoId: string, codigos: readonly string[]): void {
  const of = ({ pedidoId: held, ...one }: CodigoGuardado): CodigoGuardado =>
    codigos.includes(one.codigo)
      ? { ...one, pedidoId }
      : { ...one, ...(held !== undefined && held !== pedidoId && { pedidoId: held }) }
  const before = read().ganados
  if (before.some((one) => of(one).pedidoId !== one.pedidoId))
    change((now) => ({ ...now, ganados: now.ganados.map(of) }))
}

/** Paid: what it held is spent. */
export function forgetGastados(pedidoId: string): void {
  if (read().ganados.some((one) => one.pedidoId === pedidoId))
    change((before) => ({
      ...before,
      ganados: before.ganados.filter((one) => one.pedidoId !== pedidoId),
    }))
}

/** The customer left this browser. */
export const forgetGuardados = (): void => change(() => NONE)
