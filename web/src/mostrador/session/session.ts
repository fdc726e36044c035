import type { Rol } from '@imprimitodo/shared/rules/mostrador/rol'
import { createKept } from '../../ui/state/kept.ts'
import { createStore } from '../../ui/state/store.ts'

/**
 * The signed-in person. The bearer is valid for 12 h; `sucursal` is null for people who work for all
 * branches.
 */
export type MostradorSession = {
  access: string
  id: number
  nombre: string
  rol: Rol
  sucursal: string | null
  /** The owner requires a second factor, and the person has none: the server refuses all other calls. */
  enrolar?: boolean
}

// Keys of their own, apart from a customer's session in the same browser
const keptAccess = createKept('sessionStorage', 'mostrador-access')
const keptWho = createKept('sessionStorage', 'mostrador-quien')

// Customers' pages load this file too, as part of the common script: an exception here would end them all
const current = createStore(read())
let ended: 'salida' | 'vencida' | null = null

function read(): MostradorSession | null {
  const access = keptAccess.read()
  if (!access) return null
  const [nombre = '', sucursal = '', id = '', rol] = (keptWho.read() ?? '').split('\n')
  return {
    access,
    id: Number(id),
    nombre,
    rol: rol === 'dueno' || rol === 'encargado' ? rol : 'operador',
    sucursal: sucursal || null,
  }
}

export function startSession(session: MostradorSession): void {
  keep(session)
  ended = null
}

function keep(session: MostradorSession): void {
  keptAccess.write(session.access)
  const { nombre, sucursal, id, rol } = session
  keptWho.write([nombre, sucursal ?? '', id, rol].join('\n'))
  current.set(session)
}

/**
 * Updates the person of `access`: the owner may have changed their name, role or branch, or renamed the
 * branch. A late answer to an earlier session's call changes nothing.
 */
export function updateSession(
  access: string,
  { nombre, rol, sucursal }: Omit<MostradorSession, 'access'>,
): void {
  const session = current.get()
  if (session?.access !== access) return
  const isSame = session.nombre === nombre && session.rol === rol && session.sucursal === sucursal
  if (!isSame) keep({ ...session, nombre, rol, sucursal })
}

function forget(why: 'salida' | 'vencida'): void {
  keptAccess.forget()
  keptWho.forget()
  ended = why
  current.set(null)
}

/** The clerk logs out. */
export const endSession = (): void => forget('salida')

/**
 * The server no longer accepts `access`. A late answer to an earlier session's call does not end the new one.
 */
export function expireSession(access: string): void {
  if (current.get()?.access === access) forget('vencida')
}

/** The server refuses other calls with `access` until there is a second factor. */
export const demandFactor = (access: string): void => setEnrolar(access, true)

/** There is one now. */
export const factorEnrolled = (access: string): void => setEnrolar(access, false)

function setEnrolar(access: string, enrolar: boolean): void {
  const session = current.get()
  if (session?.access === access && Boolean(session.enrolar) !== enrolar) current.set({ ...session, enrolar })
}

export const currentSession = (): MostradorSession | null => current.get()

/** How the last session ended, if there was one since the page was loaded. */
export const howItEnded = (): typeof ended => ended

export const useMostradorSession = (): MostradorSession | null => current.use()
