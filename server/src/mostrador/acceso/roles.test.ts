// Which person of the back office may make which call: all of its routes, in one table.
import { eq } from 'drizzle-orm'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { movimientos_caja, turnos } from '../../base/db/schema/caja.ts'
import { impresiones, impresoras } from '../../base/db/schema/impresion.ts'
import { operadores } from '../../base/db/schema/mostrador.ts'
import { pedidos } from '../../base/db/schema/pedidos.ts'
import { ventas } from '../../base/db/schema/ventas.ts'
import { bearer, newCliente } from '../../testing/cuenta.ts'
import { confirmAs, enterAs, newOperador } from '../../testing/mostrador.ts'
import { makePdf } from '../../testing/pdf.ts'
import { routesOf } from '../../testing/routes.ts'
import { compra, OWNER, type Shop, testShop } from '../../testing/shop.ts'
import { checkPermisos } from './roles.ts'

/**
 * `todos`: any person of the back office. `suya`: people of the branch of the thing that the address names,
 * and people who work for all branches; for others it does not exist. `general`: people who work for all
 * branches, and the owner. `encargado`: managers, and the owner. `dueno`: the owner.
 */
type Rule = 'todos' | 'suya' | 'general' | 'encargado' | 'dueno'

const B = '/api/mostrador'
const TABLE: Record<string, Rule> = {
  [`GET ${B}/yo`]: 'todos',
  [`POST ${B}/salir`]: 'todos',
  [`GET ${B}/urgencias`]: 'todos',
  [`POST ${B}/confirmar`]: 'todos',
  [`GET ${B}/segundo-factor`]: 'todos',
  [`POST ${B}/segundo-factor/preparar`]: 'todos',
  [`POST ${B}/segundo-factor/activar`]: 'todos',
  [`POST ${B}/segundo-factor/desactivar`]: 'todos',
  [`POST ${B}/segundo-factor/recuperacion`]: 'todos',
  [`GET ${B}/eventos`]: 'todos',
  [`GET ${B}/salud`]: 'todos',
  [`GET ${B}/pedidos`]: 'todos',
  [`GET ${B}/tablero`]: 'todos',
  [`POST ${B}/varios`]: 'todos',
  [`GET ${B}/codigos/:codigo`]: 'todos',
  [`POST ${B}/codigos/:codigo/usar`]: 'todos',
  [`POST ${B}/ventas`]: 'todos',
  [`POST ${B}/recepciones`]: 'todos',
  [`GET ${B}/recepciones/:id`]: 'todos',
  [`POST ${B}/recepciones/:id/cerrar`]: 'todos',
  [`POST ${B}/presupuestos`]: 'todos',
  [`POST ${B}/ventas/cotizar`]: 'todos',
  [`GET ${B}/ventas/hecha`]: 'todos',
  [`POST ${B}/clientes/buscar`]: 'todos',
  [`GET ${B}/impresoras`]: 'todos',
  [`GET ${B}/impresiones`]: 'todos',
  [`GET ${B}/turnos`]: 'todos',
  [`POST ${B}/turnos`]: 'todos',
  // People of the account's branch and of all: dinero/cuentas-corrientes/cuentas-corrientes.test.ts
  [`GET ${B}/cuentas-corrientes`]: 'todos',
  [`GET ${B}/cuentas-corrientes/:id`]: 'todos',
  [`POST ${B}/cuentas-corrientes/:id/pagos`]: 'todos',
  [`GET ${B}/cuentas-corrientes/:id/extracto.pdf`]: 'todos',
  [`GET ${B}/cuentas-corrientes/:id/movimientos.xlsx`]: 'todos',
  [`GET ${B}/cuentas-corrientes/:id/recibos/:movimiento_id.pdf`]: 'todos',
  [`GET ${B}/reportes/caja`]: 'todos',
  [`GET ${B}/reportes/caja.csv`]: 'todos',
  [`GET ${B}/reportes/caja.xlsx`]: 'todos',

  [`GET ${B}/pedidos/:pedido_id`]: 'suya',
  [`GET ${B}/pedidos/:pedido_id/comprobantes`]: 'suya',
  [`GET ${B}/pedidos/:pedido_id/ticket.pdf`]: 'suya',
  [`GET ${B}/pedidos/:pedido_id/trabajos/:id.pdf`]: 'suya',
  [`POST ${B}/pedidos/:pedido_id/estado`]: 'suya',
  [`POST ${B}/pedidos/:pedido_id/deshacer`]: 'suya',
  [`POST ${B}/pedidos/:pedido_id/demora`]: 'suya',
  [`PATCH ${B}/pedidos/:pedido_id`]: 'suya',
  [`POST ${B}/pedidos/:pedido_id/notas`]: 'suya',
  [`POST ${B}/pedidos/:pedido_id/tomar`]: 'suya',
  [`POST ${B}/pedidos/:pedido_id/soltar`]: 'suya',
  [`POST ${B}/pedidos/:pedido_id/devolver`]: 'suya',
  [`POST ${B}/pedidos/:pedido_id/facturar`]: 'suya',
  [`POST ${B}/pedidos/:pedido_id/sucursal`]: 'suya',
  [`POST ${B}/pedidos/:pedido_id/imprimir`]: 'suya',
  [`GET ${B}/pedidos/:pedido_id/ticket-termico`]: 'suya',
  [`POST ${B}/pedidos/:pedido_id/ticket-termico`]: 'suya',
  [`GET ${B}/pedidos/:pedido_id/reposiciones/:n/recibido.pdf`]: 'suya',
  [`POST ${B}/pedidos/:pedido_id/reposiciones`]: 'suya',
  [`POST ${B}/pedidos/:pedido_id/reposiciones/:n/aceptar`]: 'suya',
  [`GET ${B}/turnos/:id`]: 'suya',
  [`POST ${B}/turnos/:id/movimientos`]: 'suya',
  [`POST ${B}/turnos/:id/contar`]: 'suya',
  [`POST ${B}/turnos/:id/cerrar`]: 'suya',
  [`POST ${B}/movimientos/:id/medio`]: 'suya',
  [`POST ${B}/ventas/:id/pagos`]: 'suya',
  [`GET ${B}/ventas/:id/devolver`]: 'suya',
  [`POST ${B}/ventas/:id/devolver`]: 'suya',
  [`POST ${B}/impresoras/:id/prueba`]: 'suya',
  [`POST ${B}/impresiones/:id/resolver`]: 'suya',
  [`POST ${B}/impresiones/:id/confirmar`]: 'suya',
  [`POST ${B}/impresiones/:id/mover`]: 'suya',
  [`POST ${B}/impresiones/:id/cancelar`]: 'suya',

  [`GET ${B}/facturas`]: 'general',
  [`POST ${B}/facturas/:id/reintentar`]: 'general',
  [`GET ${B}/arrepentimientos`]: 'general',
  [`POST ${B}/arrepentimientos/:id/atender`]: 'general',

  [`POST ${B}/cuentas-corrientes`]: 'encargado',
  [`PATCH ${B}/cuentas-corrientes/:id`]: 'encargado',
  [`POST ${B}/cuentas-corrientes/:id/autorizados`]: 'encargado',
  [`DELETE ${B}/cuentas-corrientes/:id/autorizados/:autorizado_id`]: 'encargado',
}

