import { reportesApi } from '@imprimitodo/shared/api/reportes'
import { csvOf } from '@imprimitodo/shared/rules/gestion/reporte-csv'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type * as z from 'zod'
import type { Deps } from '../../base/runtime/deps.ts'
import { alcanceOf, type SesionesMostrador, serveMostrador } from '../../mostrador/acceso/service.ts'
import { cajaOf } from './caja.ts'
import {
  type CsvTabla,
  cajaTabla,
  descuentosTabla,
  impresorasTabla,
  promesasTabla,
  puntosTabla,
  ventasTabla,
} from './csv.ts'
import { descuentosOf, puntosPendientes } from './descuentos.ts'
import { maskNombres } from './mask.ts'
import { hojasVendidas, impresorasOf, promesasOf } from './taller.ts'
import { ventasOf } from './ventas.ts'
import { xlsxOf } from './xlsx.ts'

type Query<Key extends keyof typeof reportesApi> = z.output<(typeof reportesApi)[Key]['query']>

/** Each person sees the till of their own branch. */
const PERMISOS = {
  'GET /api/mostrador/reportes/ventas': 'dueno',
  'GET /api/mostrador/reportes/descuentos': 'dueno',
  'GET /api/mostrador/reportes/puntos': 'dueno',
  'GET /api/mostrador/reportes/impresoras': 'dueno',
  'GET /api/mostrador/reportes/caja': 'todos',
  'GET /api/mostrador/reportes/promesas': 'dueno',
} as const

/** The reports, each as JSON and, at the same path with `.csv` or `.xlsx`, as a file. */
export function reportesMostradorRoutes(
  counter: FastifyInstance,
  deps: Pick<Deps, 'db' | 'now' | 'tienda'>,
  sesiones: SesionesMostrador,
): void {
  const { db } = deps

  async function cajaFor(query: Query<'GET /api/mostrador/reportes/caja'>, request: FastifyRequest) {
    const { operador } = sesiones.of(request)
    const filas = await cajaOf(deps, query, alcanceOf(operador))
    return operador.rol === 'dueno' ? { filas, tapado: false } : maskNombres(deps, filas)
  }

  serveMostrador(counter, reportesApi, PERMISOS, {
    'GET /api/mostrador/reportes/ventas': async ({ query }) => ({
      filas: await ventasOf(deps, query, query.agrupar),
    }),
    'GET /api/mostrador/reportes/descuentos': async ({ query }) => ({
      filas: await descuentosOf(deps, query),
    }),
    'GET /api/mostrador/reportes/puntos': () => puntosPendientes(db),
    'GET /api/mostrador/reportes/impresoras': async ({ query }) => ({
      impresoras: await impresorasOf(deps, query),
      hojas_vendidas: await hojasVendidas(deps, query),
    }),
    'GET /api/mostrador/reportes/caja': ({ query, request }) => cajaFor(query, request),
    'GET /api/mostrador/reportes/promesas': async ({ query }) => ({
      filas: await promesasOf(deps, query),
    }),
  })

  /** The same rows as two files: `.csv` for programs, `.xlsx` for a spreadsheet in any language. */
  function files<Key extends keyof typeof reportesApi>(
    key: Key,
    tablaOf: (query: Query<Key>, request: FastifyRequest) => Promise<CsvTabla>,
  ): void {
    const path = key.replace('GET ', '')
    const name = path.split('/').at(-1) ?? ''
    const options = { config: { permiso: PERMISOS[key] }, schema: { querystring: reportesApi[key].query } }
    const nameOf = (query: Query<Key>) =>
      'desde' in query ? `${name}-${query.desde}-a-${query.hasta}` : name
    counter.get(`${path}.csv`, options, async (request, reply) => {
      const query = request.query as Query<Key>
      const { columns, rows } = await tablaOf(query, request)
      reply.type('text/csv; charset=utf-8')
      reply.header('content-disposition', `attachment; filename="${nameOf(query)}.csv"`)
      return csvOf(columns, rows, query.separador === 'punto_y_coma' ? ';' : ',')
    })
    counter.get(`${path}.xlsx`, options, async (request, reply) => {
      const query = request.query as Query<Key>
      const bytes = await xlsxOf(await tablaOf(query, request), name)
      reply.type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
      reply.header('content-disposition', `attachment; filename="${nameOf(query)}.xlsx"`)
      return reply.send(bytes)
    })
  }
  files('GET /api/mostrador/reportes/ventas', async (query) =>
    ventasTabla(await ventasOf(deps, query, query.agrupar), query.agrupar),
  )
  files('GET /api/mostrador/reportes/descuentos', async (query) =>
    descuentosTabla(await descuentosOf(deps, query)),
  )
  files('GET /api/mostrador/reportes/puntos', async () => puntosTabla(await puntosPendientes(db)))
  files('GET /api/mostrador/reportes/impresoras', async (query) =>
    impresorasTabla(await impresorasOf(deps, query)),
  )
  files('GET /api/mostrador/reportes/caja', async (query, request) =>
    cajaTabla((await cajaFor(query, request)).filas),
  )
  files('GET /api/mostrador/reportes/promesas', async (query) => promesasTabla(await promesasOf(deps, query)))
}
