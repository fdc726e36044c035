// «Actividad de seguridad»: the security log for the owner, by kind, person and day.
import { Readable } from 'node:stream'
import {
  type EventoAnswer,
  SeguridadCsv,
  type SeguridadFiltros,
  seguridadApi,
} from '@imprimitodo/shared/api/seguridad'
import { dayOf, formatDay, formatTime, nextMidnight, startOfDay } from '@imprimitodo/shared/rules/base/fecha'
import { type CsvColumn, csvHead, csvRows } from '@imprimitodo/shared/rules/gestion/reporte-csv'
import { EVENTOS_SEGURIDAD } from '@imprimitodo/shared/rules/gestion/seguridad'
import type { FastifyInstance } from 'fastify'
import type * as z from 'zod'
import { refuseField } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import type { CuentaTocada } from '../../base/runtime/seguridad.ts'
import { nombresDe } from '../../cuentas/auth/service.ts'
import { listUsuarios, serveMostrador } from '../../mostrador/acceso/service.ts'
import { type DesdeEvento, type Evento, type FiltrosEventos, listEventos } from './store.ts'

const PAGE = 50
/** Rows of the file that are in memory at once. */
const CSV_PAGE = 1_000

type Having = Pick<Deps, 'db' | 'now'>

export function seguridadMostradorRoutes(counter: FastifyInstance, deps: Pick<Deps, 'db' | 'now'>): void {
  serveMostrador(counter, seguridadApi, 'dueno', {
    'GET /api/mostrador/seguridad': async ({ query: { cursor, ...query } }) => {
      const rows = await listEventos(
        deps.db,
        filtrosOf(query),
        cursor ? placeOf(cursor) : undefined,
        PAGE + 1,
      )
      const last = rows[PAGE - 1]
      return {
        eventos: await answersOf(deps, rows.slice(0, PAGE)),
        siguiente: rows.length > PAGE && last ? `${last.cuando.toISOString()}_${last.id}` : null,
      }
    },
  })

  const csv = { config: { permiso: 'dueno' }, schema: { querystring: SeguridadCsv } } as const
  counter.get('/api/mostrador/seguridad.csv', csv, (request, reply) => {
    const { separador, ...query } = request.query as z.output<typeof SeguridadCsv>
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="seguridad-${dayOf(deps.now())}.csv"`)
      .send(Readable.from(csvOf(deps, filtrosOf(query), separador === 'punto_y_coma' ? ';' : ',')))
  })
}

/** @throws 400 {operador: [..]} where both kinds of person are asked for */
function filtrosOf({ que, operador, cliente, desde, hasta }: SeguridadFiltros): FiltrosEventos {
  if (operador && cliente) throw refuseField('operador', 'Elegí una persona: del mostrador o un cliente.')
  const cuenta: CuentaTocada | undefined = operador
    ? { tipo: 'operador', id: operador }
    : cliente
      ? { tipo: 'cliente', id: cliente }
      : undefined
  return {
    que,
    cuenta,
    desde: desde ? new Date(startOfDay(desde)) : undefined,
    hasta: hasta ? new Date(nextMidnight(new Date(startOfDay(hasta)))) : undefined,
  }
}

/** @throws 400 {cursor: [..]} */
function placeOf(cursor: string): DesdeEvento {
  const [, cuando = '', id] = /^([12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_(\d{1,15})$/.exec(cursor) ?? []
  if (!id || Number.isNaN(Date.parse(cuando))) throw refuseField('cursor', 'Esa página no existe.')
  return { cuando: new Date(cuando), id: Number(id) }
}

async function answersOf({ db }: Having, eventos: Evento[]): Promise<EventoAnswer[]> {
  const idsOf = (tipo: CuentaTocada['tipo']) => [
    ...new Set(eventos.flatMap(({ cuenta_tipo, cuenta_id }) => (cuenta_tipo === tipo && cuenta_id) || [])),
  ]
  const nombres = {
    operador: new Map((await listUsuarios({ db })).map(({ id, nombre }) => [id, nombre])),
    cliente: await nombresDe(db, idsOf('cliente')),
  }
  return eventos.map(({ cuenta_tipo: tipo, cuenta_id: id, cuando, ...evento }) => ({
    ...evento,
    cuando: cuando.toISOString(),
    cuenta: tipo && id !== null ? { tipo, id, nombre: nombres[tipo].get(id) ?? null } : null,
  }))
}

const texto = (title: string): CsvColumn => ({ title, kind: 'texto' })
const COLUMNS: CsvColumn[] = [
  texto('Cuándo'),
  texto('Qué'),
  texto('Cuenta'),
  texto('Quién'),
  texto('Detalle'),
  { title: 'Veces', kind: 'numero' },
  texto('Origen'),
  texto('Pedido al servidor'),
]
const TIPOS: Record<CuentaTocada['tipo'], string> = { operador: 'Mostrador', cliente: 'Cliente' }

async function* csvOf(deps: Having, filtros: FiltrosEventos, separator: ',' | ';') {
  yield csvHead(COLUMNS, separator)
  let before: DesdeEvento | undefined
  do {
    const page = await listEventos(deps.db, filtros, before, CSV_PAGE)
    const rows = (await answersOf(deps, page)).map((one) => [
      `${formatDay(one.cuando)} ${formatTime(one.cuando)}`,
      EVENTOS_SEGURIDAD[one.que],
      one.cuenta && TIPOS[one.cuenta.tipo],
      one.cuenta && quien(one.cuenta),
      one.detalle,
      one.veces,
      one.origen,
      one.pedido_http,
    ])
    yield csvRows(COLUMNS, rows, separator)
    before = page.length === CSV_PAGE ? page.at(-1) : undefined
  } while (before)
}

const quien = ({ nombre, id }: { nombre: string | null; id: number }): string =>
  nombre ?? `Cuenta ${id}, borrada`
