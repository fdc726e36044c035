// Printers and agents, as the owner sets them up.
import { randomBytes } from 'node:crypto'
import type { Encontrada } from '@imprimitodo/shared/api/agente'
import type { Agente, Impresora } from '@imprimitodo/shared/api/impresion'
import type { OtraHoja } from '@imprimitodo/shared/rules/compra/hoja'
import { codigoFrom } from '@imprimitodo/shared/rules/fidelidad/codigo'
import { hasHoja, isTermica, placeOfImpresora } from '@imprimitodo/shared/rules/taller/impresora'
import type { FastifyRequest } from 'fastify'
import type { Queryable, Tx } from '../../base/db/open.ts'
import { notFound, refuse } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { hashToken, newToken } from '../../base/secrets/sign.ts'
import { noteCambio, type Quien } from '../../gestion/auditoria/service.ts'
import { findSucursalByNombre, needSucursal } from '../../gestion/sucursales/service.ts'
import { remakeEnCola } from './resolve.ts'
import {
  acceptHuellaRow,
  findAgenteVivo,
  type ImpresoraRow,
  impresorasOfSucursal,
  insertAgente,
  insertImpresora,
  listAgentes,
  listImpresoras,
  renewCodigo,
  updateAgenteRow,
  updateImpresoraRow,
} from './store.ts'

/** A printer without a report for this long: its agent is off. */
const SILENT_MS = 90_000
const CODIGO_MS = 15 * 60_000

type Editing = Pick<Deps, 'db' | 'now' | 'events'>
/** The database, or the caller's transaction. */
type Having = Pick<Deps, 'now' | 'events'> & { db: Queryable }

type Form = {
  nombre?: string | undefined
  sucursal?: string | undefined
  uri?: string | undefined
  usuario?: string | null | undefined
  clave?: string | null | undefined
  cuenta?: string | null | undefined
  huella?: string | null | undefined
  repetir_copias?: boolean | undefined
  automatica?: boolean | undefined
  caratula?: boolean | undefined
}

export async function viewImpresoras(
  { db, now }: Pick<Having, 'db' | 'now'>,
  id?: number,
): Promise<Impresora[]> {
  return (await listImpresoras(db, id)).map(({ impresora, sucursal, pedidos, hojas }) => {
    const { vista, clave, uri, usuario, cuenta, huella, huella_vista, perfil, nombre } = impresora
    const { repetir_copias, automatica, caratula } = impresora
    const isSilent = !vista || now().getTime() - vista.getTime() > SILENT_MS
    return {
      id: impresora.id,
      nombre,
      sucursal,
      uri,
      usuario,
      cuenta,
      huella,
      huella_vista,
      perfil,
      repetir_copias,
      automatica,
      caratula,
      tiene_clave: clave !== null,
      anda: impresora.anda && !isSilent,
      texto: isSilent ? 'Sin noticias del agente' : impresora.texto,
      aviso: isSilent ? null : impresora.aviso,
      vista: vista?.toISOString() ?? null,
      sin_noticias: isSilent ? (vista?.toISOString() ?? null) : null,
      en_cola: { pedidos: pedidos ?? 0, hojas: hojas ?? 0 },
    }
  })
}

export async function viewAgentes({ db, now }: Pick<Having, 'db' | 'now'>): Promise<Agente[]> {
  const own = await listImpresoras(db)
  return (await listAgentes(db)).map(({ visto, duplicado, encontradas, codigo_usado, ...agente }) => {
    const isSilent = !visto || now().getTime() - visto.getTime() > SILENT_MS
    return {
      ...agente,
      visto: visto?.toISOString() ?? null,
      duplicado: duplicado?.toISOString() ?? null,
      // Printers that a switched-off agent saw may be gone
      encontradas: isSilent ? [] : (encontradas ?? []).filter((one) => !isKnown(one, own)),
      sin_vincular: !visto && !codigo_usado,
    }
  })
}

/** Whether it is a printer of the shop: by its address, or by its own UUID. */
const isKnown = (
  { uri, perfil }: Encontrada,
  own: readonly { impresora: Pick<ImpresoraRow, 'uri' | 'perfil'> }[],
): boolean =>
  own.some(
    ({ impresora }) =>
      placeOfImpresora(impresora.uri) === placeOfImpresora(uri) ||
      (typeof perfil?.uuid === 'string' && impresora.perfil?.uuid === perfil.uuid),
  )

/** @throws 400 {sucursal: [..]} */
export function createImpresora(
  { db, ...deps }: Editing,
  quien: Quien,
  form: Form & { nombre: string; uri: string; sucursal: string },
): Promise<Impresora> {
  return db.transaction(async (tx) => {
    const { sucursal, ...values } = form
    const sucursal_id = (await needSucursal(tx, sucursal)).id
    const { nombre, uri, clave } = form
    const id = await insertImpresora(tx, { ...plain(values), nombre, uri, sucursal_id })
    await deps.events.tell(tx, 'impresion', { sucursal_id })
    const made = await needView({ ...deps, db: tx }, id)
    const despues = { ...factsOf(made), ...(clave && { clave: 'nueva' }) }
    await noteCambio(tx, quien, deps.now(), { que: 'impresora', clave: id, nombre, despues })
    return made
  })
}

