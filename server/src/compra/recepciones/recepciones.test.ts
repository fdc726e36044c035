// A customer's phone sends files to the sale that a clerk is making: over a real socket, as phones do.
import { once } from 'node:events'
import { get } from 'node:http'
import type { RecepcionAnswer, RecepcionMostrador } from '@imprimitodo/shared/api/recepciones'
import { MAX_RECIBIDOS } from '@imprimitodo/shared/rules/compra/recepcion'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { recepciones, recibidos } from '../../base/db/schema/recepciones.ts'
import { newOperador } from '../../testing/mostrador.ts'
import { makePdf } from '../../testing/pdf.ts'
import { openShop, type Visitor } from '../../testing/socket.ts'
import { beginAs, sendPart } from '../../testing/subidas.ts'

const B = '/api/mostrador/recepciones'
const MIN = 60_000
type Abierta = RecepcionMostrador & { url: string; codigo: string }

/** A clerk who has opened a reception, and a customer's phone on its page. */
async function aSale() {
  const shop = await openShop()
  const clerk = await newOperador(shop, 1)
  const open = async (body: object = {}, headers = clerk.headers) =>
    shop.post(B, { sucursal: 'Alberdi', ...body }, headers)
  const opened = (await open()).json<Abierta>()
  const token = opened.url.split('/').at(-1) ?? ''
  const phone = shop.visitor()
  const name = (subida: string, nombre = 'apunte.pdf', who: Visitor = phone, key = token) =>
    who.ask(`/api/subir/${key}`, { body: { subida, nombre } })
  /** Sends a whole file and announces it to the recepcion. */
  const send = async (bytes: Uint8Array, nombre?: string, who: Visitor = phone) => {
    const { location, id } = await beginAs(who, bytes.length)
    await sendPart(who, location, 0, bytes)
    return name(id, nombre, who)
  }
  const seen = async (headers = clerk.headers) =>
    (await shop.get(`${B}/${opened.recepcion_id}`, headers)).json<RecepcionMostrador>()
  return { shop, clerk, open, opened, token, phone, name, send, seen }
}

