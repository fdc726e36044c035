import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Tarea } from '@imprimitodo/shared/api/agente'
import { describe, expect, it } from 'vitest'
import { printShop } from '../../testing/printing.ts'
import { eventually } from '../../testing/shop.ts'

describe('leases', () => {
  let shop: Awaited<ReturnType<typeof printShop>>
  let tarea: Tarea
  let pedido_id: string
  const begin = async () => {
    shop = await printShop()
    await shop.printer('Ricoh')
    pedido_id = await shop.pedido()
    await shop.print(pedido_id)
    tarea = await shop.first()
  }

  it('agent PC dies before Send: a lease that ends before the first byte goes to another agent, and the first is told no', async () => {
    await begin()
    shop.clock.offsetMs += 61_000
    const next = await shop.first()
    expect(next.cerca).toBeGreaterThan(tarea.cerca)
    expect((await shop.authorise(tarea)).statusCode).toBe(409)
    await shop.tell(tarea, 1, 'completo')
    expect((await shop.made(pedido_id))[0]?.estado).toBe('en_cola')
    expect((await shop.authorise(next)).statusCode).toBe(200)
  })

  it('WAN cut: a lease that ends after the first byte stays its agent’s: no second print', async () => {
    await begin()
    await shop.authorise(tarea)
    shop.clock.offsetMs += 61_000
    expect(await shop.tareas()).toEqual([])
    const [row] = await shop.made(pedido_id)
    expect(row).toMatchObject({ estado: 'imprimiendo', sin_noticias: null })
    expect((await shop.answer(row?.id ?? 0, { respuesta: 'salio_bien' })).statusCode).toBe(409)
    shop.clock.offsetMs += 10 * 60_000
    expect((await shop.made(pedido_id))[0]?.sin_noticias).toMatch(/Z$/)
    expect((await shop.answer(row?.id ?? 0, { respuesta: 'salio_bien' })).statusCode).toBe(200)
    // The first agent comes back after minutes: its report changes nothing any more
    await shop.tell(tarea, 5, 'verificar')
    expect((await shop.made(pedido_id))[0]).toMatchObject({ estado: 'impresa', resuelta_por: 'Dueño' })
  })

  it('a journal told twice, or out of order, counts once', async () => {
    await begin()
    await shop.authorise(tarea)
    await shop.tell(tarea, 3, 'verificar', { mensaje: 'No sabemos.' })
    await shop.tell(tarea, 2, 'enviado')
    await shop.tell(tarea, 3, 'verificar')
    await shop.tell(tarea, 4, 'completo')
    expect((await shop.made(pedido_id))[0]).toMatchObject({ estado: 'verificar', mensaje: 'No sabemos.' })
  })

  it('the token of the other branch sees none of these works', async () => {
    await begin()
    expect(await shop.tareas(shop.aguilares)).toEqual([])
    expect((await shop.authorise(tarea, shop.aguilares)).statusCode).toBe(409)
    const path = `/api/agente/documento/${tarea.documento.sha256}`
    expect((await shop.get(path, shop.as(shop.aguilares))).statusCode).toBe(404)
    await shop.tell(tarea, 1, 'completo', {}, shop.aguilares)
    expect((await shop.made(pedido_id))[0]?.estado).toBe('en_cola')
    expect((await shop.get('/api/agente/tareas')).statusCode).toBe(401)
  })

  it('a document that was made again with other bytes is announced again, with its new hash', async () => {
    await begin()
    const names = await readdir(shop.dataDir, { recursive: true })
    const trabajo = join(shop.dataDir, names.find((name) => /trabajo-.*\.pdf$/.test(name)) ?? '')
    const before = await readFile(trabajo)
    await writeFile(trabajo, Buffer.concat([before, Buffer.from('\n')]))
    const documento = ({ documento: { sha256 } }: Tarea) =>
      shop.get(`/api/agente/documento/${sha256}`, shop.as(shop.alberdi))
    expect((await documento(tarea)).statusCode).toBe(409)
    expect((await shop.authorise(tarea)).statusCode).toBe(409)
    const again = await shop.first()
    expect(again.documento.bytes).toBe(before.length + 1)
    const { statusCode, rawPayload } = await documento(again)
    expect(statusCode).toBe(200)
    expect(rawPayload.length).toEqual(before.length + 1)
    expect((await shop.authorise(again)).statusCode).toBe(200)
  })

  it('what waited all night is asked about before it prints', async () => {
    shop = await printShop()
    await shop.printer('Ricoh')
    pedido_id = await shop.pedido()
    await shop.print(pedido_id)
    shop.clock.offsetMs += 9 * 3600_000
    const asked = await eventually(
      async () => [await shop.tareas(), (await shop.made(pedido_id))[0]?.consultar],
      ([, consultar]) => consultar === true,
    )
    expect(asked).toEqual([[], true])
    const [row] = await shop.made(pedido_id)
    await shop.post(`/api/mostrador/impresiones/${row?.id}/confirmar`, {}, shop.owner)
    expect((await shop.first()).impresora).toBeGreaterThan(0)
  })

  it('a work that an agent held all night needs a clerk’s word before its first byte, and its lease ends', async () => {
    await begin()
    shop.clock.offsetMs += 9 * 3600_000
    expect((await shop.beat(tarea)).json().cancelar).toEqual([])
    const refused = await shop.authorise(tarea)
    expect(refused.statusCode).toBe(409)
    expect(refused.json().detail).toBe('Esperó muchas horas: ¿la imprimimos ahora?')
    expect((await shop.beat(tarea)).json().cancelar).toEqual([tarea.intento])
    await shop.tell(tarea, 1, 'cancelado', { impresiones: 0 })
    const [row] = await shop.made(pedido_id)
    expect(row).toMatchObject({ estado: 'en_cola', consultar: true, mensaje: refused.json().detail })
    expect(await shop.tareas()).toEqual([])
    await shop.post(`/api/mostrador/impresiones/${row?.id}/confirmar`, {}, shop.owner)
    const again = await shop.first()
    expect((await shop.authorise(again)).statusCode).toBe(200)
    // A permission that was given stays: the agent asks again before it resends into the same job
    shop.clock.offsetMs += 9 * 3600_000
    expect((await shop.authorise(again)).statusCode).toBe(200)
  })
})

