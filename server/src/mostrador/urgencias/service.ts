// Urgencias of orders, printers, payments and the shop's machine, in one answer.
import type { Impresion } from '@imprimitodo/shared/api/impresion'
import type { Asunto } from '@imprimitodo/shared/api/salud'
import type { Urgencia, Urgencias } from '@imprimitodo/shared/api/urgencias'
import { SIN_CELULAR } from '@imprimitodo/shared/rules/base/contacto'
import { toPesos } from '@imprimitodo/shared/rules/base/dinero'
import { nombreOfPedido } from '@imprimitodo/shared/rules/compra/nombre-pedido'
import {
  AYUDA_MS,
  inOrder,
  PRONTO_MS,
  RECHAZOS_SEGUIDOS,
  SIN_REINTENTO_MS,
} from '@imprimitodo/shared/rules/mostrador/urgencia'
import { waitsForAnswer } from '@imprimitodo/shared/rules/taller/impresion'
import type { Deps } from '../../base/runtime/deps.ts'
import {
  findPedidos,
  listAyudas,
  listPrometidos,
  listRechazados,
  listSenas,
} from '../../compra/pedidos/service.ts'
import { nombresDe } from '../../cuentas/auth/service.ts'
import type { SaludService } from '../../gestion/salud/service.ts'
import { sucursalLlamada } from '../../gestion/sucursales/service.ts'
import { impresionesAnswer, viewImpresoras } from '../../taller/impresion/service.ts'

type Having = Pick<Deps, 'db' | 'tienda' | 'now'> & { salud: Pick<SaludService, 'asuntos'> }

/** The one branch that the caller sees, null all; and its name. */
type Quien = { alcance: number | null; sucursal: string | null }

/**
 * The urgencias of the branch `asked` (null: all branches). A person of one branch gets that one, whatever
 * they ask; for an unknown branch there are only those of the shop's machine.
 */
export function createUrgencias({ salud, ...deps }: Having) {
  const alarmas = keepAlarmas(salud, deps.now)
  return async (asked: string | null, { alcance, sucursal }: Quien): Promise<Urgencias> => {
    const shop = await deps.tienda.read()
    const chosen = asked === null ? undefined : (sucursalLlamada(shop, asked)?.id ?? 0)
    const sucursal_id = alcance ?? chosen
    const nameOf = (id: number | null) => shop.sucursales.find((one) => one.id === id)?.nombre ?? ''
    const ofBranch = sucursal_id === undefined ? null : nameOf(sucursal_id)
    const [printing, prometidos, ayudas, senas, asuntos] = await Promise.all([
      readPrinting(deps, sucursal_id, ofBranch),
      listPrometidos(deps.db, new Date(deps.now().getTime() + PRONTO_MS), sucursal_id),
      readAyudas(deps, sucursal_id),
      listSenas(deps.db, sucursal_id),
      alarmas(alcance === null ? null : sucursal),
    ])
    const nombres = await nombresDe(deps.db, [
      ...new Set(
        [...prometidos, ...ayudas, ...senas, ...printing.pedidos].flatMap(
          ({ cliente_id }) => cliente_id ?? [],
        ),
      ),
    ])
    const orderOf = (pedido: Ordered) => ({
      pedido_id: pedido.id,
      numero: pedido.numero ?? 0,
      sucursal: nameOf(pedido.sucursal_id),
      nombre: nombreOfPedido({
        nombre: pedido.nombre,
        celular: pedido.celular === SIN_CELULAR ? null : pedido.celular,
        cuenta: nombres.get(pedido.cliente_id ?? 0) ?? null,
      }),
    })
    const promised = prometidos.flatMap(({ prometido, ...pedido }) =>
      prometido ? [{ ...orderOf(pedido), prometido: prometido.toISOString() }] : [],
    )
    const isLate = ({ prometido }: { prometido: string }) => Date.parse(prometido) < deps.now().getTime()
    const customers = new Map(printing.pedidos.map((pedido) => [pedido.id, orderOf(pedido).nombre]))
    const urgencias: Urgencia[] = [
      ...printing.dudas.map(({ impresion, sucursal: branch }) => ({
        tipo: 'duda' as const,
        clave: `duda:${impresion.id}`,
        impresion,
        sucursal: branch,
        nombre: customers.get(impresion.pedido_id ?? '') ?? null,
      })),
      ...printing.paradas,
      ...promised
        .filter(isLate)
        .map((one) => ({ ...one, tipo: 'tarde' as const, clave: `tarde:${one.pedido_id}` })),
      ...ayudas.map(({ desde, rechazos, ...pedido }) => ({
        ...orderOf(pedido),
        tipo: 'ayuda' as const,
        clave: `ayuda:${pedido.id}`,
        rechazos,
        desde: desde.toISOString(),
      })),
      ...senas.map(({ desde, centavos, ...pedido }) => ({
        ...orderOf(pedido),
        tipo: 'sena' as const,
        clave: `sena:${pedido.id}`,
        desde: (desde ?? deps.now()).toISOString(),
        importe: toPesos(centavos),
      })),
      ...asuntos.map(({ cual, titulo, detalle, enlace }) => ({
        tipo: 'asunto' as const,
        clave: `asunto:${cual}`,
        titulo,
        detalle,
        enlace,
      })),
    ]
    return {
      hora: deps.now().toISOString(),
      urgencias: inOrder(urgencias),
      pronto: promised.filter((one) => !isLate(one)),
    }
  }
}