const isOfCounter = (route: string) =>
  route.includes(` ${B}/`) &&
  !/\/(ingresar|instalacion(\/(respaldos?|restaurar|restauracion|respaldo\/:desde))?|recuperar(\/:token)?)$/.test(
    route,
  )

/** All other calls of the back office are the owner's alone. */
const ruleOf = (route: string): Rule => TABLE[route] ?? 'dueno'

/** An order, a printer and a work on it, of each branch. */
async function world() {
  const shop = await testShop()
  const pdf = await makePdf()
  const of = async (sucursal: string) => {
    const { pedido_id } = await shop.quote([{ nombre: 'a.pdf', bytes: pdf }])
    await shop.post('/api/completar_compra', compra(pedido_id, { sucursal }))
    const [pedido] = await shop.db.select().from(pedidos).where(eq(pedidos.id, pedido_id))
    const [impresora] = await shop.db
      .insert(impresoras)
      .values({
        nombre: `La de ${sucursal}`,
        uri: 'ipp://127.0.0.1:1/p',
        sucursal_id: pedido?.sucursal_id ?? 0,
      })
      .returning()
    const [impresion] = await shop.db
      .insert(impresiones)
      .values({
        pedido_id,
        trabajo: 1,
        nombre: 'a.pdf',
        copias: 1,
        lados: 1,
        borde: 'largo',
        color: false,
        hojas: 1,
        paginas: 1,
        impresora_id: impresora?.id ?? 0,
        pedida: new Date(),
        pedida_por: 'x',
      })
      .returning()
    const { sucursal_id } = pedido ?? {}
    const [turno] = await shop.db
      .insert(turnos)
      .values({ sucursal_id: sucursal_id ?? 0, caja: 1, fondo: 0, abierto: new Date(), abrio: 'x' })
      .returning()
    const [movimiento] = await shop.db
      .insert(movimientos_caja)
      .values({
        turno_id: turno?.id,
        sucursal_id,
        tipo: 'venta',
        importe: 1,
        clave: `venta:${sucursal}`,
        quien: 'x',
        cuando: new Date(),
      })
      .returning()
    const [venta] = await shop.db
      .insert(ventas)
      .values({ importe: 1, puntos: 0, cuando: new Date(), de_pedidos: true, sucursal_id })
      .returning()
    return {
      pedido_id,
      venta: venta?.id ?? 0,
      codigo: pedido?.codigo_retiro ?? '',
      numero: pedido?.numero ?? 0,
      turno: turno?.id ?? 0,
      movimiento: movimiento?.id ?? 0,
      impresora: impresora?.id ?? 0,
      impresion: impresion?.id ?? 0,
    }
  }
  const [alberdi, aguilares] = [await of('Alberdi'), await of('Aguilares')]
  return { shop, alberdi, aguilares }
}
type Things = Awaited<ReturnType<typeof world>>['alberdi']