describe('one token, two computers', () => {
  it('the second is refused and the owner is told; it may take over from one that went silent', async () => {
    const shop = await printShop()
    await shop.printer('Ricoh')
    const id = await shop.pedido()
    await shop.print(id)
    await shop.first()
    const from = (instancia: string) =>
      shop.get('/api/agente/tareas', { ...shop.as(shop.alberdi), 'x-agente-instancia': instancia })
    const told = async () =>
      (await shop.get('/api/mostrador/impresoras', shop.owner)).json().agentes[0].duplicado
    const [mine, theirs] = [shop.as(shop.alberdi)['x-agente-instancia'], 'b'.repeat(36)]
    expect((await from(mine)).statusCode).toBe(200)
    expect(await told()).toBeNull()
    expect((await from(theirs)).statusCode).toBe(409)
    expect(await told()).toMatch(/Z$/)
    expect((await from(mine)).statusCode).toBe(200)
    shop.clock.offsetMs += 61_000
    expect((await from(theirs)).statusCode).toBe(200)
    expect((await from(mine)).statusCode).toBe(409)
  })
})

describe('database restored from backup', () => {
  it('a journal of attempts that the shop does not know any more is heard, changes nothing and stops', async () => {
    const shop = await printShop()
    await shop.printer('Ricoh')
    const id = await shop.pedido()
    await shop.print(id)
    const tarea = await shop.first()
    const unknown = { ...tarea, intento: tarea.intento + 40, cerca: tarea.cerca + 40 }
    expect((await shop.tell(unknown, 5, 'completo', { impresiones: 5 })).statusCode).toBe(200)
    expect((await shop.beat(unknown)).json().cancelar).toEqual([unknown.intento])
    expect((await shop.authorise(unknown)).statusCode).toBe(409)
    expect((await shop.made(id)).map(({ estado, contadas }) => [estado, contadas])).toEqual([
      ['en_cola', null],
    ])
    expect((await shop.authorise(tarea)).statusCode).toBe(200)
  })
})

describe('clock jump', () => {
  it.each([3600_000, -3600_000])(
    'of the server by %i ms: what may have paper stays its agent’s',
    async (by) => {
      const shop = await printShop()
      await shop.printer('Ricoh')
      const { id, tarea } = await shop.printing()
      shop.clock.offsetMs += by
      expect(await shop.tareas()).toEqual([])
      await shop.beat(tarea)
      await shop.tell(tarea, 1, 'completo', { impresiones: 5 })
      expect((await shop.made(id))[0]?.estado).toBe('impresa')
      // The next work is printed as usual
      const next = await shop.pedido()
      await shop.print(next)
      expect((await shop.authorise(await shop.first())).statusCode).toBe(200)
    },
  )
})
