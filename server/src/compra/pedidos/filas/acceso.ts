// The rights of a caller on an order. A holder of its link sees little; its owner sees and does all.
import { normaliseCorreo } from '@imprimitodo/shared/rules/base/correo'
import type { PageAddress } from '@imprimitodo/shared/rules/vidriera/ruta'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readCookie, setCookie } from '../../../base/http/cookies.ts'
import { Refusal, refuse } from '../../../base/http/errors.ts'
import { type Bucket, countIn, needRoom } from '../../../base/http/rate-limit.ts'
import { visitorOf } from '../../../base/http/visitor.ts'
import type { Deps } from '../../../base/runtime/deps.ts'
import { installationSecret } from '../../../base/secrets/secret.ts'
import { isMac, mac } from '../../../base/secrets/sign.ts'
import { linkTo } from '../../../base/web/link.ts'
import type { Sesiones } from '../../../cuentas/auth/service.ts'
import { findPedido, type Pedido } from './store.ts'

type Own = Pick<Pedido, 'id' | 'cliente_id' | 'email' | 'numero'>

/** Whether the caller may change the order; asked with the locked row. */
export type MayChange = (pedido: Pedido) => boolean

export type Acceso = {
  /** The orders that this browser uploaded, bought or proved to be its own, newest first. */
  remembered(request: FastifyRequest): string[]
  remember(request: FastifyRequest, reply: FastifyReply, id: string): void
  /** Whether the caller owns it, by the browser's cookie or the account's session. @throws 401 for an expired bearer */
  owns(request: FastifyRequest, pedido: Own): Promise<boolean>
  /**
   * As `owns`, or by the order's e-mail; the browser remembers it. @throws 403, 429 after many wrong e-mails
   */
  need(request: FastifyRequest, reply: FastifyReply, pedido: Own, email?: string | null): Promise<void>
  /** Opens the order by the `llave` of a mail's link. The browser remembers it. @throws 403 */
  unlock(request: FastifyRequest, reply: FastifyReply, pedido: Own, llave: string): void
  /**
   * For calls that change an unpaid order: a draft has no contact yet and belongs to the holder of its id; a
   * confirmed order belongs to its owner. @throws 403, 429
   */
  mayChange(
    request: FastifyRequest,
    reply: FastifyReply,
    id: string,
    email?: string | null,
  ): Promise<MayChange>
  /** Whether `firma` is the signature with which the counter may see the pages of this order's files. */
  isFirma(id: string, firma: string | undefined): boolean
}

/** A cookie holds about 4 KB; no customer has more orders on their way than this. */
const KEPT = 20
const KEPT_S = 90 * 86_400
const ID = /^[\w-]{22}$/

const WINDOW_MS = 15 * 60_000
const HOUR_MS = 3600_000
/** Wrong e-mails for one order: by one browser, and by all. The mail's link opens the order all the same. */
const MAX_OF_BROWSER = 5
const MAX_OF_PEDIDO = 20
/** Wrong e-mails for all orders by one address, which many may share. */
const MAX_OF_ADDRESS = 100

const NOT_YOURS = 'Escribí el correo con el que hiciste este pedido.'
const WRONG_EMAIL =
  'Ese no es el correo con el que se hizo este pedido. Fijate a cuál te escribimos y probá de nuevo.'
const WRONG_LLAVE = 'Este enlace ya no abre el pedido. Escribí el correo con el que lo hiciste.'

const keyOf = ({ dataDir }: Pick<Deps, 'dataDir'>): string => installationSecret(dataDir, 'pedidos')

/** The purpose comes first, so that a signature for one thing opens no other. */
const cookieText = (ids: string[]): string => `navegador ${ids.join('.')}`
const firmaText = (id: string): string => `miniaturas ${id}`
/**
 * Signs the address too: a mail to a mistyped address stops opening the order once the address is corrected.
 */
const llaveText = ({ id, email }: Pick<Own, 'id' | 'email'>): string =>
  `correo ${id} ${normaliseCorreo(email ?? '')}`

/**
 * The address of an order's page in a mail to its owner. The key that opens it stands behind the '#':
 * browsers send that part to no server, so it is in no log and no Referer.
 */
export const enlaceDe = (
  deps: Pick<Deps, 'dataDir' | 'publicUrl'>,
  pedido: Pick<Own, 'id' | 'email'>,
  address: PageAddress = `/pedido/${pedido.id}`,
): string => `${linkTo(deps.publicUrl, address)}#llave=${mac(keyOf(deps), llaveText(pedido))}`