async function call(shop: Shop, route: string, things: Things, headers: Record<string, string> = {}) {
  const [method = 'GET', path = '/'] = route.split(' ')
  const named = { impresiones: things.impresion, impresoras: things.impresora }
  const ofTill = { turnos: things.turno, movimientos: things.movimiento, ventas: things.venta }
  const id = new Map(Object.entries({ ...named, ...ofTill })).get(path.split('/')[3] ?? '') ?? 1
  const url = path
    .replace(':pedido_id', things.pedido_id)
    .replace(':id', String(id))
    .replace(':n', '1')
    .replace(/:\w+/g, 'pagos')
  return (await shop.app.inject({ method: method as 'GET', url, headers })).statusCode
}

test('each call is answered for the people it is meant for, and for no others', async () => {
  const { shop, alberdi } = await world()
  const routes = (await routesOf(shop.app)).filter(isOfCounter)
  expect(Object.keys(TABLE).filter((route) => !routes.includes(route))).toEqual([])
  const cliente = bearer((await newCliente(shop)).access)
  const here = await newOperador(shop, 1)
  const other = await newOperador(shop, 2)
  const everywhere = await newOperador(shop, null)
  const manager = await newOperador(shop, 1)
  await shop.db.update(operadores).set({ rol: 'encargado' }).where(eq(operadores.id, manager.id))
  const owner = await enterAs(shop)
  for (const { headers, who } of [here, other, everywhere, manager, { headers: owner, who: OWNER }])
    await confirmAs(shop, headers, who.password)

  const refused = async (route: string, who: string, headers: Record<string, string>, status: number) =>
    expect([route, who, await call(shop, route, alberdi, headers)]).toEqual([route, who, status])
  const taken = async (route: string, who: string, headers: Record<string, string>) => {
    const status = await call(shop, route, alberdi, headers)
    const isKnown = ruleOf(route) !== 'suya' || status !== 404
    expect([route, who, status, status !== 401 && status !== 403 && status < 500 && isKnown]).toEqual([
      route,
      who,
      status,
      true,
    ])
  }

  for (const route of routes) {
    await refused(route, 'nobody', {}, 401)
    await refused(route, 'a customer', cliente, 401)
  }
  for (const route of routes) {
    const rule = ruleOf(route)
    // Left out: a stream does not end, and logging out ends the session that the others need
    if (route.endsWith('/eventos') || route.endsWith('/salir')) continue
    if (rule === 'suya') await refused(route, 'of another branch', other.headers, 404)
    else if (rule === 'todos') await taken(route, 'of another branch', other.headers)
    else await refused(route, 'of another branch', other.headers, 403)

    if (rule === 'suya' || rule === 'todos') await taken(route, 'of this branch', here.headers)
    else await refused(route, 'of this branch', here.headers, 403)

    if (rule === 'encargado') await taken(route, 'a manager', manager.headers)
    else if (rule === 'dueno') await refused(route, 'a manager', manager.headers, 403)

    if (rule === 'dueno' || rule === 'encargado')
      await refused(route, 'of all branches', everywhere.headers, 403)
    else await taken(route, 'of all branches', everywhere.headers)
  }
  for (const route of routes)
    if (!route.endsWith('/eventos') && !route.endsWith('/salir')) await taken(route, 'the owner', owner)
})

