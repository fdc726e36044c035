// The first script of the customers' pages. It stands in index.html itself (web/vite.config.ts), so that it runs before
// any file of the page is here.
import type { Api } from '@imprimitodo/shared/api'
import { pathPattern } from '@imprimitodo/shared/rules/vidriera/path-pattern'
import type { Ruta } from '@imprimitodo/shared/rules/vidriera/ruta'
import { bearerOf, storedAccess } from '../api/session/token.ts'
import { carritoText } from '../pedido/carrito/carrito-key.ts'

declare global {
  /** Calls that were made before the code that shows them was loaded, by address: api/early.ts takes them over. */
  var early: Record<string, Promise<Response>> | undefined
  /** Makes those calls. The start of a page made ahead says when (start.ts). */
  var askEarly: (() => void) | undefined
  /**
   * Ends the listening for dropped files: ui/form/use-window-drop.ts takes them over.
   * @returns the files dropped until now
   */
  var takeDropped: (() => File[]) | undefined
}

type Path = keyof Api extends infer Key ? (Key extends `GET ${infer P}` ? P : never) : never

const HOME: Ruta = '/'
const PRODUCTO: Ruta = '/producto/:pk'
/** Both addresses of the first step. */
const PASO1: Ruta[] = ['/imprimitodo', '/imprimitodo/paso1']

const isAt = (ruta: Ruta): boolean => pathPattern(ruta).test(location.pathname)

/** The addresses of the calls that this page begins with. */
function firstCalls(): string[] {
  const list: Path = '/api/v1/productos/'
  if (isAt(HOME)) return [list, `${list}?es_oferta=1`]
  const pk = pathPattern(PRODUCTO).exec(location.pathname)?.groups?.pk
  if (!pk) return []
  const one: Path = '/api/v1/productos/:pk/'
  const isOferta = new URLSearchParams(location.search).get('es_oferta') === '1'
  return [one.replace(':pk', () => pk) + (isOferta ? '?es_oferta=1' : '')]
}

function ask(): void {
  const calls: Record<string, Promise<Response>> = {}
  for (const url of firstCalls()) {
    calls[url] = fetch(url, { credentials: 'include', headers: bearerOf(storedAccess()) })
    calls[url].catch(() => {}) // the code that takes the call over handles its failure
  }
  globalThis.early = calls
}

function hasArchivos(): boolean {
  try {
    return JSON.parse(carritoText.read() ?? '').archivos.length > 0
  } catch {
    return false // no half-made order
  }
}

/** Files dropped before the first step is React's would open instead. */
function keepDropped(): void {
  const dropped: File[] = []
  const keep = (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    dropped.push(...event.dataTransfer.files)
  }
  addEventListener('dragover', keep)
  addEventListener('drop', keep)
  globalThis.takeDropped = () => {
    removeEventListener('dragover', keep)
    removeEventListener('drop', keep)
    return dropped
  }
}

globalThis.askEarly = ask
if (PASO1.some(isAt)) {
  // A half-made order shows its list in another place: pedido/paso1/paso1.module.css
  if (hasArchivos()) document.documentElement.dataset.conArchivos = ''
  keepDropped()
}
