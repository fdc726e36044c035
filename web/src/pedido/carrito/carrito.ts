import { sameNombre } from '@imprimitodo/shared/rules/compra/archivo'
import { newId } from '../../api/new-id.ts'
import { createStore } from '../../ui/state/store.ts'
import { keepOnly } from './archivos.ts'
import { CARRITO_KEY, carritoText } from './carrito-key.ts'
import {
  type ArchivoCarrito,
  type Carrito,
  type Contacto,
  newCarrito,
  parse,
  serialise,
} from './carrito-state.ts'
import { clearContents, dropContents, readContents } from './contenidos.ts'

/*
 * The half-made order of this browser, the only global client state of the app. It survives a reload (list and
 * options in localStorage, contents in IndexedDB) and the loss of the session.
 *
 *   const { pedidoId, precioEstimado, archivos, contacto } = useCarrito()
 *   setContacto({ sucursal: 'Alberdi' })   // merges, persists
 *   startOver(pedidoId)                    // after that order was paid: without its files, a new carrito uuid
 */

/** The text that this tab last wrote or read in the storage shared by all tabs. */
let known: string | null = null
let knownId: string | undefined
/** Files that this tab added, by id, until another tab has read them: before that it may write its list without them. */
const unread = new Set<string>()
/** A page made ahead is built with an empty order. */
const carrito = createStore(readStored() ?? newCarrito(newId()), { made: newCarrito('') })
/** Whether this browser's storage has it: false where that is forbidden or full. */
const kept = createStore(true)
/** False until the contents in IndexedDB have been loaded. */
const restored = createStore(false, { made: false })

function readStored(): Carrito | null {
  known = carritoText.read()
  const stored = parse(known)
  knownId = stored?.texto
  return stored
}

/** Where storage is forbidden or full the order lasts as long as the page. */
function store(): void {
  const id = newId()
  const text = serialise({ ...carrito.get(), texto: id, sigue: knownId })
  const isKept = carritoText.write(text)
  if (isKept) {
    known = text
    knownId = id
  }
  if (isKept !== kept.get()) kept.set(isKept)
}

/** The half-made order, live. */
export const useCarrito = (): Carrito => carrito.use()
/** A value derived from it, live: the component is drawn again only when that value changes. */
export const useCarritoOf = <T extends string | number | boolean>(of: (carrito: Carrito) => T): T =>
  carrito.useOf(of)
/** The same outside React. */
export const getCarrito = (): Carrito => carrito.get()
/** Calls at each change, also by another tab. */
export const followCarrito = carrito.subscribe

/** False once it could not be stored: it is lost with the page. */
export const useIsKept = (): boolean => kept.use()
/** False while the contents stored on this device are being loaded. */
export const useRestored = (): boolean => restored.use()

/** Applies a pure change (archivos.ts, grupos.ts, cotizado.ts) and stores the result. */
export function updateCarrito(change: (carrito: Carrito) => Carrito): void {
  changeCarrito((before) => ({ carrito: change(before) }))
}

/** The same for a change that tells more than the new carrito, which is returned. */
export function changeCarrito<Changed extends { carrito: Carrito }>(
  change: (carrito: Carrito) => Changed,
): Changed {
  // Another tab may have just written, with its storage event still to come
  const stored = carritoText.read()
  if (stored !== known) adopt(stored)
  const before = carrito.get()
  const changed = change(before)
  if (changed.carrito !== before) {
    const listed = new Set(before.archivos.map(({ id }) => id))
    for (const { id } of changed.carrito.archivos) if (!listed.has(id)) unread.add(id)
    carrito.set(changed.carrito)
    store()
  }
  return changed
}

/**
 * Merges fields of step 3. A confirmation of the pin ends when the pin, the address or the branch changes.
 */
export function setContacto(contacto: Partial<Contacto>): void {
  const isElsewhere = ['direccion', 'lat', 'lng', 'sucursal'].some((key) => key in contacto)
  const asked = isElsewhere ? { pinConfirmado: false } : {}
  updateCarrito((one) => ({ ...one, contacto: { ...one.contacto, ...asked, ...contacto } }))
}

/**
 * A new order under a new id, with the last one's contact but without its note. It is empty, except for files that were
 * added since `pedidoId`, which is over, was quoted. The old draft expires by itself.
 */
export function startOver(pedidoId?: string): void {
  const { before, left } = changeCarrito((before) => {
    const isAdded = ({ contado }: ArchivoCarrito) => pedidoId !== undefined && contado?.pedidoId !== pedidoId
    const left = keepOnly(before, isAdded)
    const { archivos, agrupando, contacto } = left
    const fresh = { ...newCarrito(newId()), archivos, agrupando }
    const carrito = { ...fresh, contacto: { ...contacto, ultima: contacto.sucursal, nota: '' } }
    return { carrito, before, left: archivos }
  })
  if (left.length === 0) return void clearContents()
  for (const { id } of before.archivos) if (!left.some((one) => one.id === id)) void dropContents(id)
}

/** Deletes the order and the contact from this browser: the customer logged out. */
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

// This is left out in the build of pages made ahead
if (!import.meta.env.SSR) {
  void restoreContents()
  window.addEventListener('storage', follow)
}

/** Another tab changed the order: this one reads it, otherwise they would overwrite each other. */
function follow(event: StorageEvent): void {
  if (event.key !== CARRITO_KEY) return
  noteReader(parse(event.newValue))
  // The stored text and not the event's: this tab may have read the event's text already, and written since
  const stored = carritoText.read()
  if (stored !== known) adopt(stored)
}

/** Notes that another tab has read this one's last text. Of several texts that it writes, only the first names that. */
function noteReader(theirs: ReturnType<typeof parse>): void {
  if (theirs && theirs.sigue === knownId) unread.clear()
}

function adopt(text: string | null): void {
  known = text
  const theirs = parse(text)
  if (!theirs) return
  const mine = carrito.get().archivos
  noteReader(theirs)
  for (const { id } of theirs.archivos) unread.delete(id)
  knownId = theirs.texto
  const isListed = (name: string) => theirs.archivos.some((one) => sameNombre(one.name, name))
  const added = mine.filter(({ id, name }) => unread.has(id) && !isListed(name))
  carrito.set({
    ...theirs,
    archivos: [
      ...theirs.archivos.map((archivo) => {
        const own = mine.find(({ id }) => id === archivo.id)
        // The other tab may have written before it knew that the file arrived
        return { ...archivo, realFile: own?.realFile ?? null, subida: archivo.subida ?? own?.subida ?? null }
      }),
      ...added,
    ],
  })
  if (added.length > 0) store()
  void restoreContents()
}