/** Calls that a session alone does not authorise. `segun`: depends on what is sent, see confirm.test.ts. */
const CONFIRMED: Record<string, 'siempre' | 'segun'> = {
  [`POST ${B}/segundo-factor/preparar`]: 'siempre',
  [`POST ${B}/segundo-factor/activar`]: 'siempre',
  [`POST ${B}/segundo-factor/desactivar`]: 'siempre',
  [`POST ${B}/segundo-factor/recuperacion`]: 'siempre',
  [`POST ${B}/usuarios`]: 'siempre',
  [`POST ${B}/instalacion/abrir`]: 'siempre',
  [`PUT ${B}/proveedores/:cual`]: 'siempre',
  [`POST ${B}/proveedores/arca/solicitud`]: 'siempre',
  [`POST ${B}/respaldo`]: 'siempre',
  [`POST ${B}/respaldo/clave`]: 'siempre',
  [`PATCH ${B}/usuarios/:id`]: 'siempre',
  [`POST ${B}/usuarios/:id/password`]: 'siempre',
  [`DELETE ${B}/usuarios/:id/segundo-factor`]: 'siempre',
  [`POST ${B}/agentes`]: 'siempre',
  [`POST ${B}/cuentas-corrientes`]: 'siempre',
  [`PATCH ${B}/cuentas-corrientes/:id`]: 'siempre',
  [`POST ${B}/agentes/:id/codigo`]: 'siempre',
  [`PUT ${B}/ajustes`]: 'segun',
  [`POST ${B}/pedidos/:pedido_id/devolver`]: 'segun',
  [`POST ${B}/pedidos/:pedido_id/estado`]: 'segun',
  [`POST ${B}/ventas/:id/devolver`]: 'segun',
}
/** All other unsafe calls of the owner's: each was looked at, and needs no more than the session. */
const UNCONFIRMED = [
  ...['POST', 'PATCH', 'DELETE'].flatMap((method) =>
    ['categorias', 'carteles', 'impresoras'].map(
      (of) => `${method} ${B}/${of}${method === 'POST' ? '' : '/:id'}`,
    ),
  ),
  ...['productos', 'categorias', 'carteles', 'premios'].map((of) => `PUT ${B}/${of}/orden`),
  ...['productos', 'premios'].flatMap((of) => [
    `POST ${B}/${of}`,
    `PATCH ${B}/${of}/:id`,
    `POST ${B}/${of}/:id/retirar`,
  ]),
  `POST ${B}/sucursales`,
  `PATCH ${B}/sucursales/:id`,
  `POST ${B}/sucursales/ubicar`,
  `POST ${B}/kit-banderas`,
  `DELETE ${B}/kit-banderas`,
  `POST ${B}/imagenes`,
  `POST ${B}/videos`,
  `DELETE ${B}/agentes/:id`,
  // The package holds no secret
  `POST ${B}/agentes/:id/paquete`,
  `POST ${B}/pagos-sin-pedido/:id/resolver`,
  `POST ${B}/proveedores/:cual/probar`,
  `POST ${B}/clientes/:id/ajuste`,
  `POST ${B}/impresoras/:id/huella`,
]

