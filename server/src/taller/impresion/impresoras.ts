// Printers and agents, as the owner sets them up.
import type { Agente, Impresora as ImpresoraAnswer } from '@imprimitodo/shared/api/impresion'
import type { Queryable } from '../../base/db/open.ts'
import { notFound, refuse, refuseField } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { hashToken, newToken } from '../../base/secrets/sign.ts'
import { findSucursalByNombre } from '../../compra/pedidos/service.ts'
import {
  acceptHuella,
  insertAgente,
  insertImpresora,
  listAgentes,
  listImpresoras,
  updateAgente,
  updateImpresora,
} from './store.ts'

/** A printer without news for this long: its agent is off. */
const SILENT_MS = 90_000

/** The database, or the transaction of who asks. */
type Having = Pick<Deps, 'now' | 'events'> & { db: Queryable }

type Form = {
  nombre?: string | undefined
  sucursal?: string | undefined
  uri?: string | undefined
  usuario?: string | null | undefined
  clave?: string | null | undefined
  huella?: string | null | undefined
  repetir_copias?: boolean | undefined
  automatica?: boolean | undefined
}

export async function listarImpresoras(
  { db, now }: Pick<Having, 'db' | 'now'>,
  id?: number,
): Promise<ImpresoraAnswer[]> {
  return (await listImpresoras(db, id)).map(({ impresora, sucursal, pedidos, hojas }) => {
    const { vista, clave, uri, usuario, huella, huella_vista, perfil, nombre } = impresora
    const { repetir_copias, automatica } = impresora
    const isSilent = !vista || now().getTime() - vista.getTime() > SILENT_MS
    return {
      ...{ id: impresora.id, nombre, sucursal, uri, usuario, huella, huella_vista, perfil },
      ...{ repetir_copias, automatica },
      tiene_clave: clave !== null,
      anda: impresora.anda && !isSilent,
      texto: isSilent ? 'Sin noticias del agente' : impresora.texto,
      aviso: isSilent ? null : impresora.aviso,
      vista: vista?.toISOString() ?? null,
      en_cola: { pedidos: pedidos ?? 0, hojas: hojas ?? 0 },
    }
  })
}

export async function listarAgentes({ db }: Pick<Having, 'db'>): Promise<Agente[]> {
  return (await listAgentes(db)).map(({ visto, duplicado, ...agente }) => ({
    ...agente,
    visto: visto?.toISOString() ?? null,
    duplicado: duplicado?.toISOString() ?? null,
  }))
}

export async function crearImpresora(
  deps: Having,
  form: Form & { nombre: string; uri: string; sucursal: string },
) {
  const { sucursal, ...values } = form
  const sucursal_id = await sucursalId(deps.db, sucursal)
  const { nombre, uri } = form
  const id = await insertImpresora(deps.db, { ...plain(values), nombre, uri, sucursal_id })
  await deps.events.tell(deps.db, 'impresion', { sucursal_id })
  return needImpresora(deps, id)
}

/**
 * Another address is another machine: what the old one could do and what certificate it had is forgotten. To another
 * branch it goes empty, since the agent that has its works would not find it any more.
 */
export async function cambiarImpresora(deps: Having, id: number, { sucursal, ...form }: Form) {
  const before = await needImpresora(deps, id)
  if (sucursal !== undefined && sucursal !== before.sucursal) needEmpty(before)
  await updateImpresora(deps.db, id, {
    ...plain(form),
    ...(sucursal !== undefined && { sucursal_id: await sucursalId(deps.db, sucursal) }),
    ...(form.huella !== undefined && { huella_vista: null }),
    ...(form.uri !== undefined && form.uri !== before.uri && forgotten(before, form)),
  })
  const after = await needImpresora(deps, id)
  for (const nombre of new Set([before.sucursal, after.sucursal])) await tellSucursal(deps, nombre)
  return after
}

async function tellSucursal({ db, events }: Having, nombre: string): Promise<void> {
  await events.tell(db, 'impresion', { sucursal_id: await sucursalId(db, nombre) })
}

/** A certificate that was typed anew with the address is the new machine's. */
const forgotten = (before: ImpresoraAnswer, { huella }: Form) => ({
  ...{ perfil: null, vista: null, anda: false, huella_vista: null },
  ...((huella ?? null) === before.huella && { huella: null }),
})

/** @throws 409 where it shows another certificate than the one that was asked about */
export async function aceptarHuella(deps: Having, id: number, huella: string) {
  const { sucursal } = await needImpresora(deps, id)
  if (!(await acceptHuella(deps.db, id, huella)))
    throw refuse(409, 'La impresora ya no muestra ese certificado. Mirá de nuevo.')
  await tellSucursal(deps, sucursal)
  return needImpresora(deps, id)
}

export async function retirarImpresora(deps: Having, id: number): Promise<void> {
  const before = await needImpresora(deps, id)
  needEmpty(before)
  await updateImpresora(deps.db, id, { retirada: deps.now() })
  await tellSucursal(deps, before.sucursal)
}

/** @returns the token, shown this once: only its hash is kept */
export async function crearAgente(deps: Having, form: { nombre: string; sucursal: string }) {
  const token = newToken()
  const sucursal_id = await sucursalId(deps.db, form.sucursal)
  const id = await insertAgente(deps.db, {
    ...{ nombre: form.nombre, sucursal_id, token_hash: hashToken(token), creado: deps.now() },
  })
  return { id, nombre: form.nombre, sucursal: form.sucursal, visto: null, duplicado: null, token }
}

export async function revocarAgente(deps: Having, id: number): Promise<void> {
  if (!(await updateAgente(deps.db, id, { revocado: deps.now() }))) throw notFound('Ese agente no existe.')
}

export async function needImpresora(deps: Having, id: number): Promise<ImpresoraAnswer> {
  const [found] = await listarImpresoras(deps, id)
  if (!found) throw notFound('Esa impresora no existe.')
  return found
}

function needEmpty({ en_cola }: ImpresoraAnswer): void {
  if (en_cola.hojas > 0) throw refuse(409, 'Hay trabajos que la esperan: pasalos a otra impresora primero.')
}

async function sucursalId(db: Queryable, nombre: string): Promise<number> {
  const found = await findSucursalByNombre(db, nombre)
  if (!found) throw refuseField('sucursal', 'Esa sucursal no existe.')
  return found.id
}

/** Keys that were not sent keep their value. */
function plain<T extends object>(values: T) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]: Exclude<T[Key], undefined>
  }
}
