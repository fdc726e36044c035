// The holder of an order's link sees little, its owner all: asked over real sockets, by browsers at different
// addresses.
import type { PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import { SIN_EMAIL } from '@imprimitodo/shared/rules/base/contacto'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { correos } from '../../../base/db/schema/correos.ts'
import { pedidos } from '../../../base/db/schema/pedidos.ts'
import { eventos_seguridad } from '../../../base/db/schema/seguridad.ts'
import { bearer, newCliente, PASSWORD } from '../../../testing/cuenta.ts'
import { DATOS } from '../../../testing/facturas.ts'
import { enterAs } from '../../../testing/mostrador.ts'
import { makePdf } from '../../../testing/pdf.ts'
import { pay, rowOf } from '../../../testing/pedidos.ts'
import { compra, eventually, type Shop } from '../../../testing/shop.ts'
import { openShop, type Visitor } from '../../../testing/socket.ts'

const pdf = makePdf({ pages: 3 })
const EMAIL = 'lucia@example.com'
const DELIVERY = {
  modo_entrega: 'delivery',
  direccion_entrega: 'Belgrano 348, Alberdi',
  lat: -27.586,
  lng: -65.6195,
}

/** Uploads as a browser does. @returns the order's id */
async function upload(who: Visitor, headers: Record<string, string> = {}): Promise<string> {
  const form = new FormData()
  form.append('archivos_data', JSON.stringify([{ nombre: 'mi diagnóstico.pdf', anillado: 1 }]))
  form.append('archivos', new Blob([(await pdf) as BlobPart]), 'mi diagnóstico.pdf')
  const answer = await who.ask('/api/upload_archivo', { body: form, headers })
  expect(answer.status).toBe(200)
  return answer.json<{ pedido_id: string }>().pedido_id
}

const confirm = (who: Visitor, id: string, change: object = {}, headers = {}) =>
  who.ask('/api/completar_compra', { body: compra(id, { email: EMAIL, ...change }), headers })

async function buy(shop: Shop, who: Visitor, change: object = {}): Promise<string> {
  const id = await upload(who)
  expect((await confirm(who, id, change)).status).toBe(200)
  await pay(shop, await rowOf(shop, id))
  return id
}

const see = async (who: Visitor, id: string, headers = {}): Promise<PedidoAnswer> => {
  const answer = await who.ask(`/api/pedidos/${id}`, { headers })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  return answer.json()
}

const thumbnail = (who: Visitor, id: string, query: string) =>
  who.ask(`/api/pedidos/${id}/archivos/1/miniatura.webp?${query}`)

const prove = (who: Visitor, id: string, body: object) => who.ask(`/api/pedidos/${id}/acceso`, { body })

const llaveIn = (text: string | undefined): string => /#llave=([\w-]{43})/.exec(text ?? '')?.[1] ?? ''

/** The newest mail of an order. */
async function mailOf(shop: Shop, id: string, kind: string) {
  const [mail] = await shop.db
    .select()
    .from(correos)
    .where(eq(correos.clave, `${kind}:${id}`))
  return mail
}

describe('a stranger with the link', () => {
  test('sees state, amounts and a masked contact; no code, no names of files, no address', async () => {
    const shop = await openShop()
    const buyer = shop.visitor()
    const id = await buy(shop, buyer, DELIVERY)

    expect(await see(buyer, id)).toMatchObject({
      acceso: 'completo',
      codigo_retiro: expect.stringMatching(/^\w{4}-\w{4}-\w{4}$/),
      direccion_entrega: 'Belgrano 348, Alberdi',
      archivos: [{ nombre: 'mi diagnóstico.pdf' }],
      volumenes: [{ nombre: 'mi diagnóstico.pdf' }],
    })

    const seen = await see(shop.visitor(), id)
    expect(seen).toMatchObject({
      acceso: 'enlace',
      estado: 'pagado',
      codigo_retiro: null,
      direccion_entrega: 'B•••••',
      distancia_km: null,
      codigos: [],
      email: 'l•••••@example.com',
      url_pdf: null,
      cupon: null,
      cupon_numero: null,
      archivos: [{ nombre: 'archivo 1.pdf', paginas: 3 }],
      volumenes: [{ nombre: 'archivo 1.pdf' }],
    })
    expect(seen.importe_final).toBeGreaterThan(0)
    expect(JSON.stringify(seen)).not.toMatch(/diagn|Belgrano|lucia/)
  })

  test('sees first pages, at most 160 px on their longer side', async () => {
    const shop = await openShop()
    const buyer = shop.visitor()
    const id = await upload(buyer)
    const stranger = shop.visitor()
    const sizeOf = async (who: Visitor, query: string) => {
      const url = `${shop.url}/api/pedidos/${id}/archivos/1/miniatura.webp?${query}`
      const cookie = [...who.jar].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await fetch(url, { headers: { cookie } })
      expect(answer.headers.get('cache-control')).toBe('private, no-store')
      const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
      return Math.max(width ?? 0, height ?? 0)
    }
    expect(await sizeOf(stranger, 'ancho=480')).toBeLessThanOrEqual(160)
    expect(await sizeOf(stranger, '')).toBeLessThanOrEqual(160)
    expect(await sizeOf(buyer, 'ancho=480')).toBeGreaterThan(480)
    expect((await thumbnail(stranger, id, 'ancho=480&pagina=2')).status).toBe(403)
    expect((await thumbnail(buyer, id, 'ancho=480&pagina=2')).status).toBe(200)
  })

  test('can neither ask for its invoice nor read about it', async () => {
    const shop = await openShop()
    const buyer = shop.visitor()
    const id = await buy(shop, buyer)
    const stranger = shop.visitor()
    const named = await stranger.ask('/api/pedido_para_facturar/', { body: { pedido_id: id } })
    expect([named.status, named.headers.get('x-codigo')]).toEqual([404, 'pedido_ajeno'])
    const unknown = { pedido_id: 'nadanadanadanadanadana' }
    expect(named.json()).toEqual((await stranger.ask('/api/pedido_para_facturar/', { body: unknown })).json())
    for (const [path, body] of [
      [`/api/estado_pedido/${id}/`, {}],
      [`/api/facturar/${id}/`, DATOS],
      ['/api/facturas/padron', { pedido_id: id, cuit: DATOS.cuit }],
    ] as const)
      expect((await stranger.ask(path, { body })).status, String(path)).toBe(403)
    expect((await stranger.ask('/api/pedido_para_facturar/', { body: {} })).status).toBe(404)

    const asked = await buyer.ask('/api/pedido_para_facturar/', { body: {} })
    expect(asked.json()).toEqual({ pedido_id: id })
    const issued = await buyer.ask(`/api/facturar/${id}/`, { body: DATOS })
    expect(issued.status).toBe(200)
    const { url_pdf } = issued.json<{ url_pdf: string }>()
    expect((await see(buyer, id)).url_pdf).toBe(url_pdf)
    expect(await see(stranger, id)).toMatchObject({ facturado: true, url_pdf: null })
    const document = await buyer.ask(new URL(url_pdf).pathname)
    expect(document.status).toBe(200)
    expect(document.headers.get('cache-control')).toBe('private, no-store')
  })

  test('changes nothing of an order that is confirmed, and pays it all the same', async () => {
    const shop = await openShop()
    const buyer = shop.visitor()
    const id = await upload(buyer)
    expect((await confirm(buyer, id)).status).toBe(200)
    const stranger = shop.visitor()
    const theirs = { email: 'mallory@example.com' }
    const taken = await confirm(stranger, id, theirs)
    expect(taken.status).toBe(403)
    expect(taken.headers.get('x-codigo')).toBe('pedido_ajeno')
    const free = await stranger.ask('/api/registrar_compra_sin_pago', { body: compra(id, theirs) })
    expect(free.status).toBe(403)
    const codes = { codigo: 'AAAA-BBBB-CCCC', pedido_id: id }
    expect((await stranger.ask('/api/puntos/quitar-impresion/', { body: codes })).status).toBe(403)
    expect(await rowOf(shop, id)).toMatchObject({ email: EMAIL })

    const total = (await see(stranger, id)).importe_final
    const link = await stranger.ask('/api/crear-preferencia', { body: { pedido_id: id, total } })
    expect(link.status).toBe(200)
    const back = await stranger.ask(`/pago/vuelta/${(await rowOf(shop, id)).referencia}`)
    expect(back.status).toBe(302)
    expect((await see(stranger, id)).acceso).toBe('enlace')
  })
})

describe('its owner', () => {
  test('cannot be forged: a cookie that we did not sign opens nothing', async () => {
    const shop = await openShop()
    const buyer = shop.visitor()
    const [first, second] = [await buy(shop, buyer), await buy(shop, shop.visitor())]
    const signed = buyer.jar.get('pedidos') ?? ''
    for (const forged of [
      second,
      `${second}.${signed}`,
      signed.replace(first, second),
      `${second}.`,
      '.',
      'x.y',
    ])
      expect((await see(shop.visitor(), second, { cookie: `pedidos=${forged}` })).acceso).toBe('enlace')
    expect((await see(shop.visitor(), first, { cookie: `pedidos=${signed}` })).acceso).toBe('completo')
  })

  test('is the session of its account, also in another browser', async () => {
    const shop = await openShop()
    const { access } = await newCliente(shop)
    const buyer = shop.visitor()
    const id = await upload(buyer, bearer(access))
    expect((await confirm(buyer, id, {}, bearer(access))).status).toBe(200)
    const other = shop.visitor()
    expect((await see(other, id)).acceso).toBe('enlace')
    expect((await see(other, id, bearer(access))).acceso).toBe('completo')
    // Pictures ask without the bearer
    expect((await thumbnail(other, id, 'ancho=480&pagina=2')).status).toBe(200)
    const stranger = await newCliente(shop)
    expect((await see(shop.visitor(), id, bearer(stranger.access))).acceso).toBe('enlace')
  })

  test('is recognised by our mail’s link, which stops once the address it went to is replaced', async () => {
    const shop = await openShop()
    const id = await buy(shop, shop.visitor())
    const mail = await mailOf(shop, id, 'pagado')
    expect(mail?.texto).toMatch(new RegExp(`/pedido/${id}#llave=`))
    expect(mail?.texto).toMatch(new RegExp(`/facturar\\?pedido=${id}#llave=`))
    const llave = llaveIn(mail?.texto)
    const opened = await prove(shop.visitor(), id, { llave })
    expect(opened.status).toBe(200)
    expect(opened.json<PedidoAnswer>().acceso).toBe('completo')

    const phone = shop.visitor()
    const other = await buy(shop, shop.visitor())
    expect((await prove(phone, other, { llave })).status).toBe(403)
    expect(
      (await prove(phone, id, { llave: llave.replace(/^./, (first) => (first === 'a' ? 'b' : 'a')) })).status,
    ).toBe(403)
    expect((await prove(phone, id, { llave })).status).toBe(200)
    expect((await see(phone, id)).acceso).toBe('completo')

    await shop.db.update(pedidos).set({ email: 'corregida@example.com' }).where(eq(pedidos.id, id))
    expect((await prove(shop.visitor(), id, { llave })).status).toBe(403)
  })

  test('types the e-mail once, however it is spelled, and the browser remembers', async () => {
    const shop = await openShop()
    const id = await buy(shop, shop.visitor(), { email: 'Lucia.Gomez+cv@gmail.com' })
    const phone = shop.visitor()
    const wrong = await prove(phone, id, { email: 'otra@gmail.com' })
    expect(wrong.status).toBe(403)
    expect(wrong.headers.get('x-codigo')).toBe('pedido_ajeno')
    expect(Object.keys(wrong.json<object>())).toEqual(['email'])
    expect((await prove(phone, id, { email: 'nada' })).status).toBe(400)
    expect((await prove(phone, id, {})).status).toBe(400)
    expect((await prove(phone, 'nadanadanadanadanadana', { email: EMAIL })).status).toBe(404)
    const right = await prove(phone, id, { email: ' luciagomez@googlemail.com ' })
    expect(right.status).toBe(200)
    expect(right.json<PedidoAnswer>().acceso).toBe('completo')
    expect((await see(phone, id)).acceso).toBe('completo')
  })

  test('is not recognised where the order has no e-mail', async () => {
    const shop = await openShop()
    const id = await buy(shop, shop.visitor())
    for (const email of [SIN_EMAIL, 'cuenta-eliminada@imprimitodo.invalid']) {
      await shop.db.update(pedidos).set({ email }).where(eq(pedidos.id, id))
      expect((await prove(shop.visitor(), id, { email })).status).toBe(403)
    }
  })

  test('without cookies can make the documented calls with the order’s e-mail', async () => {
    const shop = await openShop()
    /** For each call another program, at another address, without cookies. */
    const script = () => shop.visitor()
    const id = await upload(script())
    for (const email of [EMAIL, 'LUCIA@example.com'])
      expect((await confirm(script(), id, { email })).status).toBe(200)
    const { importe_final: total, referencia } = await rowOf(shop, id)
    const link = await script().ask('/api/crear-preferencia', { body: { pedido_id: id, total: total / 100 } })
    expect(link.status).toBe(200)
    await script().ask(`/api/pago-simulado/${referencia}`, { body: { accion: 'aprobar' } })
    await eventually(
      () => rowOf(shop, id),
      ({ pagado }) => pagado !== null,
    )
    const email = EMAIL
    expect(
      (await script().ask('/api/pedido_para_facturar/', { body: { pedido_id: id, email } })).status,
    ).toBe(200)
    expect((await script().ask(`/api/estado_pedido/${id}/`, { body: { email } })).status).toBe(200)
    expect((await script().ask(`/api/facturar/${id}/`, { body: { ...DATOS, email } })).status).toBe(200)
  })
})

describe('guesses of the e-mail', () => {
  test('end after five in a browser, and are in the security log; the mail’s link still opens', async () => {
    const shop = await openShop()
    const buyer = shop.visitor()
    const id = await buy(shop, buyer)
    const thief = shop.visitor()
    const guess = (who: Visitor, n: number) => prove(who, id, { email: `l${n}@example.com` })
    for (let n = 0; n < 5; n++) expect((await guess(thief, n)).status).toBe(403)
    const late = await prove(thief, id, { email: EMAIL })
    expect(late.status).toBe(429)
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await confirm(thief, id, { email: 'l9@example.com' })).status).toBe(409) // paid: no guess at all
    // Its owner, elsewhere, is not locked out
    expect((await prove(shop.visitor(), id, { email: EMAIL })).status).toBe(200)
    const llave = llaveIn((await mailOf(shop, id, 'pagado'))?.texto)
    expect((await prove(thief, id, { llave })).status).toBe(200)
    expect((await see(buyer, id)).acceso).toBe('completo')

    const noted = await eventually(
      () => shop.db.select().from(eventos_seguridad).where(eq(eventos_seguridad.que, 'codigo_errado')),
      (rows) => rows.length > 0,
    )
    expect(noted.reduce((sum, { veces }) => sum + veces, 0)).toBe(5)
    expect(noted[0]?.detalle).toMatch(/^Correo del pedido \d+$/)
  })

  test('from many addresses end too, whichever call makes them', async () => {
    const shop = await openShop()
    const buyer = shop.visitor()
    const id = await upload(buyer)
    await confirm(buyer, id)
    const other = await buy(shop, shop.visitor())
    const body = (n: number) => ({ ...compra(id), email: `l${n}@example.com` })
    const statuses = await Promise.all(
      Array.from({ length: 60 }, async (_, n) =>
        n % 2
          ? (await prove(shop.visitor(), id, { email: `l${n}@example.com` })).status
          : (await shop.visitor().ask('/api/completar_compra', { body: body(n) })).status,
      ),
    )
    expect(statuses.filter((status) => status === 403).length).toBe(20)
    expect(statuses.filter((status) => status === 429).length).toBe(40)
    expect((await confirm(buyer, id)).status).toBe(200)
    // The owner of another order behind one of those addresses can still open it
    expect((await prove(shop.visitor(), other, { email: EMAIL })).status).toBe(200)
  })

  test('a hundred customers behind one address each open their own', async () => {
    const shop = await openShop()
    const ids = await Promise.all(Array.from({ length: 4 }, () => buy(shop, shop.visitor())))
    for (let n = 0; n < 100; n++) {
      const id = ids[n % ids.length] ?? ''
      expect((await prove(shop.visitor('198.51.100.7'), id, { email: EMAIL })).status).toBe(200)
    }
  })
})