test('every unsafe call of the owner is either asked about or not, and the server says so for each', async () => {
  const { shop, alberdi } = await world()
  const routes = (await routesOf(shop.app)).filter(isOfCounter)
  const owners = routes.filter((route) => ruleOf(route) === 'dueno' && !route.startsWith('GET '))
  expect(owners.filter((route) => !CONFIRMED[route]).toSorted()).toEqual(UNCONFIRMED.toSorted())
  expect(Object.keys(CONFIRMED).filter((route) => !routes.includes(route))).toEqual([])

  const owner = await enterAs(shop)
  for (const route of Object.keys(CONFIRMED).filter((route) => CONFIRMED[route] === 'siempre')) {
    const [method = 'GET', path = ''] = route.split(' ')
    const body = {
      nombre: 'Ana',
      email: 'ana@x.com',
      sucursal: 'Alberdi',
      codigo: '000000',
      documento: null,
      condicion_iva: null,
      direccion: null,
      limite: 1,
      autorizado: 'Ana',
      valores: null,
    }
    const url = path.replace(':id', '1').replace(':cual', 'correo')
    const answer = await shop.app.inject({ method: method as 'GET', url, headers: owner, payload: body })
    expect(answer.statusCode, route).toBe(403)
    expect(answer.json(), route).toEqual({ detail: 'Confirmá que sos vos para seguir.', confirmar: true })
  }
  for (const route of UNCONFIRMED)
    expect([route, await call(shop, route, alberdi, owner)]).not.toEqual([route, 403])
})

test('lists show the branch’s own things, and none of another branch, not even when it is named', async () => {
  const { shop, alberdi, aguilares } = await world()
  const { headers } = await newOperador(shop, 1)
  const ids = async (query = '', who = headers) =>
    (await shop.get(`${B}/pedidos${query}`, who)).json().pedidos.map((one: Things) => one.pedido_id)
  expect(await ids()).toEqual([alberdi.pedido_id])
  expect(await ids(`?texto=${aguilares.numero}`)).toEqual([])
  expect(await ids('?sucursal=Aguilares')).toEqual([])
  const everywhere = await newOperador(shop, null)
  for (const who of [everywhere.headers, await enterAs(shop)])
    expect(await ids('', who)).toEqual([aguilares.pedido_id, alberdi.pedido_id])

  const printers = (await shop.get(`${B}/impresoras`, headers)).json()
  expect(printers.impresoras.map(({ id }: { id: number }) => id)).toEqual([alberdi.impresora])
  const works = async (query = '') => (await shop.get(`${B}/impresiones${query}`, headers)).json()
  expect((await works()).map(({ id }: { id: number }) => id)).toEqual([alberdi.impresion])
  expect(await works(`?pedido_id=${aguilares.pedido_id}`)).toEqual([])
  expect(await works('?sucursal=Aguilares')).toEqual({ detail: 'Esa sucursal no existe.' })
})

test('a pickup code of another branch says where it is fetched, and marks nothing', async () => {
  const { shop, alberdi, aguilares } = await world()
  await shop.db.update(pedidos).set({ estado: 'listo' })
  const { headers } = await newOperador(shop, 1)
  const elsewhere = { detail: 'Ese pedido se retira en la sucursal Aguilares.' }
  expect((await shop.get(`${B}/codigos/${aguilares.codigo}`, headers)).json()).toEqual(elsewhere)
  const used = await shop.post(`${B}/codigos/${aguilares.codigo}/usar`, {}, headers)
  expect(used.statusCode).toBe(403)
  expect(used.json()).toEqual(elsewhere)
  const [row] = await shop.db.select().from(pedidos).where(eq(pedidos.id, aguilares.pedido_id))
  expect(row?.estado).toBe('listo')
  expect((await shop.post(`${B}/codigos/${alberdi.codigo}/usar`, {}, headers)).statusCode).toBe(200)
})

test('without a valid bearer token nothing of all this is answered', async () => {
  const shop = await testShop()
  for (const path of ['usuarios', 'auditoria', 'productos', 'clientes', 'segundo-factor'])
    expect((await shop.get(`${B}/${path}`, bearer('x'.repeat(43)))).statusCode).toBe(401)
})

test('a call of the counter without a permission stops the start', async () => {
  const app = fastify()
  const unasked = () => {
    throw new Error('No call was made.')
  }
  const things = {
    pedido: unasked,
    impresion: unasked,
    impresora: unasked,
    turno: unasked,
    movimiento: unasked,
    venta: unasked,
  }
  checkPermisos(app, things, unasked)
  app.get('/api/mostrador/una', { config: { permiso: 'todos' } }, async () => ({}))
  expect(() => app.get('/api/mostrador/otra', async () => ({}))).toThrow('does not say who may call it')
})
