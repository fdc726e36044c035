import { createStore } from '../state/store.ts'

/** `bytes`: how many of it came over the network. */
export type Dibujo = { imagen: Blob; bytes: number }

/** The picture was deleted: asking again changes nothing. */
export class Borrado extends Error {}

/**
 * Draws or fetches a page (from 1) of a file, at least `ancho` pixels wide where that is possible.
 * @throws Borrado, or anything else where it may work later
 */
export type Draw = (archivo: number, pagina: number, ancho: number, signal: AbortSignal) => Promise<Dibujo>

export type EstadoDibujo = { url: string; ancho: number } | 'falla' | 'borrado'

/** `needed`: it is visible, and not only near. */
export type Querido = { archivo: number; pagina: number; ancho: number; needed: boolean }

export const keyOf = ({ archivo, pagina }: Pick<Querido, 'archivo' | 'pagina'>): string =>
  `${archivo} ${pagina}`

const AT_ONCE = 2
/**
 * Limit before the customer does anything: less than half of a first view's budget, since pictures under way
 * come on top.
 */
const FIRST_VIEW_BYTES = 90_000
/** More than a screen shows with its neighbours; other pictures are drawn again when needed. */
const KEPT = 120

/** The pictures of one viewer: only those wanted at the moment, the most wanted first. */
export function createDibujos(draw: Draw) {
  const store = createStore<ReadonlyMap<string, EstadoDibujo>>(new Map())
  const running = new Map<string, { ancho: number; abort: AbortController }>()
  let wanted: readonly Querido[] = []
  let bytes = 0
  let moved = false

  function put(key: string, estado: EstadoDibujo): void {
    const all = new Map(store.get())
    revoke(all.get(key))
    all.delete(key)
    all.set(key, estado)
    const keys = new Set(wanted.map(keyOf))
    for (const old of all.keys()) {
      if (all.size <= KEPT) break
      if (keys.has(old)) continue
      revoke(all.get(old))
      all.delete(old)
    }
    store.set(all)
  }

  function isMissing(one: Querido): boolean {
    const found = store.get().get(keyOf(one))
    if (found === undefined) return true
    return typeof found === 'object' && found.ancho < one.ancho
  }

  function go(): void {
    for (const one of wanted) {
      if (running.size >= AT_ONCE) return
      if (running.has(keyOf(one)) || !isMissing(one)) continue
      if (!one.needed && !moved && bytes >= FIRST_VIEW_BYTES) continue
      void get(one)
    }
  }

  function giveUp(key: string, needed: boolean, error: unknown): void {
    if (needed) put(key, error instanceof Borrado ? 'borrado' : 'falla')
    // A failed picture that was only near is tried again once it is visible
    else wanted = wanted.filter((one) => keyOf(one) !== key || one.needed)
  }

  async function get({ archivo, pagina, ancho, needed }: Querido): Promise<void> {
    const key = keyOf({ archivo, pagina })
    const abort = new AbortController()
    running.set(key, { ancho, abort })
    try {
      const { imagen, bytes: came } = await draw(archivo, pagina, ancho, abort.signal)
      bytes += came
      if (!abort.signal.aborted) put(key, { url: URL.createObjectURL(imagen), ancho })
    } catch (error) {
      if (!abort.signal.aborted) giveUp(key, needed, error)
    } finally {
      if (running.get(key)?.abort === abort) running.delete(key)
      go()
    }
  }

  return {
    /** The state of a page's picture. */
    use: (archivo: number, pagina: number): EstadoDibujo | undefined =>
      store.useOf((all) => all.get(keyOf({ archivo, pagina }))),
    /** Sets the wanted pictures, in this order; others are no longer drawn. */
    want(next: readonly Querido[]): void {
      wanted = next
      const widths = new Map(next.map((one) => [keyOf(one), one.ancho]))
      for (const [key, { abort, ancho }] of running)
        if ((widths.get(key) ?? 0) > ancho || !widths.has(key)) {
          abort.abort()
          running.delete(key)
        }
      go()
    },
    /** The customer did something: from now on no picture is held back. */
    touched(): void {
      if (moved) return
      moved = true
      go()
    },
    again(archivo: number, pagina: number): void {
      const all = new Map(store.get())
      all.delete(keyOf({ archivo, pagina }))
      store.set(all)
      go()
    },
    close(): void {
      wanted = []
      for (const { abort } of running.values()) abort.abort()
      running.clear()
      for (const estado of store.get().values()) revoke(estado)
      store.set(new Map())
    },
  }
}

export type Dibujos = ReturnType<typeof createDibujos>

function revoke(estado: EstadoDibujo | undefined): void {
  if (typeof estado === 'object') URL.revokeObjectURL(estado.url)
}