/**
 * Another address is another machine: the old one's profile and certificate are forgotten. A printer can
 * change its branch only without works, since the agent that has them would not find it any more. @throws
 * 400, 404, 409
 */
export function updateImpresora(
  { db, ...deps }: Editing & Pick<Deps, 'jobs'>,
  quien: Quien,
  id: number,
  { sucursal, ...form }: Form,
): Promise<Impresora> {
  return db.transaction(async (tx) => {
    const having = { ...deps, db: tx }
    const before = await needView(having, id)
    needSameKind(before, form.uri)
    if (sucursal !== undefined && sucursal !== before.sucursal) {
      needEmpty(before)
      await needNotAlone(tx, before)
    }
    await updateImpresoraRow(tx, id, {
      ...plain(form),
      ...(sucursal !== undefined && { sucursal_id: (await needSucursal(tx, sucursal)).id }),
      ...(form.huella !== undefined && { huella_vista: null }),
      ...(form.uri !== undefined && form.uri !== before.uri && forgotten(before, form)),
    })
    const after = await needView(having, id)
    if (after.repetir_copias !== before.repetir_copias) await remakeEnCola(tx, deps, id)
    for (const nombre of new Set([before.sucursal, after.sucursal])) await tellSucursal(having, nombre)
    const secret = form.clave === undefined ? {} : { clave: form.clave ? 'nueva' : 'sin clave' }
    await noteChange(tx, quien, deps.now(), before, { ...factsOf(after), ...secret })
    return after
  })
}

/** @throws 404; 409 where it shows another certificate than the owner was asked about */
export function acceptHuella(
  { db, ...deps }: Editing,
  quien: Quien,
  id: number,
  huella: string,
): Promise<Impresora> {
  return db.transaction(async (tx) => {
    const having = { ...deps, db: tx }
    const before = await needView(having, id)
    if (!(await acceptHuellaRow(tx, id, huella)))
      throw refuse(409, 'La impresora ya no muestra ese certificado. Mirá de nuevo.')
    await tellSucursal(having, before.sucursal)
    const after = await needView(having, id)
    await noteChange(tx, quien, deps.now(), before, factsOf(after))
    return after
  })
}

/** @throws 404; 409 while works wait for it */
export function retireImpresora({ db, ...deps }: Editing, quien: Quien, id: number): Promise<void> {
  return db.transaction(async (tx) => {
    const having = { ...deps, db: tx }
    const before = await needView(having, id)
    needEmpty(before)
    await needNotAlone(tx, before)
    await updateImpresoraRow(tx, id, { retirada: deps.now() })
    await tellSucursal(having, before.sucursal)
    const antes = factsOf(before)
    const { nombre } = before
    await noteCambio(tx, quien, deps.now(), { que: 'impresora', clave: id, nombre, antes, accion: 'retirar' })
  })
}

/** The owner's settings, without what the printer reports. */
const factsOf = ({
  nombre,
  sucursal,
  uri,
  usuario,
  cuenta,
  huella,
  repetir_copias,
  automatica,
  caratula,
}: Impresora) => ({
  nombre,
  sucursal,
  uri,
  usuario,
  cuenta,
  huella,
  repetir_copias,
  automatica,
  caratula,
})

const noteChange = (
  tx: Tx,
  quien: Quien,
  cuando: Date,
  before: Impresora,
  despues: { nombre: string },
): Promise<void> =>
  noteCambio(tx, quien, cuando, {
    que: 'impresora',
    clave: before.id,
    nombre: despues.nombre,
    antes: factsOf(before),
    despues,
  })

/** @returns token and pairing code, shown this once: only their hashes are kept. @throws 400 {sucursal: [..]} */
export function createAgente(
  { db, now, seguridad }: Pick<Deps, 'db' | 'now' | 'seguridad'>,
  { request, quien }: { request: FastifyRequest; quien: Quien },
  { nombre, sucursal }: { nombre: string; sucursal: string },
) {
  return db.transaction(async (tx) => {
    const token = newToken()
    const codigo = codigoFrom(randomBytes(12))
    const codigo_vence = new Date(now().getTime() + CODIGO_MS)
    const sucursal_id = (await needSucursal(tx, sucursal)).id
    const row = {
      nombre,
      sucursal_id,
      token_hash: hashToken(token),
      creado: now(),
      codigo_hash: hashToken(codigo),
      codigo_vence,
    }
    const id = await insertAgente(tx, row)
    await noteCambio(tx, quien, now(), { que: 'agente', clave: id, nombre, despues: { nombre, sucursal } })
    await seguridad.noteIn(tx, request, 'agente_vinculado', {
      cuenta: { tipo: 'operador', id: quien.id },
      detalle: `«${nombre}», llave nueva para ${sucursal}`,
    })
    return {
      id,
      nombre,
      sucursal,
      visto: null,
      duplicado: null,
      computadora: null,
      encontradas: [],
      sin_vincular: true,
      token,
      codigo,
      vence: codigo_vence.toISOString(),
    }
  })
}