describe('files from a phone', () => {
  test('are shown while they arrive and read once they are here; the counter prices them without their bytes', async () => {
    const { shop, phone, name, seen, token } = await aSale()
    expect((await phone.ask(`/api/subir/${token}`)).json<RecepcionAnswer>()).toMatchObject({
      sucursal: 'Alberdi',
      quien: 'Operador',
      archivos: [],
    })
    const bytes = await makePdf({ pages: 12 })
    const { location, id } = await beginAs(phone, bytes.length)
    const half = bytes.length >> 1
    await sendPart(phone, location, 0, bytes.subarray(0, half))
    expect((await name(id)).status).toBe(200)
    expect((await seen()).archivos).toEqual([
      {
        subida: id,
        nombre: 'apunte.pdf',
        estado: 'en_camino',
        paginas: null,
        problema: null,
        bytes: bytes.length,
        llegado: half,
      },
    ])
    await sendPart(phone, location, half, bytes.subarray(half))
    for (const again of [await name(id), await name(id)]) expect(again.status).toBe(200)
    const { archivos } = await seen()
    expect(archivos).toMatchObject([{ estado: 'listo', paginas: 12, llegado: bytes.length }])
    // The clerk's browser is another one than the phone
    const quoted = await shop.quote([{ nombre: 'apunte.pdf', subida: id }])
    expect(quoted.archivos).toMatchObject([{ paginas: 12 }])
    expect((await name(id)).status).toBe(200)
    expect((await seen()).archivos).toEqual(archivos)
  })

  test('reach the screen of the clerk who opened it before it asks again', async () => {
    const { shop, clerk, send } = await aSale()
    const other = await newOperador(shop, 1)
    const listen = async (headers: Record<string, string>) => {
      const stream = get(`${shop.url}/api/mostrador/eventos`, { headers })
      const [answer] = await once(stream, 'response')
      let text = ''
      answer.on('data', (chunk: Buffer) => (text += chunk))
      return { text: () => text, end: () => stream.destroy() }
    }
    const [own, others] = [await listen(clerk.headers), await listen(other.headers)]
    expect((await send(await makePdf())).status).toBe(200)
    await expect.poll(own.text, { timeout: 10_000 }).toContain('"tipo":"recepcion"')
    expect(others.text()).not.toContain('recepcion')
    own.end()
    others.end()
  })

  test('one that cannot be printed says why beside its name, and the others are ready', async () => {
    const { send, seen } = await aSale()
    expect((await send(Buffer.from('esto no es un PDF'), 'malo.pdf')).status).toBe(200)
    await send(await makePdf(), 'bueno.pdf')
    expect((await seen()).archivos).toMatchObject([
      {
        nombre: 'malo.pdf',
        estado: 'rechazado',
        paginas: null,
        problema: 'No es un PDF. Guardalo o exportalo como PDF y volvé a subirlo.',
      },
      { nombre: 'bueno.pdf', estado: 'listo', problema: null },
    ])
  })

  test('from two phones with the same name are told apart; a withdrawn file frees its place', async () => {
    const { shop, phone, send, seen, token } = await aSale()
    const pdf = await makePdf()
    await send(pdf, 'foto.pdf')
    await send(pdf, 'foto.pdf', shop.visitor())
    const { archivos } = await seen()
    expect(archivos.map(({ nombre }) => nombre)).toEqual(['foto.pdf', 'foto (2).pdf'])
    const gone = await phone.ask(`/api/subir/${token}/${archivos[0]?.subida}`, { method: 'DELETE' })
    expect(gone.status).toBe(200)
    expect(gone.json<RecepcionAnswer>().archivos[0]?.estado).toBe('quitado')
    expect((await seen()).archivos.map(({ estado }) => estado)).toEqual(['quitado', 'listo'])
  })

  test('are limited in number, also when 50 come at once', async () => {
    const { shop, phone, name, opened } = await aSale()
    const rows = Array.from({ length: MAX_RECIBIDOS - 1 }, (_, at) => ({
      recepcion_id: opened.recepcion_id,
      subida: `ya-${at}`,
      nombre: `ya ${at}.pdf`,
      bytes: 5,
    }))
    await shop.db.insert(recibidos).values(rows)
    const ids: string[] = []
    for (let file = 0; file < 50; file++) ids.push((await beginAs(phone, 500)).id)
    const answers = await Promise.all(ids.map((id) => name(id)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(49).fill(409)])
    expect(answers.find(({ status }) => status === 409)?.json()).toEqual({
      detail: `Ya mandaste ${MAX_RECIBIDOS} archivos, que es lo más que entra en una compra.`,
    })
  })

  test('a name that is no PDF’s, or a file that never came, is refused with a sentence', async () => {
    const { phone, name, token, seen } = await aSale()
    const { id } = await beginAs(phone, 500)
    for (const [nombre, text] of [
      ['tesis.docx', '«tesis.docx» no es un PDF ni una foto. Guardalo como PDF y mandalo de nuevo.'],
      ['  ', 'El archivo no tiene nombre.'],
      ['x'.repeat(60_000), expect.stringContaining('demasiado largo')],
    ] as const) {
      const answer = await name(id, nombre)
      expect(answer.status).toBe(400)
      expect(answer.json()).toEqual({ nombre: [text] })
    }
    expect((await name('nunca-vino')).status).toBe(404)
    expect(
      (await phone.ask(`/api/subir/${token}`, { body: { subida: '../x', nombre: 'a.pdf' } })).status,
    ).toBe(400)
    expect((await seen()).archivos).toEqual([])
  })
})