type Ordered = {
  id: string
  numero: number | null
  nombre: string | null
  celular: string | null
  cliente_id: number | null
  sucursal_id: number | null
}

/** Doubtful prints, with their orders; and stopped printers for which orders wait. */
async function readPrinting(
  deps: Pick<Deps, 'db' | 'now'>,
  sucursal_id: number | undefined,
  ofBranch: string | null,
) {
  const [vivas, all] = await Promise.all([impresionesAnswer(deps, { sucursal_id }), viewImpresoras(deps)])
  const branchOf = new Map(all.map(({ id, sucursal }) => [id, sucursal]))
  const dudas = vivas
    .filter(waitsForAnswer)
    .map((impresion) => ({ impresion, sucursal: branchOf.get(impresion.impresora.id) ?? '' }))
  const waiting = vivas.filter((one) => one.pedido_id !== null && !waitsForAnswer(one))
  const paradas = all
    .filter(({ anda, sucursal }) => !anda && (ofBranch === null || sucursal === ofBranch))
    .flatMap(({ id, nombre, sucursal, texto, sin_noticias }) => {
      const mine = waiting.filter(({ impresora }) => impresora.id === id)
      if (mine.length === 0) return []
      const one = { tipo: 'impresora' as const, clave: `impresora:${id}`, id, nombre, sucursal, texto }
      return [{ ...one, sin_noticias, ...countOf(mine) }]
    })
  const ids = [...new Set(dudas.flatMap(({ impresion }) => impresion.pedido_id ?? []))]
  return { dudas, paradas, pedidos: ids.length > 0 ? await findPedidos(deps.db, ids) : [] }
}

const countOf = (waiting: Impresion[]) => ({
  pedidos: new Set(waiting.map(({ pedido_id }) => pedido_id)).size,
  hojas: waiting.reduce((sum, { hojas, copias }) => sum + hojas * copias, 0),
})

/**
 * Unpaid orders whose customer called for help, or is stuck: refused several times, or once and nothing tried
 * since.
 */
async function readAyudas({ db, now }: Pick<Deps, 'db' | 'now'>, sucursal_id: number | undefined) {
  const at = now().getTime()
  const since = new Date(at - AYUDA_MS)
  const [asked, refused] = await Promise.all([
    listAyudas(db, since, sucursal_id),
    listRechazados(db, since, sucursal_id),
  ])
  const called = asked.flatMap(({ pidio_ayuda: desde, ...pedido }) =>
    desde ? [{ ...pedido, rechazos: 0, desde }] : [],
  )
  const stuck = refused.flatMap(({ ultimo: desde, ...pedido }) => {
    if (!desde || called.some(({ id }) => id === pedido.id)) return []
    const isStuck = pedido.rechazos >= RECHAZOS_SEGUIDOS || at - desde.getTime() > SIN_REINTENTO_MS
    return isStuck ? [{ ...pedido, desde }] : []
  })
  return [...called, ...stuck]
}

/** Health is read again after this long: it costs many queries, and screens ask at every event. */
const KEPT_MS = 30_000

/**
 * Urgencias of the shop's machine. An older answer serves while a new one is read, so that only the first
 * caller of all waits.
 */
function keepAlarmas(salud: Having['salud'], now: () => Date) {
  const kept = new Map<string | null, { at: number; asuntos: Asunto[] }>()
  const reading = new Map<string | null, Promise<Asunto[]>>()

  function read(sucursal: string | null): Promise<Asunto[]> {
    const work =
      reading.get(sucursal) ??
      salud
        .asuntos(sucursal)
        .then(({ asuntos }) => {
          const urgentes = asuntos.filter(({ estado }) => estado === 'urgente')
          kept.set(sucursal, { at: now().getTime(), asuntos: urgentes })
          return urgentes
        })
        .finally(() => reading.delete(sucursal))
    reading.set(sucursal, work)
    return work
  }

  return async (sucursal: string | null): Promise<Asunto[]> => {
    const known = kept.get(sucursal)
    if (!known) return read(sucursal)
    if (now().getTime() - known.at < KEPT_MS) return known.asuntos
    // At most a minute old: screens ask at least that often. After a failure the next call tries again.
    read(sucursal).catch(() => {})
    return known.asuntos
  }
}