/**
 * Makes the previous code void. @returns the new one, shown this once. @throws 404; 409 once a computer is
 * paired
 */
export function newCodigo(
  { db, now, seguridad }: Pick<Deps, 'db' | 'now' | 'seguridad'>,
  { request, quien }: { request: FastifyRequest; quien: Quien },
  id: number,
): Promise<{ codigo: string; vence: string }> {
  return db.transaction(async (tx) => {
    const agente = await findAgenteVivo(tx, id)
    if (!agente) throw notFound('Ese agente no existe.')
    const codigo = codigoFrom(randomBytes(12))
    const codigo_vence = new Date(now().getTime() + CODIGO_MS)
    if (!(await renewCodigo(tx, id, { codigo_hash: hashToken(codigo), codigo_vence })))
      throw refuse(409, 'Ese agente ya tiene su computadora. Para otra, revocalo y agregá uno nuevo.')
    const { nombre, sucursal } = agente
    const [antes, despues] = [{ codigo: 'el de antes' }, { codigo: 'nuevo' }]
    await noteCambio(tx, quien, now(), { que: 'agente', clave: id, nombre, antes, despues })
    await seguridad.noteIn(tx, request, 'agente_vinculado', {
      cuenta: { tipo: 'operador', id: quien.id },
      detalle: `«${nombre}», código nuevo para ${sucursal}`,
    })
    return { codigo, vence: codigo_vence.toISOString() }
  })
}

/** @throws 404 */
export function revokeAgente({ db, now }: Pick<Deps, 'db' | 'now'>, quien: Quien, id: number): Promise<void> {
  return db.transaction(async (tx) => {
    const agente = (await viewAgentes({ db: tx, now })).find((one) => one.id === id)
    if (!(await updateAgenteRow(tx, id, { revocado: now() }))) throw notFound('Ese agente no existe.')
    if (!agente) return
    const { nombre, sucursal } = agente
    const antes = { nombre, sucursal }
    await noteCambio(tx, quien, now(), { que: 'agente', clave: id, nombre, antes, accion: 'retirar' })
  })
}

async function tellSucursal({ db, events }: Having, nombre: string): Promise<void> {
  await events.tell(db, 'impresion', { sucursal_id: (await needSucursal(db, nombre)).id })
}

/** A certificate that was typed together with a new address is the new machine's. */
const forgotten = (before: Impresora, { huella }: Form) => ({
  perfil: null,
  vista: null,
  anda: false,
  huella_vista: null,
  ...((huella ?? null) === before.huella && { huella: null }),
})

async function needView(deps: Having, id: number): Promise<Impresora> {
  const [found] = await viewImpresoras(deps, id)
  if (!found) throw notFound('Esa impresora no existe.')
  return found
}

/** A printer with works cannot change between tickets and sheets: its works were made for one of them. */
function needSameKind(before: Impresora, uri: string | undefined): void {
  if (uri !== undefined && isTermica({ uri }) !== isTermica(before)) needEmpty(before)
}

function needEmpty({ en_cola }: Impresora): void {
  if (en_cola.hojas > 0) throw refuse(409, 'Hay trabajos que la esperan: pasalos a otra impresora primero.')
}

/** Profiles of a branch's printers without those for tickets; null: the printer was not asked yet. */
export const perfilesDeSucursal = async (db: Queryable, sucursal_id: number) =>
  (await impresorasOfSucursal(db, sucursal_id)).filter((one) => !isTermica(one)).map(({ perfil }) => perfil)

/** @throws 409 where its branch offers paper that no other printer of the branch takes */
async function needNotAlone(tx: Tx, { id, sucursal }: Impresora): Promise<void> {
  const found = await findSucursalByNombre(tx, sucursal)
  if (!found) return
  const all = await impresorasOfSucursal(tx, found.id)
  const others = all.filter((one) => one.id !== id)
  const takes = (some: typeof all, hoja: OtraHoja) => some.some(({ perfil }) => hasHoja({ hoja }, perfil))
  const lost = found.hojas.filter((hoja) => takes(all, hoja) && !takes(others, hoja))
  if (lost.length > 0)
    throw refuse(
      409,
      `${sucursal} ofrece hojas ${lost.join(' y ')} y ninguna otra impresora las tiene: sacalas de la sucursal primero.`,
    )
}

/** Keys that were not sent keep their value. */
function plain<T extends object>(values: T) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]: Exclude<T[Key], undefined>
  }
}