describe('the code', () => {
  test('guessed 100 times at once counts like guesses one after another', async () => {
    const { shop, token } = await aSale()
    const phone = shop.visitor('198.18.77.3')
    await phone.ask(`/api/subir/${token}`) // now the browser has its cookie
    const guesses = Array.from({ length: 100 }, (_, at) => phone.ask(`/api/subir/ZZZ${100 + at}`))
    const found = (await Promise.all(guesses)).map(({ status }) => status)
    expect(found.filter((status) => status === 404)).toHaveLength(20)
    expect(found.filter((status) => status === 429)).toHaveLength(80)
  })

  test('typed in any spelling opens the same sale; wrong codes are counted, and other phones go on', async () => {
    const { shop, opened, token, clerk } = await aSale()
    expect(opened.codigo).toMatch(/^[0-9A-HJKMNP-TV-Z]{6}$/)
    expect(token.length).toBeGreaterThan(30)
    const typed = `${opened.codigo.slice(0, 3)} ${opened.codigo.slice(3)}`.toLowerCase()
    const phone = shop.visitor('198.18.77.1')
    const found = await phone.ask(`/api/subir/${encodeURIComponent(typed)}`)
    expect(found.status).toBe(200)
    expect(found.headers.get('cache-control')).toBe('private, no-store')
    const wrong = async (who: Visitor, at: number) => (await who.ask(`/api/subir/ZZZZZ${at % 10}`)).status
    for (let at = 0; at < 20; at++) expect(await wrong(phone, at)).toBe(404)
    const limited = await phone.ask(`/api/subir/${token}`)
    expect(limited.status).toBe(429)
    expect(Number(limited.headers.get('retry-after'))).toEqual(expect.any(Number))
    // Another phone of the same queue at the same access point
    expect((await shop.visitor('198.18.77.1').ask(`/api/subir/${token}`)).status).toBe(200)
    expect((await shop.get(`${B}/${opened.recepcion_id}`, clerk.headers)).statusCode).toBe(200)
  })

  test('works for a quarter of an hour; uploads begun by then may finish, later ones are refused', async () => {
    const { shop, phone, name, token } = await aSale()
    const bytes = await makePdf()
    const { location, id } = await beginAs(phone, bytes.length)
    expect((await name(id)).status).toBe(200)
    shop.clock.offsetMs = 15 * MIN + 1_000
    await sendPart(phone, location, 0, bytes)
    const late = await beginAs(phone, 500)
    const refused = await name(late.id)
    expect(refused.status).toBe(410)
    expect(refused.headers.get('x-codigo')).toBe('enlace_vencido')
    expect(refused.json()).toEqual({
      detail: 'Este código ya no vale. Pedile uno nuevo a quien te atiende.',
    })
    expect((await name(id)).json<RecepcionAnswer>().archivos).toMatchObject([{ estado: 'listo' }])
    shop.clock.offsetMs = 31 * MIN
    for (const over of [await name(id), await phone.ask(`/api/subir/${token}`)]) expect(over.status).toBe(410)
    expect(await shop.db.$count(recepciones)).toBe(1)
    shop.clock.offsetMs = 26 * 60 * MIN
    await shop.app.housekeeping()
    expect([await shop.db.$count(recepciones), await shop.db.$count(recibidos)]).toEqual([0, 0])
    expect((await phone.ask(`/api/subir/${token}`)).status).toBe(404)
  })

  test('ends with its sale, and with the next code of it', async () => {
    const { shop, clerk, open, opened, phone, send, token } = await aSale()
    await send(await makePdf())
    const next = (await open({ anterior: opened.recepcion_id })).json<Abierta>()
    expect((await phone.ask(`/api/subir/${token}`)).status).toBe(410)
    const fresh = next.url.split('/').at(-1) ?? ''
    expect((await phone.ask(`/api/subir/${fresh}`)).status).toBe(200)
    for (let time = 0; time < 2; time++) {
      const closed = await shop.post(`${B}/${next.recepcion_id}/cerrar`, {}, clerk.headers)
      expect(closed.statusCode).toBe(200)
      expect(closed.json().cerrada).toBe(true)
    }
    expect((await phone.ask(`/api/subir/${fresh}`)).status).toBe(410)
  })

  test('belongs to one person and one branch: to others it does not exist', async () => {
    const { shop, open, opened } = await aSale()
    const { headers } = await newOperador(shop, 1)
    expect((await shop.get(`${B}/${opened.recepcion_id}`, headers)).statusCode).toBe(404)
    expect((await shop.post(`${B}/${opened.recepcion_id}/cerrar`, {}, headers)).statusCode).toBe(404)
    expect((await open({ anterior: opened.recepcion_id }, headers)).statusCode).toBe(201)
    const [kept] = await shop.db.select().from(recepciones).where(eq(recepciones.id, opened.recepcion_id))
    expect(kept?.cerrada).toBeNull()
    expect((await open({ sucursal: 'Aguilares' })).statusCode).toBe(403)
    expect((await open({ sucursal: 'Otra' })).json()).toEqual({ sucursal: ['Esa sucursal no existe.'] })
  })
})