/** Lets the counter's pictures, which cannot carry its bearer, show the pages of an order's files. */
export const firmaMiniaturas = (deps: Pick<Deps, 'dataDir'>, id: string): string =>
  mac(keyOf(deps), firmaText(id))

/** Orders without an e-mail have an address under `.invalid` (RFC 2606): typing it does not make an owner. */
const isSameCorreo = (typed: string | null | undefined, kept: string | null): boolean =>
  Boolean(typed && kept && !kept.endsWith('.invalid')) &&
  normaliseCorreo(typed ?? '') === normaliseCorreo(kept ?? '')

export function createAcceso(
  deps: Pick<Deps, 'db' | 'dataDir' | 'limits' | 'seguridad'>,
  sesiones: Sesiones,
): Acceso {
  const key = keyOf(deps)
  const checkCorreo = createCheck(deps)

  function remembered(request: FastifyRequest): string[] {
    const [signature = '', ...rest] = (readCookie(request, 'pedidos') ?? '').split('.').reverse()
    const ids = rest.reverse()
    return ids.every((id) => ID.test(id)) && isMac(key, cookieText(ids), signature) ? ids : []
  }

  function remember(request: FastifyRequest, reply: FastifyReply, id: string): void {
    const known = remembered(request)
    if (known.includes(id)) return
    const ids = [id, ...known].slice(0, KEPT)
    const value = [...ids, mac(key, cookieText(ids))].join('.')
    setCookie(request, reply, 'pedidos', value, { maxAge: KEPT_S })
  }

  async function owns(request: FastifyRequest, { id, cliente_id }: Own): Promise<boolean> {
    if (remembered(request).includes(id)) return true
    if (cliente_id === null) return false
    return (await sesiones.ifAny(request))?.cliente.id === cliente_id
  }

  async function need(
    request: FastifyRequest,
    reply: FastifyReply,
    pedido: Own,
    email?: string | null,
  ): Promise<void> {
    if (!(await owns(request, pedido))) {
      if (!email) throw notYours()
      checkCorreo(request, pedido, email)
    }
    remember(request, reply, pedido.id)
  }

  return {
    remembered,
    remember,
    owns,
    need,
    unlock(request, reply, pedido, llave) {
      if (!pedido.email || !isMac(key, llaveText(pedido), llave))
        throw refuse(403, WRONG_LLAVE, 'pedido_ajeno')
      remember(request, reply, pedido.id)
    },
    async mayChange(request, reply, id, email) {
      const before = await findPedido(deps.db, id)
      const wasConfirmed = before?.estado === 'confirmado'
      if (wasConfirmed) await need(request, reply, before, email)
      // A draft may be confirmed by another person while the call is under way
      const isOwn = (now: Pedido) => remembered(request).includes(now.id) || isSameCorreo(email, now.email)
      return (now) => now.estado !== 'confirmado' || wasConfirmed || isOwn(now)
    },
    isFirma: (id, firma) => firma !== undefined && isMac(key, firmaText(id), firma),
  }
}

/** Only wrong ones count, so that a hundred customers behind one address each open their own order. */
function createCheck({ limits, seguridad }: Pick<Deps, 'limits' | 'seguridad'>) {
  const ofBrowser = limits('acceso-navegador', MAX_OF_BROWSER, WINDOW_MS)
  const ofPedido = limits('acceso-pedido', MAX_OF_PEDIDO, HOUR_MS)
  const ofAddress = limits('acceso-origen', MAX_OF_ADDRESS, WINDOW_MS)
  const ofNet = limits('acceso-red', MAX_OF_ADDRESS * 3, WINDOW_MS)

  /**
   * Compares and counts in one step, so that a burst cannot outrun the count. @throws 403 {email: [..]}, 429
   */
  return (request: FastifyRequest, pedido: Own, email: string): void => {
    const { address, wide, browser } = visitorOf(request)
    const buckets: Bucket[] = [
      [ofBrowser, `${pedido.id} ${browser ?? address}`],
      [ofPedido, pedido.id],
      [ofAddress, address],
      [ofNet, wide],
    ]
    needRoom(buckets)
    if (isSameCorreo(email, pedido.email)) return
    countIn(buckets)
    seguridad.note(request, 'codigo_errado', { detalle: `Correo del pedido ${pedido.numero}` })
    throw new Refusal(403, { email: [WRONG_EMAIL] }, { codigo: 'pedido_ajeno' })
  }
}

/** For a caller whose order got another owner between the check and the lock. */
export const notYours = (): Refusal => refuse(403, NOT_YOURS, 'pedido_ajeno')
