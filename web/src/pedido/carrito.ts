import { newId } from '../api/new-id.ts'
import { createStore } from '../ui/store.ts'
import { CARRITO_KEY } from './carrito-key.ts'
import { type Carrito, type Contacto, newCarrito, parse, serialise } from './carrito-state.ts'
import { clearContents, readContents } from './contenidos.ts'

/*
 * The half-made order of this browser, the only global client state of the app. It survives a reload (list and
 * options in localStorage, contents in IndexedDB) and the loss of the session.
 *
 *   const { pedidoId, precioEstimado, archivos, contacto } = useCarrito()
 *   setContacto({ sucursal: 'Alberdi' })   // merges, persists
 *   startOver()                            // after the order was paid or given up: empty, a new carrito uuid
 */

/** What this tab last wrote or read in the storage that all tabs share. */
let known: string | null = null
/** A page that was made ahead shows the order of nobody. */
const carrito = createStore(readStored() ?? newCarrito(newId()), { made: newCarrito('') })
/** False until the contents kept in IndexedDB have been looked for. */
const restored = createStore(false, { made: false })

function readStored(): Carrito | null {
  known = readText()
  return parse(known)
}

function readText(): string | null {
  try {
    return localStorage.getItem(CARRITO_KEY)
  } catch {
    return null // storage is forbidden: the order lives as long as the page
  }
}

function store(): void {
  const text = serialise(carrito.get())
  try {
    localStorage.setItem(CARRITO_KEY, text)
    known = text
  } catch {
    // full or forbidden: the order lives as long as the page
  }
}

/** The half-made order, live. */
export const useCarrito = (): Carrito => carrito.use()
/** What follows from it, live: who follows that is drawn again when it changed. */
export const useCarritoOf = <T extends string | number | boolean>(of: (carrito: Carrito) => T): T =>
  carrito.useOf(of)
/** The same outside React. */
export const getCarrito = (): Carrito => carrito.get()
/** Calls at each change, of another tab too. */
export const followCarrito = carrito.subscribe

/** False while the contents kept on this device are being looked for. */
export const useRestored = (): boolean => restored.use()

/** Applies a pure change (archivos.ts, grupos.ts, cotizado.ts) and keeps the result. */
export function updateCarrito(change: (carrito: Carrito) => Carrito): void {
  // Another tab may have written a moment ago, and its event be still on the way
  const stored = readText()
  if (stored !== known) adopt(stored)
  const before = carrito.get()
  const next = change(before)
  if (next === before) return
  carrito.set(next)
  store()
}

/** What step 3 asks for; merges. What was said of a pin is said of that pin, that address and that branch. */
export function setContacto(contacto: Partial<Contacto>): void {
  const isElsewhere = ['direccion', 'lat', 'lng', 'sucursal'].some((key) => key in contacto)
  const asked = isElsewhere ? { pinConfirmado: false } : {}
  updateCarrito((one) => ({ ...one, contacto: { ...one.contacto, ...asked, ...contacto } }))
}

/** A new, empty order under a new name, with the contact of the last one but its note. The old draft expires by itself. */
export function startOver(): void {
  updateCarrito(({ contacto }) => ({
    ...newCarrito(newId()),
    contacto: { ...contacto, ultima: contacto.sucursal, nota: '' },
  }))
  void clearContents()
}

/** Neither the order nor who it is for stays in this browser: its customer left. */
export function forgetCarrito(): void {
  updateCarrito(() => newCarrito(newId()))
  void clearContents()
}

async function restoreContents(): Promise<void> {
  const found = await Promise.all(
    carrito
      .get()
      .archivos.filter(({ realFile }) => !realFile)
      .map(async ({ id }) => ({ id, realFile: await readContents(id) })),
  )
  restored.set(true)
  const now = carrito.get()
  carrito.set({
    ...now,
    archivos: now.archivos.map((archivo) => ({
      ...archivo,
      realFile: archivo.realFile ?? found.find(({ id }) => id === archivo.id)?.realFile ?? null,
    })),
  })
}

// Not where pages are made ahead
if (!import.meta.env.SSR) {
  void restoreContents()
  window.addEventListener('storage', follow)
}

/** Another tab changed the order: this one follows, or they would overwrite each other. */
function follow(event: StorageEvent): void {
  if (event.key === CARRITO_KEY) adopt(event.newValue)
}

function adopt(text: string | null): void {
  known = text
  const theirs = parse(text)
  if (!theirs) return
  const mine = carrito.get().archivos
  carrito.set({
    ...theirs,
    archivos: theirs.archivos.map((archivo) => {
      const own = mine.find(({ id }) => id === archivo.id)
      // They may have written before they read that it arrived
      return { ...archivo, realFile: own?.realFile ?? null, subida: archivo.subida ?? own?.subida ?? null }
    }),
  })
  void restoreContents()
}