describe('a browser forgets', () => {
  const LOGOUTS = ['/api/auth/logout/', '/api/logout/']

  test('at logout, with and without a session', async () => {
    const shop = await openShop()
    for (const path of LOGOUTS) {
      const buyer = shop.visitor()
      const id = await buy(shop, buyer)
      expect((await see(buyer, id)).acceso).toBe('completo')
      expect((await buyer.ask(path, { method: 'POST' })).status).toBe(200)
      expect((await see(buyer, id)).acceso).toBe('enlace')
      expect((await buyer.ask('/api/pedido_para_facturar/', { body: {} })).status).toBe(404)
    }
  })

  test('when its session’s password changes, or the session is over by the time it is renewed', async () => {
    const shop = await openShop()
    for (const end of ['password', 'elsewhere'] as const) {
      const { email } = await newCliente(shop)
      const buyer = shop.visitor()
      const login = await buyer.ask('/api/auth/login/', { body: { email, password: PASSWORD } })
      const headers = bearer(login.json<{ access: string }>().access)
      const id = await upload(buyer, headers)
      await confirm(buyer, id, {}, headers)
      expect((await see(buyer, id)).acceso).toBe('completo')
      const body = { password_actual: PASSWORD, password: 'Otra-tinta-27' }
      const who = end === 'password' ? buyer : shop.visitor()
      expect((await who.ask('/api/clientes/actualizar/', { method: 'PATCH', body, headers })).status).toBe(
        200,
      )
      if (end === 'elsewhere')
        expect((await buyer.ask('/api/auth/refresh/', { method: 'POST' })).status).toBe(401)
      expect((await see(buyer, id)).acceso).toBe('enlace')
    }
  })

  test('nothing where a visitor without a session is refused a renewal', async () => {
    const shop = await openShop()
    const buyer = shop.visitor()
    const id = await buy(shop, buyer)
    expect((await buyer.ask('/api/auth/refresh/', { method: 'POST' })).status).toBe(401)
    expect((await see(buyer, id)).acceso).toBe('completo')
  })

  test('when another customer signs in where a session was left open', async () => {
    const shop = await openShop()
    const [one, two] = [await newCliente(shop), await newCliente(shop)]
    const browser = shop.visitor()
    const enter = ({ email }: { email: string }) =>
      browser.ask('/api/auth/login/', { body: { email, password: PASSWORD } })
    await enter(one)
    const id = await buy(shop, browser)
    await enter(two)
    expect((await see(browser, id)).acceso).toBe('enlace')
  })

  test('the oldest of more than twenty', async () => {
    const shop = await openShop()
    const buyer = shop.visitor()
    const ids: string[] = []
    for (let n = 0; n < 21; n++) ids.push(await upload(buyer))
    expect((await see(buyer, ids[0] ?? '')).acceso).toBe('enlace')
    for (const id of ids.slice(1)) expect((await see(buyer, id)).acceso).toBe('completo')
  })
})

test('the counter gets larger pictures of pages from its own calls', async () => {
  const shop = await openShop()
  const id = await buy(shop, shop.visitor())
  const staff = shop.visitor()
  const seen = await staff.ask(`/api/mostrador/pedidos/${id}`, { headers: await enterAs(shop) })
  const { miniaturas } = seen.json<{ miniaturas: string }>()
  expect((await thumbnail(staff, id, `ancho=200&pagina=2&firma=${miniaturas}`)).status).toBe(200)
  const other = await upload(shop.visitor())
  expect((await thumbnail(staff, other, `ancho=200&pagina=2&firma=${miniaturas}`)).status).toBe(403)
  // The counter's signature opens pictures only
  expect((await prove(staff, id, { llave: miniaturas })).status).toBe(403)
})
