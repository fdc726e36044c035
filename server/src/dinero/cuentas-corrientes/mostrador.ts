import {
  cuentasCorrientesApi,
  ExtractoQuery,
  ReciboParams,
  ReciboQuery,
} from '@imprimitodo/shared/api/cuentas-corrientes'
import { dayOf } from '@imprimitodo/shared/rules/base/fecha'
import { mesOf, mesTitle } from '@imprimitodo/shared/rules/dinero/cuenta-corriente'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { idempotencyKeyOf } from '../../base/http/idempotency.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { type CsvTabla, xlsxOf } from '../../gestion/reportes/service.ts'
import { alcanceOf, type SesionesMostrador, serveMostrador } from '../../mostrador/acceso/service.ts'
import { movimientoDetalle } from './contenido.ts'
import { makeExtractoOf, makeReciboOf } from './extracto.ts'
import {
  addAutorizado,
  changeCuentaCorriente,
  type Empleado,
  openCuentaCorriente,
  removeAutorizado,
} from './open-cuenta.ts'
import { payCuentaCorriente } from './pay.ts'
import { viewCuenta, viewCuentas } from './vista.ts'

const B = '/api/mostrador/cuentas-corrientes'

/** Cuentas corrientes. The handlers check which of them a person sees and may change. */
export function cuentasCorrientesMostradorRoutes(
  counter: FastifyInstance,
  deps: Pick<Deps, 'db' | 'now' | 'tienda'>,
  sesiones: SesionesMostrador,
): void {
  const personaOf = (request: FastifyRequest): Empleado => {
    const { operador } = sesiones.of(request)
    return { id: operador.id, nombre: operador.nombre, rol: operador.rol, alcance: alcanceOf(operador) }
  }
  serveMostrador(
    counter,
    cuentasCorrientesApi,
    {
      'GET /api/mostrador/cuentas-corrientes': 'todos',
      // A limit lets goods leave unpaid, so a session alone is not enough to set it
      'POST /api/mostrador/cuentas-corrientes': { rol: 'encargado', confirma: 'siempre' },
      'GET /api/mostrador/cuentas-corrientes/:id': 'todos',
      'PATCH /api/mostrador/cuentas-corrientes/:id': { rol: 'encargado', confirma: 'siempre' },
      'POST /api/mostrador/cuentas-corrientes/:id/autorizados': 'encargado',
      'DELETE /api/mostrador/cuentas-corrientes/:id/autorizados/:autorizado_id': 'encargado',
      'POST /api/mostrador/cuentas-corrientes/:id/pagos': 'todos',
    },
    {
      'GET /api/mostrador/cuentas-corrientes': ({ query, request }) =>
        viewCuentas(deps, personaOf(request), query.texto),
      'POST /api/mostrador/cuentas-corrientes': async ({ body, request }) => {
        const quien = personaOf(request)
        return viewCuenta(deps, quien, await openCuentaCorriente(deps, quien, body))
      },
      'GET /api/mostrador/cuentas-corrientes/:id': ({ params, query, request }) =>
        viewCuenta(deps, personaOf(request), params.id, query.mes),
      'PATCH /api/mostrador/cuentas-corrientes/:id': async ({ params, body, request }) => {
        const quien = personaOf(request)
        await changeCuentaCorriente(deps, quien, params.id, body)
        return viewCuenta(deps, quien, params.id)
      },
      'POST /api/mostrador/cuentas-corrientes/:id/autorizados': async ({ params, body, request }) => {
        const quien = personaOf(request)
        await addAutorizado(deps, quien, params.id, body)
        return viewCuenta(deps, quien, params.id)
      },
      'DELETE /api/mostrador/cuentas-corrientes/:id/autorizados/:autorizado_id': async ({
        params,
        request,
      }) => {
        const quien = personaOf(request)
        await removeAutorizado(deps, quien, params.id, params.autorizado_id)
        return viewCuenta(deps, quien, params.id)
      },
      'POST /api/mostrador/cuentas-corrientes/:id/pagos': ({ params, body, request }) =>
        payCuentaCorriente(deps, personaOf(request), params.id, { ...body, key: idempotencyKeyOf(request) }),
    },
  )
  papeles(counter, deps, personaOf)
}

/** Downloads: the extracto, a month for a spreadsheet, the receipt of a payment. */
function papeles(
  counter: FastifyInstance,
  deps: Pick<Deps, 'db' | 'now' | 'tienda'>,
  personaOf: (request: FastifyRequest) => Empleado,
): void {
  const params = cuentasCorrientesApi[`GET ${B}/:id`].params
  type DelMes = { Params: { id: number }; Querystring: { mes?: string } }
  const delMes = { config: { permiso: 'todos' as const }, schema: { params, querystring: ExtractoQuery } }
  counter.get<DelMes>(`${B}/:id/extracto.pdf`, delMes, async (request, reply) => {
    const { id } = request.params
    return sendPdf(reply, await makeExtractoOf(deps, personaOf(request), id, request.query.mes))
  })
  counter.get<DelMes>(`${B}/:id/movimientos.xlsx`, delMes, async (request, reply) => {
    const { mes = mesOf(dayOf(deps.now())) } = request.query
    const cuenta = await viewCuenta(deps, personaOf(request), request.params.id, mes)
    reply.type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    reply.header('content-disposition', `attachment; filename="cuenta-corriente-${cuenta.id}-${mes}.xlsx"`)
    return reply.send(await xlsxOf(tablaOf(cuenta), mesTitle(mes)))
  })
  counter.get<{ Params: { id: number; movimiento_id: number }; Querystring: { papel: 'a4' | '80mm' } }>(
    `${B}/:id/recibos/:movimiento_id.pdf`,
    { config: { permiso: 'todos' }, schema: { params: ReciboParams, querystring: ReciboQuery } },
    async (request, reply) =>
      sendPdf(reply, await makeReciboOf(deps, personaOf(request), request.params, request.query.papel)),
  )
}

function sendPdf(
  reply: FastifyReply,
  { fileName, bytes }: { fileName: string; bytes: Uint8Array },
): FastifyReply {
  const plain = fileName.normalize('NFD').replace(/[^\x20-\x7e]|["\\]/g, '')
  return reply
    .type('application/pdf')
    .header('content-disposition', `inline; filename="${plain}"`)
    .send(Buffer.from(bytes))
}

function tablaOf({ movimientos, saldo_anterior }: Awaited<ReturnType<typeof viewCuenta>>): CsvTabla {
  return {
    columns: [
      { title: 'Fecha', kind: 'fecha' },
      { title: 'Detalle', kind: 'texto' },
      ...['Debe', 'Haber', 'Saldo'].map((title) => ({ title, kind: 'pesos' as const })),
      { title: 'Quién', kind: 'texto' },
    ],
    rows: [
      [null, 'Saldo anterior', null, null, saldo_anterior, null],
      ...movimientos.map((one) => [
        dayOf(one.cuando),
        movimientoDetalle(one),
        one.importe > 0 ? one.importe : null,
        one.importe < 0 ? -one.importe : null,
        one.saldo,
        one.quien,
      ]),
    ],
  }
}
